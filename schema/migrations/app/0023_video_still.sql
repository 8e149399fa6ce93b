ALTER TABLE `uploads` ADD `still_of` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `still_url` text;