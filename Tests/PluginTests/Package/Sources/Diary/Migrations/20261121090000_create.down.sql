-- Table 'entry' is dropped with all its rows.
-- @precheck(dropTable, "entry"): SELECT count(*) FROM "entry"
DROP TABLE "entry";
