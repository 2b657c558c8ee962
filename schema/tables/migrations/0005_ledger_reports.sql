CREATE TABLE `ledger_reports` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`reported_at` integer NOT NULL,
	`counters` text NOT NULL,
	`gauges` text NOT NULL
);
