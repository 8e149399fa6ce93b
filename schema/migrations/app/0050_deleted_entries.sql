CREATE TABLE `deleted_entries` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`contact_id` integer NOT NULL,
	`card_id` integer NOT NULL,
	`owner_id` integer NOT NULL,
	`deleted_at` text NOT NULL,
	`receipt_hash` text,
	`email_receipt_hash` text,
	`row` text NOT NULL,
	`merges` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deleted_entries_contact` ON `deleted_entries` (`contact_id`);--> statement-breakpoint
CREATE INDEX `deleted_entries_card` ON `deleted_entries` (`card_id`);--> statement-breakpoint
CREATE INDEX `deleted_entries_owner` ON `deleted_entries` (`owner_id`);--> statement-breakpoint
CREATE INDEX `deleted_entries_deleted` ON `deleted_entries` (`deleted_at`);--> statement-breakpoint
CREATE INDEX `deleted_entries_receipt` ON `deleted_entries` (`receipt_hash`);--> statement-breakpoint
CREATE INDEX `deleted_entries_email_receipt` ON `deleted_entries` (`email_receipt_hash`);