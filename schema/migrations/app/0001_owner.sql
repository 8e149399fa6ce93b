CREATE TABLE `email_reverts` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`email` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `email_reverts_user` ON `email_reverts` (`user_id`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`card_id` integer NOT NULL,
	`hash` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	PRIMARY KEY(`card_id`, `hash`)
);
--> statement-breakpoint
CREATE INDEX `uploads_hash` ON `uploads` (`hash`);--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `source` text DEFAULT 'link' NOT NULL;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `status` text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `note` text;