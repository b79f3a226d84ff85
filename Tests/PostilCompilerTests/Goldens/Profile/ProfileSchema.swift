// Written by Postil from the models of Profile. Don't edit this file; change the annotations instead.

import Postil

public nonisolated enum ProfileSchema: DatabaseSchema {
  /// The statements that create the schema, in dependency order.
  public static let ddl =
    """
    -- A process whose call stacks were sampled.
    CREATE TABLE "sampled_process" (
      "id"         INTEGER NOT NULL,
      "pid"        INTEGER NOT NULL,
      "command"    TEXT    NOT NULL,
      "started_at" TEXT    NOT NULL,
      CONSTRAINT "sampled_process_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "sampled_process_pid_range" CHECK ("pid" BETWEEN -2147483648 AND 2147483647)
    ) STRICT;

    -- A place in a program.
    CREATE TABLE "symbol" (
      "id"      INTEGER NOT NULL,
      -- Addresses of the kernel are above `Int64.max`.
      "address" ANY     NOT NULL,
      "name"    TEXT    NOT NULL,
      "module"  TEXT,
      CONSTRAINT "symbol_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "symbol_address_key" UNIQUE ("address"),
      CONSTRAINT "symbol_address_range" CHECK (CASE typeof("address") WHEN 'integer' THEN "address" >= 0 WHEN 'text' THEN length("address") = 20 ELSE "address" IS NULL END)
    ) STRICT;

    -- One sample: what a thread was doing at one moment.
    CREATE TABLE "sample" (
      "id"         INTEGER NOT NULL,
      "taken_at"   TEXT    NOT NULL,
      "thread"     INTEGER NOT NULL,
      "cpu"        INTEGER NOT NULL,
      -- Nanoseconds of processor time since the sample before.
      "weight"     INTEGER NOT NULL,
      -- The addresses that the sampler found, where the thread was first; frames are what is known of them.
      "call_stack" BLOB    NOT NULL,
      "process_id" INTEGER NOT NULL,
      CONSTRAINT "sample_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "sample_thread_range" CHECK ("thread" BETWEEN 0 AND 4294967295),
      CONSTRAINT "sample_cpu_range" CHECK ("cpu" BETWEEN 0 AND 255),
      CONSTRAINT "sample_call_stack_range" CHECK (length("call_stack") % 8 = 0),
      CONSTRAINT "sample_process_id_fkey" FOREIGN KEY ("process_id") REFERENCES "sampled_process" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "sample_process_id_taken_at_idx" ON "sample" ("process_id", "taken_at");

    -- One frame of a sample's call stack.
    CREATE TABLE "frame" (
      "sample_id" INTEGER NOT NULL,
      -- 0 is where the thread was; its caller is 1.
      "depth"     INTEGER NOT NULL,
      "symbol_id" INTEGER NOT NULL,
      CONSTRAINT "frame_pkey" PRIMARY KEY ("sample_id", "depth"),
      CONSTRAINT "frame_depth_range" CHECK ("depth" BETWEEN 0 AND 65535),
      CONSTRAINT "frame_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "sample" ("id") ON DELETE CASCADE,
      CONSTRAINT "frame_symbol_id_fkey" FOREIGN KEY ("symbol_id") REFERENCES "symbol" ("id") ON DELETE RESTRICT
    ) STRICT;
    CREATE INDEX "frame_symbol_id_idx" ON "frame" ("symbol_id");

    """

  /// Changes exactly when `ddl` changes.
  public static let fingerprint = "6f1036483953089b"

  /// The tables of all models.
  public static let tables: [_TableDescription] = [SampledProcess.table, Symbol.table, Sample.table, Frame.table]

  /// There are no migrations yet.
  public static let migrations = SchemaMigrations([])
}
