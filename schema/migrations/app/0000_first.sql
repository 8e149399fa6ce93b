CREATE TABLE `business_cards` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`slug` text NOT NULL,
	`theme` text DEFAULT 'minimalist' NOT NULL,
	`name` text,
	`title` text,
	`company` text,
	`phone` text,
	`email` text,
	`address` text,
	`about` text,
	`profile_picture` text,
	`cover_photo` text,
	`logo_url` text,
	`video_url` text,
	`favicon_url` text,
	`social_links` text DEFAULT '{}' NOT NULL,
	`custom_buttons` text DEFAULT '[]' NOT NULL,
	`gallery` text DEFAULT '[]' NOT NULL,
	`embed_codes` text DEFAULT '[]' NOT NULL,
	`form_config` text DEFAULT '{"fields":[],"consent":null,"thanks":null}' NOT NULL,
	`customizations` text NOT NULL,
	`state` text DEFAULT 'live' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`uid` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `business_cards_slug` ON `business_cards` ("slug" collate nocase);--> statement-breakpoint
CREATE INDEX `business_cards_user` ON `business_cards` (`user_id`);--> statement-breakpoint
CREATE TABLE `form_submissions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`card_id` integer NOT NULL,
	`client_id` text NOT NULL,
	`form_data` text NOT NULL,
	`consent_hash` text,
	`submitter_ip` text,
	`submitter_location` text,
	`submitter_device` text,
	`timestamp` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `form_submissions_client` ON `form_submissions` (`card_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `form_submissions_card` ON `form_submissions` (`card_id`,`timestamp`);--> statement-breakpoint
CREATE TABLE `reset_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`password_print` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reset_tokens_user` ON `reset_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`auth_at` integer NOT NULL,
	`device` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `slug_history` (
	`slug` text PRIMARY KEY NOT NULL,
	`card_id` integer NOT NULL,
	`until` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `throttle` (
	`key` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`password` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`full_name` text,
	`access_level` integer DEFAULT 1 NOT NULL,
	`must_change_password` integer DEFAULT false NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`deleted_at` text,
	CONSTRAINT "users_access_level" CHECK("users"."access_level" between 1 and 5)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` ("username" collate nocase);--> statement-breakpoint
CREATE INDEX `users_email` ON `users` ("email" collate nocase);