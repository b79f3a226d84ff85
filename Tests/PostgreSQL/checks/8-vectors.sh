# vectors of pgvector, where the extension is there: queries, indexes, migrations, imports and copies
if [ -z "$(ask postgres "SELECT 1 FROM pg_available_extensions WHERE name = 'vector'")" ]; then
  echo "Skipped: this server doesn't have the extension 'vector'; see https://github.com/pgvector/pgvector."
  return
fi
vectors=$work/vectors
mkdir -p "$vectors"
cp "$root/Tests/VectorTests/Models/Passage.swift" "$vectors"
load vectors "$vectors"
is vectors "SELECT string_agg(column_name || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum) FROM information_schema.columns
  JOIN pg_attribute ON attrelid = table_name::regclass AND attname = column_name WHERE table_name = 'passage' AND udt_name = 'vector'" \
  "embedding vector(3), image vector(2)"
refuses vectors "INSERT INTO passage (text, embedding) VALUES ('a', '[1,2]')" "expected 3 dimensions, not 2"
refuses vectors "INSERT INTO passage (text, embedding) VALUES ('a', '[1,2,NaN]')" "NaN not allowed in vector"

# A program.
POSTIL_VECTORS_URL="postgresql://$user@/vectors?host=$work" "$root/Scripts/swift-shared" Tests/PostgreSQL/Engine test --quiet

# Rows are copied to a server and back.
(cd "$root" && "$postil" ddl "$vectors") | sqlite3 "$work/vectors.sqlite"
sqlite3 "$work/vectors.sqlite" "INSERT INTO passage (id, text, embedding, image) VALUES
  (1, 'a', '[0.1,1e-45,-3.4028235e+38]', NULL), (2, 'b', '[1,2.0,3]', '[16777215.0,-0.5]')"
psql vectors -c "TRUNCATE passage"
copied() { (cd "$root" && "$server_postil" copy "$@" "$vectors") >"$work/output" 2>&1 || fail "copy $*: $(cat "$work/output")"; }
copied "$work/vectors.sqlite" "postgresql://$user@/vectors?host=$work"
is vectors "SELECT string_agg(concat_ws(' ', text, embedding, image), ', ' ORDER BY id) FROM passage" \
  "a [0.1,1e-45,-3.4028235e+38], b [1,2,3] [1.6777215e+07,-0.5]"
copied "postgresql://$user@/vectors?host=$work" "$work/vectors-back.sqlite"
[ "$(sqlite3 "$work/vectors-back.sqlite" "SELECT embedding, image FROM passage ORDER BY id")" = "[0.1,1e-45,-3.4028235e+38]|
[1.0,2.0,3.0]|[16777215.0,-0.5]" ] || fail "the copied vectors: $(sqlite3 "$work/vectors-back.sqlite" "SELECT embedding, image FROM passage")"

# Import declares them again.
rm -rf "$work/imported-vectors"
(cd "$root" && "$server_postil" import "postgresql://$user@/vectors?host=$work" --output "$work/imported-vectors") >"$work/output" 2>&1 ||
  fail "import: $(cat "$work/output")"
grep -q "var embedding: \[Float\] *// @vector(3)" "$work/imported-vectors"/*.swift && grep -q "var image: \[Float\]? *// @vector(2)" "$work/imported-vectors"/*.swift ||
  fail "the import: $(cat "$work/imported-vectors"/*.swift)"
grep -q "hnsw: cosine" "$work/imported-vectors"/*.swift "$work/output" || fail "the import says nothing of the index"

# JSON becomes a vector, with an index, and a vector JSON or one of another length. Migrations find the rows that can't.
rm -rf "$work/Sources/Passages" "$work/Migrations"
mkdir -p "$work/Sources/Passages"
passage() { # ANNOTATION [ANNOTATION OF THE STRUCT]
  printf '%s\n' "// @table" "${2:-// @index(text)}" "struct Passage: Sendable {" "  let id: ID" "  var text: String" "  var embedding: [Float]  // $1" "}" >"$work/Sources/Passages/Passage.swift"
}
run "$programs/createdb" -h "$work" vectors_migrated
moved() { # TIMESTAMP NAME
  migrate new "$2" Sources/Passages --dialect postgresql --timestamp "$1" "${@:3}" >"$work/output" 2>&1 || fail "migrate new $2: $(cat "$work/output")"
  migrate apply "postgresql://$user@/vectors_migrated?host=$work" Sources/Passages >"$work/output" 2>&1
}
passage "@json"
moved 20261128100000 first || fail "$(cat "$work/output")"
psql vectors_migrated -c "INSERT INTO passage (text, embedding) VALUES ('a', '[0.1,2,-3e-5]')"
passage "@vector(3)" "// @index(embedding, hnsw: cosine)"
retyped=(--allow tableRewrite:passage --allow unconvertible:passage.embedding --allow changeColumn:passage.embedding)
moved 20261128110000 vectors "${retyped[@]}" || fail "$(cat "$work/output")"
is vectors_migrated "SELECT concat_ws(' ', embedding, pg_typeof(embedding)) FROM passage" "[0.1,2,-3e-05] vector"
is vectors_migrated "SELECT indexdef LIKE '%USING hnsw (embedding vector_cosine_ops)' FROM pg_indexes WHERE indexname = 'passage_embedding_idx'" t
passage "@vector(3)" "// @index(embedding, hnsw: manhattan)"
moved 20261128120000 manhattan || fail "$(cat "$work/output")"
is vectors_migrated "SELECT indexdef LIKE '%USING hnsw (embedding vector_l1_ops)' FROM pg_indexes WHERE indexname = 'passage_embedding_idx'" t
passage "@vector(4)"
if moved 20261128130000 longer "${retyped[@]}"; then fail "vectors of another length are migrated"; fi
grep -q "unconvertible 'passage.embedding': 1 row" "$work/output" || fail "$(cat "$work/output")"
rm -rf "$work/Sources/Passages/Migrations"/20261128130000*
passage "@json"
moved 20261128140000 json "${retyped[@]}" || fail "$(cat "$work/output")"
is vectors_migrated "SELECT concat_ws(' ', embedding, pg_typeof(embedding)) FROM passage" "[0.1, 2, -0.00003] jsonb"
