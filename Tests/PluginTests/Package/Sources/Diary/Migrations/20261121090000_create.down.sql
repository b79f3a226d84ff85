-- Table 'entry' goes, with its rows.
-- @precheck(dropTable, "entry"): SELECT count(*) FROM "entry"
DROP TABLE "entry";
