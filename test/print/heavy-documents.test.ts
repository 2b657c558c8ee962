import { expect, test } from 'vitest';
import { printInPool, UnprintableJob } from '@platen/print-engine';
import { jobOf } from './support/jobs.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { openWatchedPool } from './support/watched-pool.ts';
import { LONG, typical } from '../support/thorough.ts';

const printer = usePrinter({ ready: 1, concurrent: 2 });

/** Returns whether a page is closed after a document, and not kept for the next one of its workspace. */
async function isPageClosed(html: string): Promise<boolean> {
  const { pool, methods, atRest } = await openWatchedPool(printer);
  await printInPool(pool, jobOf(html, { report: false }), limitsOf());
  await atRest();
  pool.close();
  return methods().includes('Target.disposeBrowserContext');
}

const script = (code: string): string => `<p>x<script>${code}</script>`;

test.each(
  typical(
    [
      ['text', '<p>x'],
      ['a script', script('document.body.append("y")')],
      ['20 pages', '<p style="break-after: page">x'.repeat(20)],
    ],
    1,
  ),
)('a page is kept after a document of %s', LONG, async (_name, html) => {
  expect(await isPageClosed(html)).toBe(false);
});

test.each(
  typical(
    [
      ['300 pages', '<p style="break-after: page">x'.repeat(300)],
      ['200 MB of typed arrays', script('globalThis.held = new Uint8Array(200_000_000).fill(1)')],
      [
        '200 MB of objects',
        script('globalThis.held = Array.from({ length: 25 }, () => new Array(1e6).fill(0.5))'),
      ],
      [
        'a million elements',
        script(
          'for (let i = 0; i < 1e3; i++) { globalThis.held = document.createElement("b"); held.innerHTML = "<i></i>".repeat(1e3); document.head.append(held) }',
        ),
      ],
    ],
    1,
  ),
)('a page is closed after a document of %s', LONG, async (_name, html) => {
  expect(await isPageClosed(html)).toBe(true);
});

test('a document that needs more memory than its page has fails alone, with the field', async () => {
  const endless = script('const held = []; for (;;) held.push(new Array(1e6).fill(0.5))');
  // Filling the memory of a process takes as long as the machine needs.
  const patient = { deadline: Date.now() + 150_000 };
  const [heavy, neighbour] = await Promise.all([
    printer.print(jobOf(endless), patient).catch((error: unknown) => error),
    printer.print(jobOf('<p>next'), { workspaceId: 'ws_two' }),
  ]);
  expect(heavy).toBeInstanceOf(UnprintableJob);
  expect(String(heavy)).toContain('htmlContent: the document needs more memory than its page may have');
  expect(await neighbour.document.text(1)).toBe('next');
});
