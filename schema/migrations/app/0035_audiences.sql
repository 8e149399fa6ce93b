ALTER TABLE `business_cards` ADD `locked_at` text;--> statement-breakpoint
ALTER TABLE `share_points` ADD `shows_hidden` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TRIGGER `purge_of_revealing_point` AFTER UPDATE OF `shows_hidden`, `archived_at` ON `share_points`
WHEN new.shows_hidden <> old.shows_hidden
  or (new.shows_hidden and (new.archived_at is null) <> (old.archived_at is null)) BEGIN
  insert into purge_outbox (tag, changed_at, due_at)
  values ('c:' || new.card_id, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer))
  on conflict (tag) do update set version = version + 1, due_at = excluded.due_at, passes = 0,
    changed_at = iif(passes = 0, changed_at, excluded.changed_at);
END;
--> statement-breakpoint
CREATE TRIGGER `purge_of_new_revealing_point` AFTER INSERT ON `share_points` WHEN new.shows_hidden BEGIN
  insert into purge_outbox (tag, changed_at, due_at)
  values ('c:' || new.card_id, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer))
  on conflict (tag) do update set version = version + 1, due_at = excluded.due_at, passes = 0,
    changed_at = iif(passes = 0, changed_at, excluded.changed_at);
END;
