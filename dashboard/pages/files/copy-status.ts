import type { KeptCopy } from '../../../schema/api/files.ts';
import type { CopyState } from '../../../schema/providers.ts';
import type { StatusLabel } from '../../components/status-label.ts';

export const COPY_STATUS: Readonly<Record<CopyState, StatusLabel>> = {
  stored: { tone: 'good', label: 'Stored' },
  pending: { tone: 'quiet', label: 'Pending' },
  failed: { tone: 'warning', label: 'Failed, will retry' },
  abandoned: { tone: 'bad', label: 'Failed' },
};

const WORST_FIRST: readonly CopyState[] = ['abandoned', 'failed', 'pending'];

/** A short status for all copies of a file, or null if it has none. */
export function summarizeCopies(copies: readonly KeptCopy[] | undefined): StatusLabel | null {
  if (copies === undefined || copies.length === 0) return null;
  const worst = WORST_FIRST.find((state) => copies.some((copy) => copy.state === state));
  if (worst === undefined) {
    return { tone: 'good', label: copies.length === 1 ? 'Stored' : `${copies.length} stored` };
  }
  const { tone, label } = COPY_STATUS[worst];
  if (copies.length === 1) return { tone, label };
  const affected = copies.filter(({ state }) => state === worst).length;
  return { tone, label: `${affected} of ${copies.length}: ${label.toLowerCase()}` };
}
