import { describe, expect, test } from 'vitest';
import { TemplateError } from '../../../compose/errors.ts';
import { fillHostile, filled, makeInput } from './hostile-outcome.ts';
import { HOSTILE_TEMPLATES } from './hostile/all.ts';
import type { HostileTemplate } from './hostile/materials.ts';

/**
 * @param measure runs the work and asserts its cost, where the platform can measure it. A Worker's clock does not
 *   move while it computes.
 */
export function describeHostileTemplates(
  measure: <Result>(work: () => Result) => Result | Promise<Result> = (work) => work(),
): void {
  describe('a hostile template ends as it should, and leaves the engine serving', () => {
    for (const hostile of HOSTILE_TEMPLATES) {
      test(hostile.name, async () => {
        const input = makeInput(hostile);
        const outcome = await measure(() => fillHostile(input));
        expectEnd(outcome, hostile);
        expect(filled('{{#each a}}{{this}},{{/each}}', { a: [1, 2] })).toBe('1,2,');
      });
    }
  });
}

function expectEnd(outcome: string | TemplateError, { ends }: HostileTemplate): void {
  if (typeof ends === 'string') expect(outcome).toBe(ends);
  else if ('chars' in ends) expect(outcome).toHaveLength(ends.chars);
  else {
    expect(outcome).toBeInstanceOf(TemplateError);
    const { message } = outcome as TemplateError;
    expect(message).toMatch(ends);
    expect(message.length).toBeLessThanOrEqual(300);
  }
}
