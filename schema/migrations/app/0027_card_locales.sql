CREATE TABLE `card_locales` (
	`card_id` integer NOT NULL,
	`locale` text NOT NULL,
	`fields` text NOT NULL,
	PRIMARY KEY(`card_id`, `locale`)
);
--> statement-breakpoint
ALTER TABLE `business_cards` ADD `language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
CREATE TRIGGER `purge_of_new_locale` AFTER INSERT ON `card_locales` BEGIN
  insert into purge_outbox (tag, changed_at, due_at)
  values ('c:' || new.card_id, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer))
  on conflict (tag) do update set version = version + 1, due_at = excluded.due_at, passes = 0,
    changed_at = iif(passes = 0, changed_at, excluded.changed_at);
END;
--> statement-breakpoint
CREATE TRIGGER `purge_of_locale` AFTER UPDATE ON `card_locales` BEGIN
  insert into purge_outbox (tag, changed_at, due_at)
  values ('c:' || new.card_id, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer))
  on conflict (tag) do update set version = version + 1, due_at = excluded.due_at, passes = 0,
    changed_at = iif(passes = 0, changed_at, excluded.changed_at);
END;
--> statement-breakpoint
CREATE TRIGGER `purge_of_erased_locale` AFTER DELETE ON `card_locales` BEGIN
  insert into purge_outbox (tag, changed_at, due_at)
  values ('c:' || old.card_id, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer))
  on conflict (tag) do update set version = version + 1, due_at = excluded.due_at, passes = 0,
    changed_at = iif(passes = 0, changed_at, excluded.changed_at);
END;
