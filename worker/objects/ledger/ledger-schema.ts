import { ACCOUNT_TABLES } from './admission/account-store.ts';
import { BATCH_TABLES } from './batches/batch-list.ts';
import { BATCH_ROW_TABLES } from './batches/batch-rows.ts';
import { CLOSING_TABLES } from './closing.ts';
import { COPY_TABLES } from './files/copy-index.ts';
import { CREDIT_LEVEL_TABLES } from './admission/credit-levels.ts';
import { GROUP_TABLES } from './files/file-groups.ts';
import { FILE_TABLES } from './files/file-index.ts';
import { JOB_TABLES } from './jobs/job-store.ts';
import { LOST_TIME_TABLES } from './admission/lost-time.ts';
import { METRIC_TABLES } from './counts/metric-totals.ts';
import { OUTBOX_TABLES } from './events/outbox.ts';
import { PREVIEW_TABLES } from './admission/previews.ts';
import { REQUEST_TABLES } from './counts/request-counts.ts';
import { RESERVATION_TABLES } from './admission/reservation-store.ts';
import { REPORT_TABLES } from './counts/service-report.ts';
import { SIZE_TABLES } from './files/stored-size.ts';
import { Schema } from '../storage/tables.ts';
import { UPLOAD_TABLES } from './files/uploaded-bytes.ts';
import { USAGE_TABLES } from './counts/usage-counts.ts';

export const LEDGER_SCHEMA = new Schema([
  ACCOUNT_TABLES,
  RESERVATION_TABLES,
  FILE_TABLES,
  UPLOAD_TABLES,
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
  REPORT_TABLES,
]);
