import type { ListedJob } from '../../../schema/console/jobs.ts';
import type { JobState } from '../../../schema/jobs.ts';
import type { ListPage } from '../../api/console-client.ts';

interface StateLabel {
  readonly tone: 'good' | 'warning' | 'bad' | 'quiet';
  readonly label: string;
}

export const STATE_LABELS: Readonly<Record<JobState, StateLabel>> = {
  queued: { tone: 'quiet', label: 'Queued' },
  running: { tone: 'warning', label: 'Running' },
  succeeded: { tone: 'good', label: 'Succeeded' },
  failed: { tone: 'bad', label: 'Failed' },
  canceled: { tone: 'quiet', label: 'Canceled' },
};

export const isOpen = ({ state }: ListedJob): boolean => state === 'queued' || state === 'running';

const REFRESH_MS = 2_000;

/** While a job is queued or running. Each page is a request, so more pages are loaded less often. */
export const refreshInterval = (pages: readonly ListPage<ListedJob>[]): number | false =>
  pages.some(({ data }) => data.some(isOpen)) && REFRESH_MS * pages.length;
