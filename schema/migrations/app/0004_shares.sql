CREATE TABLE `analytics_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`timeframe` text NOT NULL,
	`card_id` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `analytics_shares_hash` ON `analytics_shares` (`hash`);--> statement-breakpoint
CREATE INDEX `analytics_shares_user` ON `analytics_shares` (`user_id`);