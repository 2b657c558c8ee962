import { expect, test } from 'vitest';
import { UnprintableJob } from '@platen/print-engine';
import { LEAVING, STAYING } from '../support/leaving.ts';
import { readText, useRenderer } from './support/renderer.ts';

const renderer = useRenderer();

test.each(Object.entries(LEAVING))(
  'a document that %s is unprintable, and not tried again',
  async (_name, html) => {
    const [pid] = renderer.running.pool.pids;
    await expect(renderer.print(html)).rejects.toBeInstanceOf(UnprintableJob);
    expect(renderer.running.pool.pids).toEqual([pid]);
  },
);

test.each(Object.entries(STAYING))('a document that %s is printed', async (_name, [html, text]) => {
  expect(await readText(await renderer.print(html))).toBe(text);
});
