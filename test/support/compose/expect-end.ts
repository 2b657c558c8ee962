import { expect } from 'vitest';
import type { HostileTemplate } from './hostile/materials.ts';
import type { End } from './hostile-outcome.ts';

export function expectEnd(end: End, { ends }: Pick<HostileTemplate, 'ends'>): void {
  if (typeof ends === 'string') expect(end).toEqual({ error: null, chars: ends.length, start: ends });
  else if ('chars' in ends) expect(end).toMatchObject({ error: null, chars: ends.chars });
  else {
    expect(end.error).toMatch(ends);
    expect(end.error?.length).toBeLessThanOrEqual(300);
  }
}
