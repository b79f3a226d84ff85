"""Relationships: links, members in place, pickers, orders, trees."""

from studio import Keys, StudioTest


class Relationships(StudioTest):
    def tearDown(self):
        self.page.discard()
        super().tearDown()

    def test_a_to_one_shows_the_name_and_leads_to_the_row(self):
        self.page.table("item")
        self.assertTrue(self.page.cell(1, "project_id").startswith("Garden"))
        self.page.js("document.querySelector(arguments[0]).click()", self.page.cell_css(1, "project_id") + " .cell-link")
        self.page.wait(lambda: "Garden" in self.page.text(".drawer h2"))
        self.assertIn("items", self.page.text(".drawer"))
        self.page.wait(lambda: self.page.count('.drawer [data-relationship="items"] .member') > 0)

    def test_a_to_one_is_changed_with_the_picker_in_the_grid(self):
        self.page.table("item")
        self.page.double_click(self.page.cell_css(2, "assignee_id"))
        self.page.wait(lambda: self.page.count(".picker") == 1)
        self.page.fill(".picker input", "liskov")
        self.page.wait(lambda: self.page.text(".picker-option").startswith("Barbara Liskov"))
        self.page.keys(Keys.ENTER)
        self.page.wait(lambda: self.page.count(".review") == 1)
        self.page.commit()
        self.assertEqual(self.sql("SELECT name FROM item JOIN person ON person.id = assignee_id WHERE item.id = 3"), [("Barbara Liskov",)])
        self.page.wait(lambda: self.page.cell(2, "assignee_id").startswith("Barbara Liskov"))
        self.page.double_click(self.page.cell_css(2, "assignee_id"))
        self.page.click_text(".picker-option", "nil")
        self.page.commit()
        self.assertEqual(self.sql("SELECT assignee_id FROM item WHERE id = 3"), [(None,)])

    def test_members_open_in_place_and_are_added_and_removed(self):
        self.page.table("item")
        before = self.sql("SELECT name FROM item_tags JOIN tag ON tag.id = tag_id WHERE item_id = 5 ORDER BY tag.id")
        self.assertEqual(self.page.cell(4, "relationship tags"), str(len(before)))
        self.page.click(self.page.cell_css(4, "relationship tags") + " .unfold")
        self.page.wait(lambda: self.page.names(".grid-detail .member-name") == [name for name, in before])
        self.page.click_text(".grid-detail button", "Add")
        self.page.wait(lambda: self.page.count(".picker-option.is-member") == len(before))
        self.page.fill(".picker input", "urge")
        self.page.wait(lambda: self.page.text(".picker-option").startswith("urgent"))
        self.page.keys(Keys.ENTER)
        self.page.wait(lambda: "urgent" in self.page.names(".grid-detail .member-name"))
        self.page.keys(Keys.ESCAPE)
        self.page.click(f'.grid-detail .member:first-child button')
        self.page.wait(lambda: self.page.count(".grid-detail .member.is-removed") == 1)
        sql = self.page.commit()
        self.assertIn("item_tags", sql)
        after = [name for name, in self.sql("SELECT name FROM item_tags JOIN tag ON tag.id = tag_id WHERE item_id = 5 ORDER BY tag.id")]
        self.assertEqual(after, sorted(set([name for name, in before[1:]] + ["urgent"]), key=lambda name: self.sql("SELECT id FROM tag WHERE name = ?", name)))
        self.page.wait(lambda: self.page.count(".grid-detail .is-added, .grid-detail .is-removed") == 0)

    def test_a_reverse_relationship_shows_its_rows(self):
        self.page.table("tag")
        self.page.wait(lambda: self.page.count(self.page.cell_css(0, "relationship items") + " .unfold") == 1)
        self.page.click(self.page.cell_css(0, "relationship items") + " .unfold")
        self.page.wait(lambda: self.page.count(".grid-detail .member") > 10)
        self.assertIn("Repair the door", self.page.names(".grid-detail .member-name"))

    def test_an_ordered_relationship_is_reordered_by_dragging(self):
        self.page.table("item", row=[10])
        steps = '.drawer [data-relationship="steps"] '
        self.page.wait(lambda: self.page.count(steps + ".member") == 4)
        self.page.js("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", steps + ".member")
        self.page.drag(steps + ".member:first-child .member-handle", 0, 75)
        self.page.wait(lambda: self.page.names(steps + ".member-name")[2].startswith("Buy"), "the first member is the third")
        self.page.commit()
        self.assertEqual(self.steps(10), ["Ask for help", "Do it", "Buy what is missing", "Tidy up"])

    def test_an_ordered_relationship_is_reordered_by_keys(self):
        self.reorder_steps_by_keys()

    def test_a_member_that_needs_the_row_is_deleted(self):
        self.page.table("item", row=[13])
        self.page.wait(lambda: self.page.count('.drawer [data-relationship="steps"] .member') == 4)
        self.page.click('.drawer [data-relationship="steps"] [aria-label^="Delete Do it"]')
        self.page.wait(lambda: self.page.count(".drawer .member.is-removed") == 1)
        self.assertIn("DELETE", self.page.commit())
        self.assertEqual(self.steps(13), ["Buy what is missing", "Ask for help", "Tidy up"])

    def test_a_limit_of_members_is_reported(self):
        for number in range(16):
            self.sql("INSERT INTO step (text, done, item_id) VALUES (?, 0, 12)", f"more {number}")
        self.page.table("item", row=[12])
        self.page.wait(lambda: self.page.count('.drawer [data-relationship="steps"] .member') == 20)
        self.page.click_text('.drawer [data-relationship="steps"] button', "New Step")
        self.page.fill('.drawer [data-field="text"] textarea', "too many")
        self.page.review()
        self.page.click(".dialog-foot .primary")
        self.page.wait(lambda: self.page.text(".dialog .field-error, .dialog .notice.error") != "")
        self.assertIn("20", self.page.text(".dialog .field-error, .dialog .notice.error"))

    def test_a_tree_unfolds(self):
        self.unfold_the_first_folder()
        self.page.js("document.querySelector('.tree-item').focus()")
        self.page.keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
        self.page.wait(lambda: self.page.names(".tree-name") == ["Home", "Recipes", "Bread", "Soups", "Letters", "Work"])
        self.assertEqual(self.page.attribute(".tree-item .tree-item", "aria-level"), "2")
        self.page.keys(Keys.ARROW_LEFT)
        self.page.wait(lambda: self.page.names(".tree-name") == ["Home", "Recipes", "Letters", "Work"])
        self.page.keys(Keys.ENTER)
        self.page.wait(lambda: "Recipes" in self.page.text(".drawer h2"))
