ALTER TABLE `uploads` ADD `contact_photo` text;--> statement-breakpoint
-- Whatever made the inline photo of a profile picture made its contact photo, too.
UPDATE `uploads` SET `contact_photo` = '/images/' || `hash` || '-400.jpg' WHERE `inline_photo` > '';--> statement-breakpoint
DELETE FROM `cron_jobs` WHERE `job` IN ('fillInlinePhotos', 'fillLogoTones');
