CREATE TABLE `cron_jobs` (
	`job` text PRIMARY KEY NOT NULL,
	`done` integer DEFAULT -1 NOT NULL,
	`started_at` integer NOT NULL,
	`done_at` integer,
	`failed_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`lease_until` integer NOT NULL
);
