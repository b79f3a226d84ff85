.PHONY: demo test install setup format

# Loads the machine's own package index into a database, asks it questions and prints its DDL.
demo: setup
	swift build -c release --product CatalogExample
	.build/release/CatalogExample load --database .build/catalog.sqlite
	.build/release/CatalogExample demo --database .build/catalog.sqlite
	@echo; echo "The schema, as a DBA gets it:"; echo
	.build/release/CatalogExample schema

test: setup
	swift test

# Builds the tools and copies them to PREFIX/bin, where PostilInstalledPlugin and people find them.
PREFIX ?= /usr/local
install: setup
	Scripts/release-tools "$(DESTDIR)$(PREFIX)/bin"

setup:
	@.ci/setup

# Repairs the format of every Swift file.
format:
	.ci/check-format --fix
