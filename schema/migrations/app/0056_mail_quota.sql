CREATE TABLE `mail_quota` (
	`id` integer PRIMARY KEY NOT NULL,
	`accepted` integer NOT NULL,
	`since` integer NOT NULL,
	`learned` integer,
	`refused_at` integer DEFAULT 0 NOT NULL,
	`paused_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `purpose` text DEFAULT 'account' NOT NULL;