ALTER TABLE `users` ADD `weekly_mail` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `weekly_mailed_at` text;