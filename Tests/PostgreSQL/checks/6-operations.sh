# random operations are also made on plain values, with which the whole database is compared
load operations_engine Tests/OperationTests
POSTIL_OPERATIONS_URL="postgresql://$user@/operations_engine?host=$work&options=-cjit%3Doff%20-cstatement_timeout%3D30s" \
  POSTIL_SEED="${POSTIL_SEED:-1}" \
  "$root/Scripts/swift-shared" Tests/PostgreSQL/Engine test --filter 'Operations.OperationTests/agreement' 2>&1 |
  { grep -vE '^.{0,6}(◇|↳)|^\[|^Test Suite|Executed 0 tests|^Build' || true; }
