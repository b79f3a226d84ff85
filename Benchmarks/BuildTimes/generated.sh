# What the scripts share that write an application with the models Model1, Model2 … into the folder $package. To be sourced; $folder is their
# temporary folder.

# The program. It prints the number of rows of the first model, and the number of tables.
write_main() {
  cat >"$package/Sources/Tasks/Main.swift" <<'SWIFT'
import Postil

@main
struct Main {
  static func main() throws {
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    print(try store.read { db in try Model1.all.count(in: db) }, TasksSchema.tables.count)
  }
}
SWIFT
}

# build [OPTION…]: the seconds on the wall, of the program and of the system are in $folder/time.
TIMEFORMAT='%R %U %S'
build() {
  if ! { time swift build --package-path "$package" "$@" >"$folder/log" 2>&1; } 2>"$folder/time"; then
    tail -20 "$folder/log" >&2
    exit 1
  fi
}
