import { expect, it } from 'vitest';
import { UnprintableJob } from '../../renderer/renderer.ts';
import { LEAVING, STAYING } from '../support/leaving.ts';
import { textOf, useRenderer } from './support/renderer.ts';

const renderer = useRenderer();

it.each(Object.entries(LEAVING))(
  'a document that %s is told so, and not tried again',
  async (_name, html) => {
    const [pid] = renderer.running.pool.pids;
    await expect(renderer.print(html)).rejects.toBeInstanceOf(UnprintableJob);
    expect(renderer.running.pool.pids).toEqual([pid]);
  },
);

it.each(Object.entries(STAYING))(
  'a document that %s is printed as it stands',
  async (_name, [html, text]) => {
    expect(await textOf(await renderer.print(html))).toBe(text);
  },
);
