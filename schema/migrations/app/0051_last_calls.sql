ALTER TABLE `passkey_challenges` ADD `last_call` text;--> statement-breakpoint
ALTER TABLE `passkeys` ADD `last_call` text;--> statement-breakpoint
ALTER TABLE `throttle` ADD `last_call` text;--> statement-breakpoint
ALTER TABLE `recovery_codes` ADD `last_call` text;--> statement-breakpoint
ALTER TABLE `second_factors` ADD `last_call` text;