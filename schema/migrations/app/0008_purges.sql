CREATE TABLE `purge_budget` (
	`id` integer PRIMARY KEY NOT NULL,
	`tokens` real NOT NULL,
	`at` integer NOT NULL,
	`holder` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `purge_outbox` (
	`tag` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`changed_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`passes` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `purge_of_card` AFTER UPDATE ON `business_cards` BEGIN
  insert into purge_outbox (tag, changed_at, due_at)
  select tag, at, at from (
    select 'c:' || new.id as tag, cast(unixepoch('subsec') * 1000 as integer) as at
    union all
    select 's:' || new.slug, cast(unixepoch('subsec') * 1000 as integer)
    where new.slug <> old.slug or (old.state = 'draft' and new.state <> 'draft')
      or (old.deleted_at is not null and new.deleted_at is null))
  where true
  on conflict (tag) do update set version = version + 1, due_at = excluded.due_at, passes = 0,
    changed_at = iif(passes = 0, changed_at, excluded.changed_at);
END;
--> statement-breakpoint
CREATE TRIGGER `purge_of_erased_card` AFTER DELETE ON `business_cards` BEGIN
  insert into purge_outbox (tag, changed_at, due_at)
  values ('c:' || old.id, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer))
  on conflict (tag) do update set version = version + 1, due_at = excluded.due_at, passes = 0,
    changed_at = iif(passes = 0, changed_at, excluded.changed_at);
END;
--> statement-breakpoint
CREATE TRIGGER `purge_of_cards_of_user` AFTER UPDATE OF `access_level`, `deleted_at` ON `users` BEGIN
  insert into purge_outbox (tag, changed_at, due_at)
  select tag, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer) from (
    select 'c:' || id as tag from business_cards where user_id = new.id
    union all
    select 's:' || slug from business_cards
    where user_id = new.id and old.deleted_at is not null and new.deleted_at is null)
  where true
  on conflict (tag) do update set version = version + 1, due_at = excluded.due_at, passes = 0,
    changed_at = iif(passes = 0, changed_at, excluded.changed_at);
END;
