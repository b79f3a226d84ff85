.PHONY: demo test setup format

# Loads the machine's own package index into a database, asks it questions and prints its DDL.
demo: setup
	swift build -c release --product catalog
	.build/release/catalog load --database .build/catalog.sqlite
	.build/release/catalog demo --database .build/catalog.sqlite
	@echo; echo "The schema, as a DBA gets it:"; echo
	.build/release/catalog schema

test: setup
	swift test

setup:
	@.ci/setup

# Repairs the format of every Swift file.
format:
	.ci/check-format --fix
