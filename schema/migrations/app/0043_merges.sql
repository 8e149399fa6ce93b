CREATE TABLE `entry_keys` (
	`key` text NOT NULL,
	`card_id` integer NOT NULL,
	`entry_id` integer NOT NULL,
	`contact_id` integer NOT NULL,
	`number` text NOT NULL,
	PRIMARY KEY(`key`, `card_id`, `entry_id`, `number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `entry_keys_contact` ON `entry_keys` (`contact_id`);--> statement-breakpoint
CREATE INDEX `entry_keys_entry` ON `entry_keys` (`entry_id`);--> statement-breakpoint
CREATE TABLE `entry_merges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` integer NOT NULL,
	`merged_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`details` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `entry_merges_entry` ON `entry_merges` (`entry_id`);--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `merged_into` integer;--> statement-breakpoint
CREATE INDEX `form_submissions_merged` ON `form_submissions` (`merged_into`) WHERE merged_into is not null;
--> statement-breakpoint
CREATE VIEW `keys_of_entries` AS
  select entry.id as entry_id, coalesce(entry.merged_into, entry.id) as contact_id, entry.card_id,
    'mail ' || lower(trim(answer.value)) as key, '' as number
  from form_submissions as entry, json_each(entry.form_data) as answer
  where answer.key = 'email' and trim(answer.value) like '%_@_%'
  union all select entry_id, contact_id, card_id, 'tel ' || substr(digits, -8), iif(is_full, '+', '') || digits
  from (select entry_id, contact_id, card_id, is_full,
      ltrim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(iif(is_full, replace(dialed, '(0)', ''), dialed), ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), '+', ''), '＋', ''), '–', ''), '‑', ''), '‐', ''), char(160), ''), char(8239), ''), char(9), ''), '０', '0'), '１', '1'), '２', '2'), '３', '3'), '４', '4'), '５', '5'), '６', '6'), '７', '7'), '８', '8'), '９', '9'), '0') as digits
    from (select entry_id, contact_id, card_id, dialed,
        dialed like '+%' or dialed like '＋%' or dialed like '00%' as is_full
      from (select entry.id as entry_id, coalesce(entry.merged_into, entry.id) as contact_id, entry.card_id,
          trim(substr(answer.value, 1, instr(replace(lower(answer.value), 'ext', 'x') || 'x', 'x') - 1)) as dialed
        from form_submissions as entry, json_each(entry.form_data) as answer
        where answer.key in ('phone', 'mobile'))))
  where length(digits) between 7 and 15 and digits not glob '*[^0-9]*';
--> statement-breakpoint
CREATE TRIGGER `entry_keys_added` AFTER INSERT ON `form_submissions` BEGIN
  insert or ignore into entry_keys (key, card_id, entry_id, contact_id, number)
  select key, card_id, entry_id, contact_id, number from keys_of_entries where entry_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `entry_keys_changed` AFTER UPDATE OF `form_data`, `card_id`, `merged_into` ON `form_submissions` BEGIN
  delete from entry_keys where entry_id = new.id;
  insert or ignore into entry_keys (key, card_id, entry_id, contact_id, number)
  select key, card_id, entry_id, contact_id, number from keys_of_entries where entry_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `entry_keys_removed` AFTER DELETE ON `form_submissions` BEGIN
  delete from entry_keys where entry_id = old.id;
  delete from entry_merges where entry_id = old.id;
END;
--> statement-breakpoint
INSERT OR IGNORE INTO `entry_keys` (`key`, `card_id`, `entry_id`, `contact_id`, `number`)
  SELECT `key`, `card_id`, `entry_id`, `contact_id`, `number` FROM `keys_of_entries`;
