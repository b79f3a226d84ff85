/// Some rows of the test models.
enum TestData {
  static let rows = """
    INSERT INTO "project" VALUES (1, 'Home'), (2, 'Work'), (3, 'Empty');
    INSERT INTO "profile" VALUES (1, 'red', 1);
    INSERT INTO "item" VALUES
      (1, 'Oil the door', NULL, '2026-01-01 00:00:00', 0, 0, 1.5, 2, 1),
      (2, 'oil the lamp', '50% done', NULL, 1, 0, 20.0, 0, 1),
      (3, 'Paint_wall', 'a*b?[c]', '2026-03-01 00:00:00', 2, 1, 100.0, 5, 1),
      (4, 'Report', '', '2026-02-01 00:00:00', 2, 0, 0.0, -3, 2),
      (5, 'Robert''); DROP TABLE item;--', NULL, NULL, 0, 1, 2.25, 7, 2);
    INSERT INTO "tag" VALUES (1, 'urgent'), (2, 'home'), (3, 'Oil'), (4, 'unused');
    INSERT INTO "item_tags" VALUES (1, 1), (1, 2), (2, 2), (3, 1), (3, 3), (4, 1);
    INSERT INTO "step" VALUES
      (1, 'find oil', 1, 1), (2, 'home', 0, 1), (3, 'buy paint', 1, 3), (4, 'urgent', 1, 3), (5, 'write', 0, 4);
    INSERT INTO "node" VALUES
      (1, 'root', 1, NULL, NULL), (2, 'a', 1, 5, 1), (3, 'b', 0, NULL, 1), (4, 'aa', 1, 1, 2), (5, 'other', 0, 9, NULL);
    INSERT INTO "release" VALUES ('postil', 1, 'first'), ('postil', 2, 'second'), ('other', 1, 'first');
    INSERT INTO "asset" VALUES
      (1, 'a.zip', x'00ff', 'postil', 1), (2, 'b.zip', x'01', 'postil', 2), (3, 'c.zip', x'', 'postil', 2);
    INSERT INTO "release_tags" VALUES ('postil', 1, 1), ('postil', 1, 2), ('postil', 2, 3), ('other', 1, 1);
    """
}
