import { expect, test } from 'vitest';
import { TemplateError } from '../../../compose/errors.ts';
import { EDGE_LIMITS } from '../../../compose/template-limits.ts';
import { startTemplating } from '../../../compose/templating.ts';
import { unlimited } from '../../support/unlimited.ts';

const LOOPS = '{{#each list}}{{#each ../list}}{{.}}{{/each}}{{/each}}';

/** What the request's meter saw, and how the loops ended. */
function run(size: number): { readonly work: number; readonly error: unknown } {
  const meter = unlimited();
  const templating = startTemplating({ limits: EDGE_LIMITS, meter, now: 0 });
  try {
    templating.fill('html', LOOPS, { list: Array.from({ length: size }, (_, index) => index) });
    return { work: meter.work, error: null };
  } catch (error) {
    return { work: meter.work, error };
  }
}

test('the work of a template that loops is in proportion to its turns', () => {
  const [one, two] = [run(100).work, run(200).work];
  expect(one).toBeGreaterThan(1_000_000);
  expect(two / one).toBeGreaterThan(3.5);
  expect(two / one).toBeLessThan(4.5);
});

test('a template that takes too many steps has charged them', () => {
  const { work, error } = run(2_000);
  expect(error).toBeInstanceOf(TemplateError);
  expect(work).toBeGreaterThan(100 * EDGE_LIMITS.steps);
});
