# random queries return on a server what an evaluation in Swift returns
# The same queries in each run, unless another seed is given.
load properties_engine Tests/PropertyTests
POSTIL_PROPERTIES_URL="postgresql://$user@/properties_engine?host=$work&options=-cjit%3Doff" \
  POSTIL_SEED="${POSTIL_SEED:-424242}" \
  "$root/Scripts/swift-shared" Tests/PostgreSQL/Engine test --quiet --filter 'Properties.PropertyTests/agreement'
