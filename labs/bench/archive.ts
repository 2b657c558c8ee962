import { type PdfaLevel, type PrintJob, readWhole } from '@platen/pdf';
import { PagePool, printInPool } from '@platen/print-engine';
import { startChromium } from '../../scripts/local/chromium-process.ts';
import { jobOf, pagesOf, sides } from '../../test/print/support/jobs.ts';
import { composeForBench, composeSmallInvoice } from './small-invoice.ts';
import { INVOICE, invoiceData } from './invoice.ts';
import { median, milliseconds, race, ratio, table, target } from './measure.ts';

/** The most time that PDF/A may take, compared with the same print without it. */
const TARGET = 1.15;

const LEVELS = ['3b', '3u', '3a'] as const;

interface Case {
  readonly what: string;
  readonly html: string;
  readonly rounds: number;
}

const cases = (): readonly Case[] => [
  { what: 'an invoice of one page', html: composeSmallInvoice(), rounds: 60 },
  { what: '100 rows', html: composeForBench(INVOICE, invoiceData(100)), rounds: 40 },
  { what: '1,000 pages', html: pagesOf(1_000), rounds: 7 },
];

/** Compares each level with the same print without PDF/A, which is tagged for the level `a`. Without HTTP. */
export async function benchArchive(): Promise<string> {
  const chromium = await startChromium();
  try {
    const pool = new PagePool(await chromium.connect(), { ready: 3, concurrent: 8 });
    await pool.start();
    const rows: string[][] = [];
    for (const each of cases()) rows.push(...(await measure(pool, each)));
    pool.close();
    return `## PDF/A\n\nEach level against the same print without it, in one round. Level \`a\` is against a tagged print.\n\n${table(
      [['Document', 'Level', 'without', 'with', 'ratio', 'Target'], ...rows],
    )}`;
  } finally {
    await chromium.stop();
  }
}

async function measure(pool: PagePool, { what, html, rounds }: Case): Promise<string[][]> {
  const print = (changes: Partial<PrintJob>) => async (): Promise<void> => {
    const job = jobOf(html, { contentMargin: sides(0), report: false, ...changes });
    const limits = { workspaceId: 'ws_bench', deadline: Date.now() + 120_000, maxPdfBytes: 500_000_000 };
    await readWhole((await printInPool(pool, job, limits)).pdf);
  };
  const archived = (pdfa: PdfaLevel) =>
    print({
      tagged: pdfa.endsWith('a'),
      finish: { metadata: null, attachments: [], watermark: null, encryption: null, pdfa },
    });
  const times = await race(
    {
      plain: print({}),
      tagged: print({ tagged: true }),
      ...Object.fromEntries(LEVELS.map((level) => [level, archived(level)])),
    },
    { rounds, warmUp: 3 },
  );
  return LEVELS.map((level) => {
    const before = times[level === '3a' ? 'tagged' : 'plain'] ?? [];
    const after = times[level] ?? [];
    const factor = median(after.map((value, round) => value / (before[round] ?? Number.NaN)));
    return [
      what,
      level,
      milliseconds(median(before)),
      milliseconds(median(after)),
      ratio(factor),
      target(factor, { atMost: TARGET }),
    ];
  });
}
