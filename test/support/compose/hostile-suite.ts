import { describe, expect, it } from 'vitest';
import { TemplateError } from '../../../compose/errors.ts';
import { filled, outcomeOf } from './hostile-outcome.ts';
import { HOSTILE_TEMPLATES } from './hostile/all.ts';

const MAX_MS = 1_000;

/** @param clock lets time pass where the platform stops it during computation, and tells it */
export function describeHostileTemplates(clock: () => Promise<number>): void {
  describe('a hostile template ends within a second, as it should, and leaves the engine serving', () => {
    for (const hostile of HOSTILE_TEMPLATES) {
      // Retried, because it is a time that is measured, and the machine may be doing something else.
      it(hostile.name, { retry: 2 }, async () => {
        const startedAt = await clock();
        const outcome = outcomeOf(hostile);
        const tookMs = (await clock()) - startedAt;

        if (typeof hostile.ends === 'string') expect(outcome).toBe(hostile.ends);
        else {
          expect(outcome).toBeInstanceOf(TemplateError);
          expect((outcome as TemplateError).message).toMatch(hostile.ends);
          expect((outcome as TemplateError).message.length).toBeLessThanOrEqual(300);
        }
        expect(tookMs).toBeLessThan(MAX_MS);
        expect(filled('{{#each a}}{{this}},{{/each}}', { a: [1, 2] })).toBe('1,2,');
      });
    }
  });
}
