import { describe, expect, it } from 'vitest';
import { TemplateError } from '../../../compose/errors.ts';
import { filled, inputOf, outcomeOf } from './hostile-outcome.ts';
import { HOSTILE_TEMPLATES } from './hostile/all.ts';
import type { HostileTemplate } from './hostile/materials.ts';

/**
 * @param measure runs what fills the template, and asserts what it may take, where the platform tells that; a
 *   Worker's clock stands still while it computes
 */
export function describeHostileTemplates(
  measure: <Result>(work: () => Result) => Result = (work) => work(),
): void {
  describe('a hostile template ends as it should, and leaves the engine serving', () => {
    for (const hostile of HOSTILE_TEMPLATES) {
      it(hostile.name, () => {
        const input = inputOf(hostile);
        const outcome = measure(() => outcomeOf(input));
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
