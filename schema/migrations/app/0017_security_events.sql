CREATE TABLE `security_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`at` text NOT NULL,
	`kind` text NOT NULL,
	`outcome` text NOT NULL,
	`user_id` integer,
	`actor_id` integer,
	`country` text,
	`asn` integer,
	`as_organization` text,
	`network` text,
	`device` text NOT NULL,
	`request_id` text NOT NULL,
	`route` text NOT NULL,
	`status` integer NOT NULL,
	`details` text NOT NULL,
	`count` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `security_events_key` ON `security_events` (`key`);--> statement-breakpoint
CREATE INDEX `security_events_at` ON `security_events` (`at`);--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`);--> statement-breakpoint
CREATE INDEX `security_events_actor` ON `security_events` (`actor_id`);--> statement-breakpoint
CREATE INDEX `security_events_kind` ON `security_events` (`kind`);--> statement-breakpoint
ALTER TABLE `api_tokens` ADD `scope` text DEFAULT 'read' NOT NULL;