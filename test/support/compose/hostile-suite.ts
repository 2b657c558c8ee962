import { describe, expect, it } from 'vitest';
import { compose } from '../../../compose/compose.ts';
import { TemplateError } from '../../../compose/errors.ts';
import { HOSTILE_TEMPLATES, type HostileTemplate } from './hostile-templates.ts';

const MAX_MS = 1_000;

const filled = (html: string, data: unknown): string =>
  compose({
    html,
    template: null,
    data: data as Record<string, unknown>,
    options: {},
    filename: null,
    maxHtmlBytes: 50_000_000,
    watermark: null,
    now: 0,
  }).job.html;

/** The output, or the error where it is one that the product may tell. Any other error ends the test. */
export function outcomeOf(hostile: HostileTemplate): string | TemplateError {
  const template = hostile.template();
  const data = hostile.data?.() ?? {};
  try {
    return filled(template, data);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}

/** @param clock lets time pass where the platform stops it during computation, and tells it */
export function describeHostileTemplates(clock: () => Promise<number>): void {
  describe('a hostile template ends within a second, as it should, and leaves the engine serving', () => {
    for (const hostile of HOSTILE_TEMPLATES) {
      it(hostile.name, async () => {
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
