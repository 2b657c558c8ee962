import type { KeptCopy } from '../../../schema/api/files.ts';
import type { CopyState } from '../../../schema/providers.ts';

export interface CopyStatus {
  readonly tone: 'good' | 'warning' | 'bad' | 'quiet';
  readonly words: string;
}

export const COPY_STATUS: Readonly<Record<CopyState, CopyStatus>> = {
  stored: { tone: 'good', words: 'Stored' },
  pending: { tone: 'quiet', words: 'On its way' },
  failed: { tone: 'warning', words: 'Failed, is tried again' },
  abandoned: { tone: 'bad', words: 'Given up' },
};

/** The worst state speaks for all. */
const WORST_FIRST: readonly CopyState[] = ['abandoned', 'failed', 'pending'];

/** The copies of a file in a word or two; null where it has none. */
export function summarizeCopies(copies: readonly KeptCopy[] | undefined): CopyStatus | null {
  if (copies === undefined || copies.length === 0) return null;
  const worst = WORST_FIRST.find((state) => copies.some((copy) => copy.state === state));
  if (worst === undefined) {
    return { tone: 'good', words: copies.length === 1 ? 'Stored' : `${copies.length} stored` };
  }
  const { tone, words } = COPY_STATUS[worst];
  if (copies.length === 1) return { tone, words };
  const affected = copies.filter(({ state }) => state === worst).length;
  return { tone, words: `${affected} of ${copies.length}: ${words.toLowerCase()}` };
}
