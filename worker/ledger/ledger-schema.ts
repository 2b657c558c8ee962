import { ACCOUNT_TABLES } from './account-store.ts';
import { BATCH_TABLES } from './batch-list.ts';
import { BATCH_ROW_TABLES } from './batch-rows.ts';
import { CLOSING_TABLES } from './closing.ts';
import { COPY_TABLES } from './copy-index.ts';
import { CREDIT_LEVEL_TABLES } from './credit-levels.ts';
import { GROUP_TABLES } from './file-groups.ts';
import { FILE_TABLES } from './file-index.ts';
import { JOB_TABLES } from './job-store.ts';
import { ID_TABLES } from './ledger-ids.ts';
import { LOST_TIME_TABLES } from './lost-time.ts';
import { METRIC_TABLES } from './metric-totals.ts';
import { OUTBOX_TABLES } from './outbox.ts';
import { PREVIEW_TABLES } from './previews.ts';
import { REQUEST_TABLES } from './request-counts.ts';
import { RESERVATION_TABLES } from './reservation-store.ts';
import { RESTORING_TABLES } from './restoring.ts';
import { REPORT_TABLES } from './service-report.ts';
import { SIZE_TABLES } from './stored-size.ts';
import { Schema } from './tables.ts';
import { USAGE_TABLES } from './usage-counts.ts';

export const LEDGER_SCHEMA = new Schema([
  ACCOUNT_TABLES,
  RESERVATION_TABLES,
  FILE_TABLES,
  COPY_TABLES,
  GROUP_TABLES,
  USAGE_TABLES,
  REQUEST_TABLES,
  METRIC_TABLES,
  SIZE_TABLES,
  LOST_TIME_TABLES,
  PREVIEW_TABLES,
  JOB_TABLES,
  BATCH_TABLES,
  BATCH_ROW_TABLES,
  CLOSING_TABLES,
  OUTBOX_TABLES,
  CREDIT_LEVEL_TABLES,
  ID_TABLES,
  RESTORING_TABLES,
  REPORT_TABLES,
]);
