import { setInterval } from 'node:timers';
import { expect, test } from 'vitest';
import { type PagePrint, RenderFailure } from '@platen/print-engine';
import { pageProcesses } from '../../../renderer/container/image/memory-guard.ts';
import { jobOf } from '../../print/support/jobs.ts';
import { limitsOf } from '../../print/support/printer.ts';
import { readText, type TestRenderer, useRenderer } from './renderer.ts';

const MAX_PROCESS_MIB = 1_024;
const MAX_PAGES_MIB = 768;

/** Time for a document that does not end before. */
const HOSTILE_MS = 8_000;

/** On a busy machine. */
const NEIGHBOUR_MS = 60_000;

export const useLittleMemory = (): TestRenderer =>
  useRenderer(() => ({ MAX_PROCESS_MIB, MAX_PAGES_MIB, CONCURRENT_JOBS: 4, QUEUED_JOBS: 8 }));

export const script = (code: string): string => `<p>x<script>${code}</script>`;

/** A PNG of one colour. Its picture expands to four bytes for each pixel. */
const expandingPicture = (side: number): string =>
  script(`const c = document.createElement('canvas'); c.width = c.height = ${side};
    c.getContext('2d').fillRect(0, 0, ${side}, ${side});
    c.toBlob((png) => { for (let i = 0; i < 40; i++) { const img = new Image(); img.src = URL.createObjectURL(new Blob([png, String(i)])); document.body.append(img) } })`);

const rows = (count: number): string => '<tr><td>1<td>an item<td>12.50<td>x'.repeat(count);

export const HEAVY_DOCUMENTS: Readonly<Record<string, string>> = {
  'a table of 18,500 rows': `<table>${rows(18_500)}</table>`,
  'canvases without end': script(`
    const held = []; for (;;) { const c = document.createElement('canvas'); c.width = c.height = 8000; c.getContext('2d').fillRect(0, 0, 8000, 8000); held.push(c) }`),
  'pictures that expand': expandingPicture(6_000),
  'filters of SVG': `<svg width="9000" height="9000"><filter id="f"><feTurbulence numOctaves="9"/><feGaussianBlur stdDeviation="99"/></filter>${'<rect width="9000" height="9000" filter="url(#f)"/>'.repeat(40)}</svg>`,
  'fonts without end': script(`
    const held = []; for (let i = 0; i < 1e5; i++) { const face = new FontFace('f' + i, new Uint8Array(2 ** 24).fill(i)); document.fonts.add(face); held.push(face); face.load().catch(() => {}) }`),
  'typed arrays without end': script('const held = []; for (;;) held.push(new Uint8Array(2 ** 24).fill(1))'),
  'objects without end': script('const held = []; for (;;) held.push(new Array(1e6).fill(0.5))'),
  'elements without end': script(`
    for (;;) { const d = document.createElement('div'); d.innerHTML = '<b>x</b>'.repeat(1e4); document.body.append(d) }`),
};

export const print = (
  renderer: TestRenderer,
  html: string,
  workspaceId: string,
  timeoutMs = NEIGHBOUR_MS,
): Promise<PagePrint> =>
  renderer.running.pool.print(jobOf(html), limitsOf({ workspaceId, deadline: Date.now() + timeoutMs }));

/** Prints each of the documents beside those of a neighbour. */
export function testHeavyDocuments(renderer: TestRenderer, names: readonly string[]): void {
  test.each(names)('%s end alone or print, and a neighbour prints on', async (name) => {
    const hostile = print(renderer, HEAVY_DOCUMENTS[name] ?? '', 'ws_hostile', HOSTILE_MS).catch(
      (error: unknown) => error,
    );
    const both = Promise.all([hostile, printFive(renderer)]);
    // A process grows between two looks of the guard, but no further than its own limit.
    expect(await peakMib(renderer, both)).toBeLessThan(MAX_PROCESS_MIB + MAX_PAGES_MIB);
    const [outcome, texts] = await both;
    expect(texts).toEqual(['0', '1', '2', '3', '4']);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(RenderFailure);
  });
}

async function printFive(renderer: TestRenderer): Promise<string[]> {
  const texts: string[] = [];
  for (let count = 0; count < 5; count += 1)
    texts.push(await readText(await print(renderer, `<p>${count}`, 'ws_neighbour')));
  return texts;
}

/** The most memory that the processes of all pages have together meanwhile. */
async function peakMib(renderer: TestRenderer, work: Promise<unknown>): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => {
    const sizes = pageProcesses(renderer.running.pool.pids).map(({ bytes }) => bytes);
    const sum = sizes.reduce((total, bytes) => total + bytes, 0);
    peak = Math.max(peak, sum);
  }, 50);
  await work.finally(() => clearInterval(timer));
  return peak / 2 ** 20;
}
