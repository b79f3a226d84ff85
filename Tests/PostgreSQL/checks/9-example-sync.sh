# the server of the example for sync, and devices, as processes that are killed
"$root/Scripts/swift-shared" Examples/sync/Lists test --quiet
