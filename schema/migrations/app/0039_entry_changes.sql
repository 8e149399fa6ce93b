CREATE TABLE `entry_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`card_id` integer NOT NULL,
	`entry_id` integer NOT NULL,
	`deleted_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entry_changes_entry` ON `entry_changes` (`entry_id`);--> statement-breakpoint
CREATE INDEX `entry_changes_card` ON `entry_changes` (`card_id`,`seq`);--> statement-breakpoint
CREATE INDEX `entry_changes_deleted` ON `entry_changes` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
INSERT INTO `entry_changes` (`card_id`, `entry_id`) SELECT `card_id`, `id` FROM `form_submissions` ORDER BY `id`;
--> statement-breakpoint
CREATE TRIGGER `entry_stored` AFTER INSERT ON `form_submissions` BEGIN
  delete from entry_changes where entry_id = new.id;
  insert into entry_changes (card_id, entry_id) values (new.card_id, new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `entry_changed` AFTER UPDATE ON `form_submissions`
WHEN new.submitter_ip is old.submitter_ip or new.withdrawn_at is not old.withdrawn_at BEGIN
  delete from entry_changes where entry_id = new.id;
  insert into entry_changes (card_id, entry_id) values (new.card_id, new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `entry_deleted` AFTER DELETE ON `form_submissions` BEGIN
  delete from entry_changes where entry_id = old.id;
  insert into entry_changes (card_id, entry_id, deleted_at)
  values (old.card_id, old.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
