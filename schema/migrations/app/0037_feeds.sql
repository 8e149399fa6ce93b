CREATE TABLE `feeds` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`hint` text NOT NULL,
	`kind` text NOT NULL,
	`card_id` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_read_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_hash` ON `feeds` (`hash`);--> statement-breakpoint
CREATE INDEX `feeds_user` ON `feeds` (`user_id`);