// Written by Postil from the models of Catalog. Don't edit this file; change the annotations instead.

import Postil

public nonisolated enum CatalogSchema: DatabaseSchema {
  /// The statements that create the schema, in dependency order.
  public static let ddl =
    """
    -- A part of the archive: `games`, `contrib/utils`.
    CREATE TABLE "archive_section" (
      "id"   INTEGER NOT NULL,
      "name" TEXT    NOT NULL,
      CONSTRAINT "archive_section_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "archive_section_name_key" UNIQUE ("name")
    ) STRICT;

    -- Who looks after packages: a person or a team.
    CREATE TABLE "maintainer" (
      "id"    INTEGER NOT NULL,
      "name"  TEXT    NOT NULL,
      "email" TEXT    NOT NULL COLLATE NOCASE,
      CONSTRAINT "maintainer_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "maintainer_email_name_key" UNIQUE ("email", "name")
    ) STRICT;

    -- A package of a Debian archive. A package that others name and none provides under its own name is virtual.
    CREATE TABLE "package" (
      "id"            INTEGER NOT NULL,
      "name"          TEXT    NOT NULL,
      -- One line that says what it is.
      "summary"       TEXT    NOT NULL,
      "homepage"      TEXT,
      "priority"      TEXT    NOT NULL,
      "is_essential"  INTEGER NOT NULL,
      "is_virtual"    INTEGER NOT NULL,
      "maintainer_id" INTEGER,
      "section_id"    INTEGER,
      CONSTRAINT "package_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "package_name_key" UNIQUE ("name"),
      CONSTRAINT "package_is_essential_range" CHECK ("is_essential" IN (0, 1)),
      CONSTRAINT "package_is_virtual_range" CHECK ("is_virtual" IN (0, 1)),
      CONSTRAINT "package_priority_check" CHECK ("priority" IN ('required', 'important', 'standard', 'optional', 'extra')),
      CONSTRAINT "package_name_check" CHECK (length(name) > 0),
      CONSTRAINT "package_maintainer_id_fkey" FOREIGN KEY ("maintainer_id") REFERENCES "maintainer" ("id") ON DELETE SET NULL,
      CONSTRAINT "package_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "archive_section" ("id") ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX "package_maintainer_id_idx" ON "package" ("maintainer_id");
    CREATE INDEX "package_section_id_idx" ON "package" ("section_id");

    -- That one package needs, wants or cannot bear another.
    CREATE TABLE "dependency" (
      "id"            INTEGER NOT NULL,
      "kind"          TEXT    NOT NULL,
      -- Dependencies of one package and kind with the same number are alternatives: one of them is enough.
      "alternative"   INTEGER NOT NULL,
      -- `>=`, `=` …, with ``versionBound``; `nil` where any version does.
      "relation"      TEXT,
      "version_bound" TEXT,
      "package_id"    INTEGER NOT NULL,
      "target_id"     INTEGER NOT NULL,
      CONSTRAINT "dependency_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "dependency_alternative_range" CHECK ("alternative" BETWEEN -2147483648 AND 2147483647),
      CONSTRAINT "dependency_kind_check" CHECK ("kind" IN ('depends', 'pre-depends', 'recommends', 'suggests', 'enhances', 'breaks', 'conflicts')),
      CONSTRAINT "dependency_relation_check" CHECK ("relation" IN ('<<', '<=', '=', '>=', '>>')),
      CONSTRAINT "dependency_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "package" ("id") ON DELETE CASCADE,
      CONSTRAINT "dependency_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "package" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "dependency_target_id_kind_idx" ON "dependency" ("target_id", "kind");
    CREATE INDEX "dependency_package_id_idx" ON "dependency" ("package_id");

    -- A debtag: a facet and a value, `role::program`.
    CREATE TABLE "tag" (
      "id"   INTEGER NOT NULL,
      "name" TEXT    NOT NULL,
      CONSTRAINT "tag_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "tag_name_key" UNIQUE ("name")
    ) STRICT;

    -- A version of a package that the archive offers.
    CREATE TABLE "version" (
      "id"             INTEGER NOT NULL,
      "number"         TEXT    NOT NULL,
      "architecture"   TEXT    NOT NULL,
      -- In bytes.
      "download_size"  INTEGER NOT NULL,
      -- In KiB.
      "installed_size" INTEGER,
      "filename"       TEXT    NOT NULL,
      "sha256"         TEXT,
      "package_id"     INTEGER NOT NULL,
      CONSTRAINT "version_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "version_package_id_number_architecture_key" UNIQUE ("package_id", "number", "architecture"),
      CONSTRAINT "version_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "package" ("id") ON DELETE CASCADE
    ) STRICT;

    -- The pairs of Package.tags and Tag.packages.
    CREATE TABLE "package_tags" (
      "package_id" INTEGER NOT NULL,
      "tag_id"     INTEGER NOT NULL,
      CONSTRAINT "package_tags_pkey" PRIMARY KEY ("package_id", "tag_id"),
      CONSTRAINT "package_tags_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "package" ("id") ON DELETE CASCADE,
      CONSTRAINT "package_tags_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tag" ("id") ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX "package_tags_tag_id_package_id_idx" ON "package_tags" ("tag_id", "package_id");

    """

  /// Changes exactly when `ddl` changes.
  public static let fingerprint = "ccfc889edc69995e"

  /// The tables of all models.
  public static let tables: [_TableDescription] = [
    ArchiveSection.table, Dependency.table, Maintainer.table, Package.table, Tag.table, Version.table,
  ]

  /// There are no migrations yet.
  public static let migrations = SchemaMigrations([])
}
