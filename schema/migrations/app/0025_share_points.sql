CREATE TABLE `share_points` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`card_id` integer NOT NULL,
	`code` text NOT NULL,
	`label` text NOT NULL,
	`kind` text NOT NULL,
	`active_from` text,
	`active_to` text,
	`note` text,
	`archived_at` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`request_key` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_points_code` ON `share_points` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `share_points_request` ON `share_points` (`request_key`);--> statement-breakpoint
CREATE INDEX `share_points_card` ON `share_points` (`card_id`,`archived_at`);