import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BrowserLost, PdfTooLarge, PrintTimeout, UnprintableJob } from '@platen/print-engine';
import { jobOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { eventually } from '../support/eventually.ts';
import { HOUSEKEEPING_MS } from '../../packages/print-engine/pages/page-session.ts';
import { variation } from '../support/thorough.ts';

const printer = usePrinter({ ready: 1, concurrent: 2 });

const SOON_MS = 1_500;
const soon = () => ({ deadline: Date.now() + SOON_MS });

async function nextJobPrints(): Promise<void> {
  const { document } = await printer.print(jobOf('<p>next'));
  expect(await document.text(1)).toBe('next');
}

/** Processes of the browser that render pages. */
function renderers(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        const parent = / \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1];
        return command.includes('--type=renderer') && descends(Number(parent), printer.chromium.pid);
      } catch {
        return false;
      }
    }).length;
}

function descends(pid: number, ancestor: number): boolean {
  if (pid === ancestor) return true;
  if (pid <= 1) return false;
  const parent = / \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1];
  return descends(Number(parent), ancestor);
}

const again = (code: string): string =>
  `<script>const hold = () => { ${code}; setTimeout(hold, 20) }; setTimeout(hold)</script>`;

test.each([
  ['a script that never ends', '<script>while (true) {}</script>'],
  ['a script that never ends after the load', '<script>onload = () => { while (true) {} }</script>'],
  ['dialogs without end', '<script>while (true) alert("stay")</script>'],
  ['a timer that blocks', '<p>x<script>setInterval(() => { while (true) {} }, 0)</script>'],
  // Each is shorter than the silence that makes a workspace print apart.
  [
    'a timer that blocks for 900 ms, again and again',
    `<p>x${again('const end = performance.now() + 900; while (performance.now() < end);')}`,
  ],
  [
    'messages to itself that hold up the main process of the browser for a while, again and again',
    `<p>x<script>const channel = new BroadcastChannel('x'), long = 'x'.repeat(1e6)</script>${again('for (let i = 0; i < 50; i += 1) channel.postMessage(long)')}`,
  ],
])('%s ends at the deadline or prints, and the next job prints', async (_name, html) => {
  const started = performance.now();
  await printer.print(jobOf(html), soon()).then(
    () => undefined,
    (error: unknown) => expect(error).toBeInstanceOf(PrintTimeout),
  );
  // Generous, for a busy machine: a page that nothing ends would take longer than any factor.
  expect(performance.now() - started).toBeLessThan(10 * SOON_MS);
  await nextJobPrints();
});

test('dialogs are answered, and do not hold a job', async () => {
  const html = `<p><script>alert('a'); document.write(confirm('b')); onbeforeunload = (e) => e.preventDefault()</script>`;
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('true');
  await nextJobPrints();
});

test('a document that navigates again and again is refused, and the next job prints', async () => {
  const print = printer.print(
    jobOf(
      '<script>location.href = "data:text/html,elsewhere"; location.href = "about:blank#x"; setTimeout(() => { location.replace("about:blank?elsewhere") }, 20)</script>',
      { waitForSelector: '#never' },
    ),
  );
  await expect(print).rejects.toThrow(UnprintableJob);
  await nextJobPrints();
});

test('a page that hangs once it is printed does not hold up the next job of its workspace', async () => {
  await printer.print(jobOf('<p>x<script>onafterprint = () => { while (true) {} }</script>'));
  const started = performance.now();
  await nextJobPrints();
  expect(performance.now() - started).toBeLessThan(HOUSEKEEPING_MS);
});

variation('a hung page leaves no process behind', async () => {
  await eventually(() => expect(renderers()).toBeLessThanOrEqual(4));
  const before = renderers();
  await expect(printer.print(jobOf('<script>while (true) {}</script>'), soon())).rejects.toThrow(
    PrintTimeout,
  );
  await nextJobPrints();
  await eventually(() => expect(renderers()).toBeLessThanOrEqual(before + 1));
});

test('a PDF over the limit is PdfTooLarge', async () => {
  const noise = `<canvas id="c" width="800" height="800"></canvas><script>
    const x = c.getContext('2d'), d = x.createImageData(800, 800);
    for (let i = 0; i < d.data.length; i += 65536) crypto.getRandomValues(d.data.subarray(i, i + 65536));
    x.putImageData(d, 0, 0)</script>`;
  await expect(printer.print(jobOf(noise), { maxPdfBytes: 100_000 })).rejects.toThrow(PdfTooLarge);
  await nextJobPrints();
});

variation('a job that waits for a page until its deadline is a timeout', async () => {
  const hang = jobOf('<script>while (true) {}</script>');
  const jobs = [1, 2, 3].map(() => printer.print(hang, { deadline: Date.now() + 1_000 }));
  const results = await Promise.allSettled(jobs);
  for (const result of results) expect(result).toMatchObject({ reason: expect.any(PrintTimeout) });
  await nextJobPrints();
});

test('a browser that is killed is BrowserLost at once', async () => {
  const print = printer.print(jobOf('<p>x', { waitForSelector: '#never' }));
  const lost = expect(print).rejects.toThrow(BrowserLost);
  await eventually(() => expect(printer.pool.load).toBe(1));
  await printer.chromium.stop();
  await lost;
});
