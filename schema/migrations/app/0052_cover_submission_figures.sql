DROP INDEX `form_submissions_card`;--> statement-breakpoint
CREATE INDEX `form_submissions_card` ON `form_submissions` (`card_id`,`timestamp`,`id`,`captured_at`,`imported_at`,`source`);