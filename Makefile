.PHONY: demo demo-catalog test install install-studio setup format

# Indexes the files of the Swift toolchain, asks questions about them, measures, and prints the diagram and the tables.
demo: setup
	swift build -c release --product FilesExample
	swift build -c release --product postil
	.build/release/FilesExample .build/files.sqlite
	@echo; echo "The models as a diagram: .build/files.svg"; .build/release/postil diagram Models/Files --output .build/files.svg
	@echo; echo "The tables, as a DBA gets them:"; echo
	@.build/release/postil ddl Models/Files

# The large example: Debian's package index, some 60,000 packages.
demo-catalog: setup
	swift build -c release --product CatalogExample
	.build/release/CatalogExample load --database .build/catalog.sqlite
	.build/release/CatalogExample demo --database .build/catalog.sqlite

test: setup
	swift test

# Builds the tools and copies them to PREFIX/bin, where PostilInstalledPlugin and people find them.
PREFIX ?= /usr/local
install: setup
	Scripts/release-tools "$(DESTDIR)$(PREFIX)/bin"

# The same for the program of 'postil studio', which takes longer to build.
install-studio: setup
	Scripts/release-tools --studio "$(DESTDIR)$(PREFIX)/bin"

setup:
	@.ci/setup

# Repairs the format of every Swift file.
format:
	.ci/check-format --fix
