CREATE TABLE `receipt_addresses` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`confirmed_at` integer,
	`stopped_at` integer
);
--> statement-breakpoint
CREATE TABLE `receipt_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`address_hash` text NOT NULL,
	`card_id` integer,
	`entry_id` integer,
	`at` integer NOT NULL,
	`letter` text,
	`confirm_hash` text
);
--> statement-breakpoint
CREATE INDEX `receipt_mails_address` ON `receipt_mails` (`address_hash`,`at`);--> statement-breakpoint
CREATE INDEX `receipt_mails_at` ON `receipt_mails` (`at`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_mails_confirm` ON `receipt_mails` (`confirm_hash`) WHERE confirm_hash is not null;