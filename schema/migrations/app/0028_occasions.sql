CREATE TABLE `occasion_points` (
	`occasion_id` integer NOT NULL,
	`share_point_id` integer NOT NULL,
	`added_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	PRIMARY KEY(`occasion_id`, `share_point_id`)
);
--> statement-breakpoint
CREATE INDEX `occasion_points_point` ON `occasion_points` (`share_point_id`);--> statement-breakpoint
CREATE TABLE `occasions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`place` text,
	`from_day` text NOT NULL,
	`to_day` text NOT NULL,
	`zone` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`archived_at` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`request_key` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `occasions_user` ON `occasions` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `occasions_request` ON `occasions` (`request_key`);--> statement-breakpoint
ALTER TABLE `analytics_shares` ADD `occasion_id` integer;