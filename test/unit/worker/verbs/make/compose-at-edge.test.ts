import { expect, test, vi } from 'vitest';
import { compose } from '../../../../../compose/compose.ts';
import { MarkdownTooLong } from '../../../../../compose/markdown/too-long.ts';
import { RequestMemory } from '../../../../../worker/lib/memory/request-memory.ts';
import { composeAtEdge } from '../../../../../worker/verbs/make/lanes/compose-at-edge.ts';
import { unlimited } from '../../../../support/unlimited.ts';

/** Becomes a text of this length. */
const templateOf = (length: number, elsewhere?: () => Promise<string | null>) => {
  const composed: number[] = [];
  const memory = new RequestMemory(`workspace ${length}`, Date.now() + 60_000);
  const filled = composeAtEdge<string>(memory, {
    maxHtmlBytes: 50_000_000,
    templateChars: 0,
    compose: async (limits) => {
      composed.push(limits.outputChars);
      const data = { rows: Array.from({ length: length / 1_000 }, () => 1), text: 'x'.repeat(1_000) };
      const html = '{{#each rows}}{{../text}}{{/each}}';
      const rest = { template: null, options: {}, filename: null, watermark: null, now: 0 };
      return compose({ meter: unlimited(), content: html, data, maxHtmlBytes: 50_000_000, limits, ...rest })
        .job.html;
    },
    ...(elsewhere && { elsewhere }),
  });
  return { filled: filled.finally(() => memory.release()), composed };
};

test('a template that becomes short HTML is filled once', async () => {
  const { filled, composed } = templateOf(400_000);
  expect(await filled).toHaveLength(400_000);
  expect(composed).toEqual([500_000]);
});

test('a template that becomes long HTML is filled again when there is memory', async () => {
  const { filled, composed } = templateOf(2_000_000);
  expect(await filled).toHaveLength(2_000_000);
  expect(composed).toEqual([500_000, 8_000_000]);
});

test('a template that becomes long HTML is composed elsewhere, if that is possible', async () => {
  const { filled, composed } = templateOf(20_000_000, () => Promise.resolve('in the container'));
  expect(await filled).toBe('in the container');
  expect(composed).toEqual([500_000]);
});

test('Markdown that is too long here goes elsewhere or is refused: more memory does not help', async () => {
  const tooLong = new MarkdownTooLong('markdown', 2, 1, 'characters');
  const composing = vi.fn(() => {
    throw tooLong;
  });
  const memory = new RequestMemory('Markdown', Date.now() + 60_000);
  const terms = { maxHtmlBytes: 50_000_000, templateChars: 0, compose: composing };
  expect(await composeAtEdge<string>(memory, { ...terms, elsewhere: async () => 'there' })).toBe('there');
  await expect(composeAtEdge<string>(memory, { ...terms, elsewhere: async () => null })).rejects.toBe(
    tooLong,
  );
  expect(composing).toHaveBeenCalledTimes(2);
  memory.release();
});

test('a template that becomes more than an isolate can hold is refused, if there is no container', async () => {
  const { filled } = templateOf(9_000_000, () => Promise.resolve(null));
  await expect(filled).rejects.toMatchObject({ name: 'TemplateError', limit: 'outputChars' });
});
