import { PagePool, printInPool } from '@platen/print-engine';
import { type ChromiumProcess, startChromium } from '../../scripts/local/chromium-process.ts';
import { findInstalledChromium } from '../../scripts/local/local-browser.ts';
import { jobOf, sides } from '../../test/print/support/jobs.ts';
import { withChromePath } from './chrome-path.ts';
import { measureMedians, median, milliseconds, perSecond, race, ratio, table, target } from './measure.ts';
import { composeSmallInvoice } from './small-invoice.ts';

/** A full Chromium takes at most this many times as long as the headless shell. */
const TARGET = 1.5;
const [CLIENTS, PRINTS] = [8, 60];

interface Printer {
  readonly print: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** An installed Chrome or Chromium, which macOS and Windows print with, against the headless shell from npm. */
export async function benchFullChromium(): Promise<string> {
  const program = findInstalledChromium();
  if (program === undefined) return '## A full Chromium\n\nNot measured: no Chrome or Chromium is installed.';
  const [shell, full] = [
    await openPrinter(await startChromium()),
    await openPrinter(await withChromePath(program, () => startChromium())),
  ];
  try {
    const times = await race({ shell: shell.print, full: full.print }, { rounds: 60, warmUp: 8 });
    const [shellMs, fullMs] = [median(times.shell ?? []), median(times.full ?? [])];
    const [shellRate = 0, fullRate = 0] = await measureMedians(
      [shell, full].map(
        ({ print }) =>
          () =>
            perSecond(CLIENTS, PRINTS, print),
      ),
    );
    return `## A full Chromium

Where npm has no headless shell, the local service prints with an installed Chrome or Chromium. Printing alone, without
HTTP. Chromium's own print service composes each PDF in a process that it starts for this PDF, and no setting turns it off.
That alone misses the target. [Printing](printing.md#browsers) says what else differs.

${table([
  ['The small invoice', 'Headless shell', 'Full Chromium', 'Ratio', 'Target'],
  [
    'one after another',
    milliseconds(shellMs),
    milliseconds(fullMs),
    ratio(fullMs / shellMs),
    target(fullMs / shellMs, { atMost: TARGET }),
  ],
  [
    `${CLIENTS} clients`,
    `${shellRate.toFixed(0)}/s`,
    `${fullRate.toFixed(0)}/s`,
    ratio(shellRate / fullRate),
    target(shellRate / fullRate, { atMost: TARGET }),
  ],
])}`;
  } finally {
    await Promise.all([shell.stop(), full.stop()]);
  }
}

async function openPrinter(chromium: ChromiumProcess): Promise<Printer> {
  const pool = new PagePool(await chromium.connect(), { ready: 3, concurrent: CLIENTS });
  await pool.start();
  const job = jobOf(composeSmallInvoice(), { contentMargin: sides(0), report: false });
  return {
    async print() {
      await printInPool(pool, job, {
        workspaceId: 'ws_bench',
        deadline: Date.now() + 120_000,
        maxPdfBytes: 500_000_000,
      });
    },
    async stop() {
      pool.close();
      await chromium.stop();
    },
  };
}
