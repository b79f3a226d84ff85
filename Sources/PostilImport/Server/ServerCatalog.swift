import PostilCatalog
import PostilSQL
import PostilTranslation

/// The tables and views of a PostgreSQL database, as its catalog describes them.
struct ServerCatalog {
  /// A table or view.
  struct Relation {
    var name: String
    /// `r` for a table, `p` for a partitioned one, `v` for a view, `m` for a materialized one, `f` for a foreign table.
    var kind: String
    var comment: String?
    /// The `SELECT` of a view.
    var definition: String
    var hasRowSecurity = false
    var partitions: ServerPartitions?
    var columns: [Column] = []
    var constraints: [Constraint] = []
    var indexes: [Index] = []
    /// The names and statements of the triggers.
    var triggers: [(name: String, statement: String)] = []
  }

  struct Column {
    var name: String
    /// As it is declared: `character varying(20)`.
    var declaredType: String
    /// The type without a length, or the type that a domain is based on: `character varying`.
    var type: String
    /// `d` for a domain, `e` for an enum.
    var kind: String
    /// The values of an enum.
    var labels: [String] = []
    var isNotNull: Bool
    /// Whether the server assigns its value: an identity, or a default of a sequence.
    var isAssigned: Bool
    /// The default, or the expression of a generated column.
    var expression: String?
    var isGenerated: Bool
    /// The collation, unless it is the database's.
    var collation: String?
    var comment: String?
  }

  struct Constraint {
    var name: String
    /// `p` for a primary key, `u` for a unique one, `f` for a foreign key, `c` for a check, `x` for an exclusion.
    var kind: String
    var columns: [String] = []
    var referencedTable: String
    var referencedColumns: [String] = []
    var onDelete: String
    /// The columns after `SET NULL`; empty for all.
    var nullifiedColumns: [String] = []
    var onUpdate: String
    var isDeferred: Bool
    /// The condition of a check.
    var expression: String?
    /// The constraint in SQL.
    var definition: String
  }

  struct Index {
    struct Term {
      /// `nil` for an expression.
      var column: String?
      var text: String
      var isDescending: Bool
      var hasOtherOperators: Bool
    }

    var name: String
    var isUnique: Bool
    var method: String
    var condition: String?
    var terms: [Term] = []
    var hasIncludedColumns: Bool
    var definition: String
  }

  /// In the order of creation.
  private(set) var relations: [Relation] = []

  /// Reads the schema that the session works in, without objects of extensions and partitions.
  init(reading query: DatabaseCatalog.Query) throws {
    // Dates in expressions are printed in the style and the time zone of the session.
    _ = try query(
      "SELECT set_config('datestyle', 'ISO, YMD', false), set_config('timezone', 'UTC', false)", [])
    var numbers: [String: Int] = [:]
    for row in try query(Self.relationsQuery, []) where row[1]?.isSameName(as: MigrationTable.name) != true {
      numbers[row[0] ?? ""] = relations.count
      relations.append(
        Relation(
          name: row[1] ?? "", kind: row[2] ?? "", comment: row[3], definition: row[4] ?? "",
          hasRowSecurity: row[5] == "t"))
    }
    for row in try query(ServerPartitions.query, []) {
      if let number = numbers[row[0] ?? ""] { relations[number].partitions = ServerPartitions(row) }
    }
    let labels = Dictionary(grouping: try query(Self.labelsQuery, [])) { $0[0] ?? "" }
    for row in try query(Self.columnsQuery, []) {
      guard let number = numbers[row[0] ?? ""] else { continue }
      relations[number].columns.append(
        Column(
          name: row[1] ?? "", declaredType: row[2] ?? "", type: row[3] ?? "", kind: row[4] ?? "",
          labels: labels[row[5] ?? ""]?.compactMap { $0[1] } ?? [], isNotNull: row[6] == "t",
          isAssigned: row[7] == "t", expression: row[8], isGenerated: row[9] == "t", collation: row[10],
          comment: row[11]))
    }
    for row in try query(Self.constraintsQuery, []) {
      guard let number = numbers[row[0] ?? ""] else { continue }
      if relations[number].constraints.last?.name != row[1] {
        relations[number].constraints.append(
          Constraint(
            name: row[1] ?? "", kind: row[2] ?? "", referencedTable: row[3] ?? "", onDelete: row[4] ?? "",
            onUpdate: row[5] ?? "", isDeferred: row[6] == "t", expression: row[7], definition: row[8] ?? ""))
      }
      let last = relations[number].constraints.count - 1
      if let column = row[9] { relations[number].constraints[last].columns.append(column) }
      if let column = row[9], row[11] == "t" { relations[number].constraints[last].nullifiedColumns.append(column) }
      if let column = row[10] { relations[number].constraints[last].referencedColumns.append(column) }
    }
    for row in try query(Self.indexesQuery, []) {
      guard let number = numbers[row[0] ?? ""] else { continue }
      if relations[number].indexes.last?.name != row[1] {
        relations[number].indexes.append(
          Index(
            name: row[1] ?? "", isUnique: row[2] == "t", method: row[3] ?? "", condition: row[4],
            hasIncludedColumns: row[5] == "t", definition: row[6] ?? ""))
      }
      relations[number].indexes[relations[number].indexes.count - 1].terms.append(
        Index.Term(
          column: row[7], text: row[8] ?? "", isDescending: row[9] == "t", hasOtherOperators: row[10] == "t"))
    }
    for row in try query(Self.triggersQuery, []) {
      guard let number = numbers[row[0] ?? ""] else { continue }
      relations[number].triggers.append((row[1] ?? "", row[2] ?? ""))
    }
  }

