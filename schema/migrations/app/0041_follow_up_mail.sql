ALTER TABLE `form_submissions` ADD `assigned_at` text;--> statement-breakpoint
ALTER TABLE `users` ADD `follow_up_mail` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `follow_up_mailed_at` text;--> statement-breakpoint
ALTER TABLE `users` ADD `time_zone` text;