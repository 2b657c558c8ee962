CREATE INDEX `audit_trail_by_action` ON `audit_trail` (`workspace_id`,`action`,`id`);--> statement-breakpoint
CREATE TRIGGER `audit_trail_bound` AFTER INSERT ON `audit_trail`
BEGIN
	DELETE FROM `audit_trail`
	WHERE `workspace_id` = NEW.`workspace_id` AND `action` = NEW.`action` AND `id` <= (
		SELECT `id` FROM `audit_trail`
		WHERE `workspace_id` = NEW.`workspace_id` AND `action` = NEW.`action`
		ORDER BY `id` DESC LIMIT 1 OFFSET 1000
	);
END;
