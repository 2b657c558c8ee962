import { expect, test } from 'vitest';
import { ENDLESS_OUTPUT, ENDLESS_STEPS } from '../support/hostile/loops-of-loops.ts';
import { generated, quotaUsed, readError, send, tenant, useBulkService } from './support/bulk-lane.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

useBulkService();

/** Over 4 MB, so that the container reads the body. */
const large = (body: { html: string; data: Record<string, unknown> }): string =>
  JSON.stringify({
    htmlContent: body.html,
    templateData: { ...body.data, filler: 'x'.repeat(4_100_000) },
  });

test.each(typical(ENDLESS_OUTPUT, 1))(
  '$name on Growth ends at the output of the plan',
  LONG,
  async ({ html, data }) => {
    const { key, workspaceId } = await tenant('growth');
    // A small body: the edge lane sends it on.
    const small = readError(await send(key, JSON.stringify({ htmlContent: html, templateData: data })));
    const bulk = readError(await send(key, large({ html, data })));
    for (const { code, details } of [small, bulk]) {
      expect({ code, details }).toEqual({
        code: 'VALIDATION_ERROR',
        details: [
          'htmlContent: is more than 10000000 bytes of UTF-8 after templating; the plan allows 10000000',
        ],
      });
    }
    expect(await quotaUsed(workspaceId)).toBe(0);
  },
);

test.each(typical(ENDLESS_STEPS, 1))('$name on Growth ends at the steps of the plan', LONG, async (loop) => {
  const { key } = await tenant('growth');
  const { code, message } = readError(await send(key, large(loop)));
  expect(code).toBe('TEMPLATE_COMPILATION_ERROR');
  expect(message).toContain('takes more than 1,000,000 steps');
});

variation('what a workspace composes in vain limits it, and not its neighbour', async () => {
  const [hostile, honest] = await Promise.all([tenant('scale-enterprise'), tenant('growth')]);
  const [loop] = ENDLESS_STEPS;
  if (loop === undefined) throw new Error('No loop');
  const attack = () => send(hostile.key, large(loop));
  const codes: string[] = [];
  while (!codes.includes('PRINTS_LIMITED')) {
    const answers = await Promise.all([attack(), attack(), attack(), attack()]);
    codes.push(...answers.map((answer) => readError(answer).code));
    const document = { html: '<p>{{#each rows}}{{this}}{{/each}}', data: { rows: ['honest'] } };
    expect(generated.parse((await send(honest.key, large(document))).body).usage.quotaUsed).toBeGreaterThan(
      0,
    );
  }
  expect(new Set(codes)).toEqual(new Set(['TEMPLATE_COMPILATION_ERROR', 'PRINTS_LIMITED']));
});
