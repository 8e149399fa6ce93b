ALTER TABLE `users` ADD `username_skeleton` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_skeleton` ON `users` (`username_skeleton`) WHERE username_skeleton <> '';--> statement-breakpoint
CREATE INDEX `users_no_skeleton` ON `users` (`id`) WHERE username_skeleton is null;