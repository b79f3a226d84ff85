-- Table 'item_tags' is dropped with all its rows.
-- @precheck(dropTable, "item_tags"): SELECT count(*) FROM "item_tags"
DROP TABLE "item_tags";

-- Table 'tag' is dropped with all its rows.
-- @precheck(dropTable, "tag"): SELECT count(*) FROM "tag"
DROP TABLE "tag";

-- Table 'item' is dropped with all its rows.
-- @precheck(dropTable, "item"): SELECT count(*) FROM "item"
DROP TABLE "item";

-- Table 'project' is dropped with all its rows.
-- @precheck(dropTable, "project"): SELECT count(*) FROM "project"
DROP TABLE "project";
