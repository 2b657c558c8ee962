import type { ListedJob } from '../../../schema/console/jobs.ts';
import type { JobState } from '../../../schema/jobs.ts';
import { refreshInterval } from '../../api/refresh-interval.ts';
import type { StatusLabel } from '../../components/status-label.ts';

export const STATE_LABELS: Readonly<Record<JobState, StatusLabel>> = {
  queued: { tone: 'quiet', label: 'Queued' },
  running: { tone: 'warning', label: 'Running' },
  succeeded: { tone: 'good', label: 'Succeeded' },
  failed: { tone: 'bad', label: 'Failed' },
  canceled: { tone: 'quiet', label: 'Canceled' },
};

export const isOpen = ({ state }: ListedJob): boolean => state === 'queued' || state === 'running';

export const jobRefreshInterval = refreshInterval<ListedJob>(isOpen);
