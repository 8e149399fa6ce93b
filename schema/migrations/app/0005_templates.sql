CREATE TABLE `card_templates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`rules` text NOT NULL,
	`card_id` integer NOT NULL,
	`content` text NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `template_job_cards` (
	`job_id` integer NOT NULL,
	`card_id` integer NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`version` integer NOT NULL,
	`before` text,
	PRIMARY KEY(`job_id`, `card_id`)
);
--> statement-breakpoint
CREATE TABLE `template_jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`template_id` integer NOT NULL,
	`state` text DEFAULT 'running' NOT NULL,
	`touched_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `template_jobs_template` ON `template_jobs` (`template_id`);--> statement-breakpoint
ALTER TABLE `business_cards` ADD `template_id` integer;--> statement-breakpoint
CREATE INDEX `business_cards_template` ON `business_cards` (`template_id`);