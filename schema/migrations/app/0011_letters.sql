CREATE TABLE `mail_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`letter` text NOT NULL,
	`made_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL
);
