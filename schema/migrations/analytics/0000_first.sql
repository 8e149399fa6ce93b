CREATE TABLE `card_clicks` (
	`card_id` integer NOT NULL,
	`timestamp` integer NOT NULL,
	`id` text NOT NULL,
	`source` text NOT NULL,
	`left_out` text,
	`burst` integer NOT NULL,
	`link_type` text NOT NULL,
	`link_id` text NOT NULL,
	`clicker_ip` text NOT NULL,
	`clicker_location` text NOT NULL,
	`clicker_device` text NOT NULL,
	PRIMARY KEY(`card_id`, `timestamp`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `card_days` (
	`card_id` integer NOT NULL,
	`day` integer NOT NULL,
	`views` integer NOT NULL,
	`clicks` integer NOT NULL,
	`saves` integer NOT NULL,
	`visitors` integer NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`card_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `card_saves` (
	`card_id` integer NOT NULL,
	`timestamp` integer NOT NULL,
	`id` text NOT NULL,
	`source` text NOT NULL,
	`left_out` text,
	`burst` integer NOT NULL,
	`saver_ip` text NOT NULL,
	`saver_location` text NOT NULL,
	`saver_device` text NOT NULL,
	PRIMARY KEY(`card_id`, `timestamp`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `card_views` (
	`card_id` integer NOT NULL,
	`timestamp` integer NOT NULL,
	`id` text NOT NULL,
	`source` text NOT NULL,
	`left_out` text,
	`burst` integer NOT NULL,
	`dwell_ms` integer NOT NULL,
	`viewer_ip` text NOT NULL,
	`viewer_location` text NOT NULL,
	`viewer_device` text NOT NULL,
	PRIMARY KEY(`card_id`, `timestamp`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `card_visitors` (
	`card_id` integer NOT NULL,
	`day` integer NOT NULL,
	`visitor` text NOT NULL,
	PRIMARY KEY(`card_id`, `day`, `visitor`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `dead_events` (
	`key` text PRIMARY KEY NOT NULL,
	`event` text NOT NULL,
	`received_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_inbox` (
	`key` text PRIMARY KEY NOT NULL,
	`event` text NOT NULL,
	`received_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `visitor_salts` (
	`day` integer PRIMARY KEY NOT NULL,
	`salt` text NOT NULL
) WITHOUT ROWID;
