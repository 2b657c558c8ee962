import { type Plan, PLAN_IDS, PLANS, UNLIMITED } from '../../schema/plans.ts';

interface PlanColumn {
  readonly field: keyof Plan;
  readonly head: string;
  readonly show: (value: number) => string;
}

const count = (value: number): string => (value === UNLIMITED ? 'unlimited' : value.toLocaleString('en'));
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toLocaleString('en')} MB`;

/** The columns that a table of plans can have. */
export const PLAN_COLUMNS: readonly PlanColumn[] = [
  { field: 'requestsPerMinute', head: 'Requests per minute', show: count },
  { field: 'timeoutMs', head: 'Timeout', show: (ms) => `${ms / 1_000} s` },
  { field: 'maxHtmlBytes', head: 'HTML', show: megabytes },
  { field: 'maxPdfBytes', head: 'PDF', show: megabytes },
  { field: 'maxPages', head: 'Pages', show: count },
  { field: 'maxKeys', head: 'Keys', show: count },
  { field: 'monthlyCredits', head: 'Credits per month', show: count },
  { field: 'retentionDays', head: 'Retention', show: (days) => `${days} days` },
  { field: 'pageShare', head: 'Pages of each browser', show: (share) => `${share * 8}/8` },
  { field: 'maxBrowsers', head: 'Browsers', show: count },
  { field: 'maxTemplates', head: 'Templates', show: count },
  { field: 'maxVersions', head: 'Versions of a template', show: count },
  { field: 'maxInvitations', head: 'Open invitations', show: count },
  { field: 'maxOpenJobs', head: 'Jobs queued or running', show: count },
  { field: 'maxRunningJobs', head: 'Jobs and rows that run at the same time', show: count },
  { field: 'maxOpenBatches', head: 'Open batches', show: count },
  { field: 'maxBatchRows', head: 'Rows', show: count },
  { field: 'maxBatchBytes', head: 'Body of a batch', show: megabytes },
  { field: 'maxAssets', head: 'Assets', show: count },
  { field: 'maxAssetBytes', head: 'Bytes of all versions', show: megabytes },
  { field: 'maxPartials', head: 'Partials', show: count },
];

export const planRows = (columns: readonly PlanColumn[]): readonly (readonly string[])[] => [
  ['Plan id', ...columns.map(({ head }) => head)],
  ...PLAN_IDS.map((id) => [`\`${id}\``, ...columns.map(({ field, show }) => show(PLANS[id][field]))]),
];