  // Source: PostgreSQL 15, chapter 53, "System Catalogs".

  private static let relationsQuery = """
    SELECT c.oid, c.relname, c.relkind, obj_description(c.oid, 'pg_class'),
      CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid, true) END, c.relrowsecurity
    FROM pg_class c
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND pg_table_is_visible(c.oid)
      AND c.relnamespace IN (\(PostgreSQLNames.schema))
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.oid
    """

  private static let labelsQuery =
    "SELECT enumtypid, enumlabel FROM pg_enum ORDER BY enumtypid, enumsortorder"

  private static let columnsQuery = """
    SELECT a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod),
      format_type(CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END, NULL), t.typtype, t.oid, a.attnotnull,
      a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%',
      CASE WHEN pg_get_expr(d.adbin, d.adrelid) NOT LIKE 'nextval(%' THEN pg_get_expr(d.adbin, d.adrelid) END,
      a.attgenerated <> '', (SELECT l.collname FROM pg_collation l WHERE l.oid = a.attcollation AND l.collname <> 'default'),
      col_description(a.attrelid, a.attnum)
    FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum
    """

  private static let constraintsQuery = """
    SELECT k.conrelid, k.conname, k.contype, coalesce(r.relname, ''), k.confdeltype, k.confupdtype, k.condeferred,
      pg_get_expr(k.conbin, k.conrelid), pg_get_constraintdef(k.oid), a.attname, f.attname,
      to_jsonb(k) -> 'confdelsetcols' @> to_jsonb(n.own)
    FROM pg_constraint k LEFT JOIN pg_class r ON r.oid = k.confrelid
      LEFT JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS n (own, other, place) ON true
      LEFT JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = n.own
      LEFT JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = n.other
    WHERE k.conrelid <> 0 AND k.conparentid = 0 AND k.contype IN ('p', 'u', 'f', 'c', 'x') ORDER BY k.conrelid, k.oid, n.place
    """

  private static let indexesQuery = """
    SELECT i.indrelid, x.relname, i.indisunique, m.amname, pg_get_expr(i.indpred, i.indrelid), i.indnatts > i.indnkeyatts,
      pg_get_indexdef(i.indexrelid), a.attname, pg_get_indexdef(i.indexrelid, n.place, true),
      i.indoption[n.place - 1] & 1 = 1, NOT o.opcdefault
    FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
      CROSS JOIN LATERAL generate_series(1, i.indnkeyatts::integer) AS n (place)
      LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[n.place - 1]
      JOIN pg_opclass o ON o.oid = i.indclass[n.place - 1]
    WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
    ORDER BY i.indrelid, i.indexrelid, n.place
    """

  private static let triggersQuery = """
    SELECT tgrelid, tgname, pg_get_triggerdef(oid, true) FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgrelid, tgname
    """
}
