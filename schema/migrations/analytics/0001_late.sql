CREATE TABLE `archive_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`stale` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `late_events` (
	`card_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`events` text NOT NULL,
	PRIMARY KEY(`card_id`, `seq`)
) WITHOUT ROWID;
