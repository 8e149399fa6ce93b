-- Skeletons are made otherwise now. The cron makes them anew, and the oldest of those who look alike has it.
UPDATE `users` SET `username_skeleton` = NULL;
