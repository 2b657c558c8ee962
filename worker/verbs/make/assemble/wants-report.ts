import type { Assembly } from '../../../../schema/api/assemble.ts';

/** A split prints nothing, so it has none. */
export function wantsReport({ kind, body }: Assembly): boolean {
  if (kind === 'split') return false;
  const entries = kind === 'merge' ? body.entries : [];
  return [body, ...entries].some(({ options }) => options?.report === true);
}
