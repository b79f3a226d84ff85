-- Table 'item_tags' goes, with its rows.
-- @precheck(dropTable, "item_tags"): SELECT count(*) FROM "item_tags"
DROP TABLE "item_tags";

-- Table 'tag' goes, with its rows.
-- @precheck(dropTable, "tag"): SELECT count(*) FROM "tag"
DROP TABLE "tag";

-- Table 'item' goes, with its rows.
-- @precheck(dropTable, "item"): SELECT count(*) FROM "item"
DROP TABLE "item";

-- Table 'list' goes, with its rows.
-- @precheck(dropTable, "list"): SELECT count(*) FROM "list"
DROP TABLE "list";
