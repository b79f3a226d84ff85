.PHONY: demo test setup format

# Loads the machine's own package index into a database, asks it questions and prints its DDL.
demo: setup
	swift build -c release --product CatalogExample
	.build/release/CatalogExample load --database .build/catalog.sqlite
	.build/release/CatalogExample demo --database .build/catalog.sqlite
	@echo; echo "The schema, as a DBA gets it:"; echo
	.build/release/CatalogExample schema

test: setup
	swift test

setup:
	@.ci/setup

# Repairs the format of every Swift file.
format:
	.ci/check-format --fix
