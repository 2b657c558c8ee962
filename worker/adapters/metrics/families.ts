import { ERRORS } from '../../../schema/api/errors.ts';
import { BATCH_STATES } from '../../../schema/batches.ts';
import { ENVIRONMENTS } from '../../../schema/permissions.ts';
import { PLAN_IDS } from '../../../schema/plans.ts';

/** A metric of `GET /v1/metrics`, of `GET /operator/metrics`, or of both. */
export interface Family {
  /** Without the suffixes of samples, such as `_total`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly unit?: 'seconds' | 'bytes';
  readonly help: string;
  /** All values that the label can have: they are the bound of the cardinality. */
  readonly label?: { readonly name: string; readonly values: readonly string[] };
  readonly of: 'workspace' | 'operator' | 'both';
}

/** Seconds. The last bound is infinite. */
export const PROCESSING_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300] as const;

const OPEN_BATCHES = BATCH_STATES.filter((state) => !['completed', 'failed', 'canceled'].includes(state));

export const REQUESTS = 'platen_requests';
export const ERRORS_OF_REQUESTS = 'platen_request_errors';
export const FILES = 'platen_files';
export const PROCESSING = 'platen_file_processing_seconds';

export const FAMILIES: readonly Family[] = [
  {
    name: REQUESTS,
    type: 'counter',
    help: 'Requests to /v1 with a known key, whatever the answer was.',
    of: 'both',
  },
  {
    name: ERRORS_OF_REQUESTS,
    type: 'counter',
    help: 'Requests to /v1 with a known key that got an error, by its code.',
    label: { name: 'code', values: Object.keys(ERRORS) },
    of: 'both',
  },
  {
    name: FILES,
    type: 'counter',
    help: 'Files made and recorded. Each one of the environment live took a credit.',
    label: { name: 'environment', values: ENVIRONMENTS },
    of: 'both',
  },
  {
    name: PROCESSING,
    type: 'histogram',
    unit: 'seconds',
    help: 'Time from the arrival of a request to its file.',
    of: 'both',
  },
  {
    name: 'platen_prints_running',
    type: 'gauge',
    help: 'Files that are being made.',
    of: 'both',
  },
  {
    name: 'platen_jobs',
    type: 'gauge',
    help: 'Jobs that have not ended, by state.',
    label: { name: 'state', values: ['queued', 'running'] },
    of: 'both',
  },
  {
    name: 'platen_batches',
    type: 'gauge',
    help: 'Batches that have not ended, by state.',
    label: { name: 'state', values: OPEN_BATCHES },
    of: 'both',
  },
  {
    name: 'platen_copies_waiting',
    type: 'gauge',
    help: 'Copies to external storage that are not made yet.',
    of: 'both',
  },
  {
    name: 'platen_webhook_events_waiting',
    type: 'gauge',
    help: 'Events that were not handed to their webhooks yet.',
    of: 'both',
  },
  {
    name: 'platen_webhooks',
    type: 'gauge',
    help: 'Webhooks, by state.',
    label: { name: 'state', values: ['enabled', 'disabled'] },
    of: 'both',
  },
  {
    name: 'platen_stored_files',
    type: 'gauge',
    help: 'Files that are kept. Of many files, the count may be some minutes old.',
    of: 'both',
  },
  {
    name: 'platen_stored_bytes',
    type: 'gauge',
    unit: 'bytes',
    help: 'Size of the files that are kept.',
    of: 'both',
  },
  {
    name: 'platen_credits_remaining',
    type: 'gauge',
    help: "What is left of the month's quota, plus credits bought.",
    of: 'workspace',
  },
  {
    name: 'platen_quota_used_credits',
    type: 'gauge',
    help: 'Credits of the quota that were spent in this calendar month (UTC).',
    of: 'workspace',
  },
  {
    name: 'platen_quota_limit_credits',
    type: 'gauge',
    help: 'Credits that the plan includes in a calendar month.',
    of: 'workspace',
  },
  {
    name: 'platen_rate_limit_requests',
    type: 'gauge',
    help: 'Requests allowed in a window of 60 seconds. +Inf if there is no limit.',
    of: 'workspace',
  },
  {
    name: 'platen_rate_limit_remaining_requests',
    type: 'gauge',
    help: 'Requests left in the window. +Inf if there is no limit.',
    of: 'workspace',
  },
  {
    name: 'platen_workspaces',
    type: 'gauge',
    help: 'Workspaces, by plan.',
    label: { name: 'plan', values: PLAN_IDS },
    of: 'operator',
  },
  {
    name: 'platen_active_workspaces',
    type: 'gauge',
    help: 'Workspaces whose numbers changed in the last five minutes.',
    of: 'operator',
  },
];
