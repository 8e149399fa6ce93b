CREATE TABLE `wallet_devices` (
	`device` text NOT NULL,
	`card_id` integer NOT NULL,
	`push_token` text NOT NULL,
	`registered_at` integer NOT NULL,
	PRIMARY KEY(`device`, `card_id`)
);
--> statement-breakpoint
CREATE INDEX `wallet_devices_card` ON `wallet_devices` (`card_id`);--> statement-breakpoint
CREATE TABLE `wallet_passes` (
	`card_id` integer NOT NULL,
	`wallet` text NOT NULL,
	`code` text NOT NULL,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`due_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`card_id`, `wallet`)
);
--> statement-breakpoint
CREATE INDEX `wallet_passes_due` ON `wallet_passes` (`due_at`);--> statement-breakpoint
CREATE TRIGGER `wallet_pass_of_card` AFTER UPDATE ON `business_cards`
WHEN new.version <> old.version or new.user_id <> old.user_id BEGIN
  update wallet_passes set changed_at = cast(unixepoch('subsec') * 1000 as integer),
    due_at = cast(unixepoch('subsec') * 1000 as integer), tries = 0
  where card_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `wallet_passes_of_user` AFTER UPDATE OF `deleted_at` ON `users` BEGIN
  update wallet_passes set changed_at = cast(unixepoch('subsec') * 1000 as integer),
    due_at = cast(unixepoch('subsec') * 1000 as integer), tries = 0
  where card_id in (select id from business_cards where user_id = new.id);
END;
