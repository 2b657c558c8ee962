import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Band, PrintJob } from '@platen/pdf';
import { PagePool, printInPool } from '@platen/print-engine';
import { type ChromiumProcess, startChromium } from '../../scripts/local/chromium-process.ts';
import { descendants } from '../../scripts/local/process-tree.ts';
import { type Baselines, openBaselines } from './baselines.ts';
import { jobOf, sides } from '../../test/print/support/jobs.ts';
import { measureMedians, median, milliseconds, perSecond, race, ratio, table, target } from './measure.ts';
import { compareReadiness } from './readiness.ts';
import { composeSmallInvoice } from './small-invoice.ts';
import { WORKLOADS } from './workloads.ts';

/** At least this many times the throughput of a fresh context per PDF: decision 26. */
const THROUGHPUT_TARGET = { oneWorkspace: 3, eightWorkspaces: 1.1 } as const;
/** At most this many times the time of the reused tab. */
const LARGE_TARGET = 1.15;
/** At most this many times the time and the memory of the first prints. */
const ENDURANCE_TARGET = 1.1;

const job = (html: string, bands: Partial<PrintJob> = {}): PrintJob =>
  jobOf(html, { contentMargin: sides(0), report: false, ...bands });

const invoice = composeSmallInvoice();

const { W2 } = WORKLOADS;

const rows = (count: number): string =>
  `<!doctype html><style>body { font: 9pt sans-serif } table { width: 100%; border-collapse: collapse } td { border-bottom: 1px solid #ccc }</style>
  <h1>Report</h1><table>${Array.from({ length: count }, (_, row) => `<tr><td>${row + 1}<td>Item number ${row + 1}<td>${(row * 37) % 1000}.00`).join('')}</table>`;

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20" fill="#0b5fff"/></svg>`;
const band = (html: string): Band => ({
  html,
  heightMm: 20,
  leftMm: 10,
  rightMm: 10,
  pages: null,
  field: 'options.header',
});
const BANDS = {
  contentMargin: { topMm: 20, rightMm: 10, bottomMm: 20, leftMm: 10 },
  header: [band(`<img src="data:image/svg+xml;base64,${btoa(LOGO)}">`)],
  footer: [band('<small>Page <b class="pageNumber"></b> of <b class="totalPages"></b></small>')],
};

/** Compares printing, without HTTP, with the two baselines in one run. */
export async function benchPrint(): Promise<string> {
  const chromium = await startChromium();
  const baselines = await openBaselines();
  try {
    const pool = new PagePool(await chromium.connect(), { ready: 3, concurrent: 8 });
    await pool.start();
    const print: Print = async (printed, workspaceId = 'ws_bench') => {
      const limits = { workspaceId, deadline: Date.now() + 120_000, maxPdfBytes: 500_000_000 };
      await printInPool(pool, printed, limits);
    };
    const sections = [
      '## Print\n\nPrinting alone, without HTTP. Compare the ratios, because the machine is shared.',
      await latency(print, baselines),
      await compareReadiness({
        'a line of text': '<!doctype html><p>A line',
        'small invoice': invoice,
        '100 rows': rows(100),
      }),
      await throughput(print, baselines),
      await endurance(print, baselines, chromium),
      await largeDocuments(print, baselines),
    ];
    pool.close();
    return sections.join('\n\n');
  } finally {
    await Promise.all([baselines.close(), chromium.stop()]);
  }
}

type Print = (job: PrintJob, workspaceId?: string) => Promise<void>;

async function latency(print: Print, baselines: Baselines): Promise<string> {
  const times = await race(
    {
      'reused tab': () => baselines.reusedTab(invoice),
      'fresh context': () => baselines.freshContext(invoice),
      'Platen, small invoice': () => print(job(invoice)),
      'Platen, small invoice with a watermark': () => print(job(invoice, { watermark: 'TEST' })),
      'reused tab, 100 rows, header and footer': () => baselines.reusedTab(W2.html, W2.bands),
      'Platen, 100 rows, header and footer': () => print(job(W2.html, BANDS)),
    },
    { rounds: 40, warmUp: 8 },
  );
  const reusedTab = median(times['reused tab'] ?? []);
  return table([
    ['Method', 'median', 'ratio to the reused tab'],
    ...Object.entries(times).map(([name, values]) => [
      name,
      milliseconds(median(values)),
      ratio(median(values) / reusedTab),
    ]),
  ]);
}

async function throughput(print: Print, baselines: Baselines): Promise<string> {
  const lines = [
    ['Clients', 'fresh context', 'one workspace', 'ratio', 'Target', 'eight workspaces', 'ratio', 'Target'],
  ];
  for (const clients of [4, 8]) {
    const one = (count: number) => perSecond(clients, count, () => print(job(invoice)));
    const [fresh = 0, single = 0, eight = 0] = await measureMedians([
      () => perSecond(clients, 60, () => baselines.freshContext(invoice)),
      // 40 prints first, because the other workspaces have taken the pages that this one used before.
      async () => (await one(40), one(200)),
      () => perSecond(8, 100, (client) => print(job(invoice), `ws_${client}`)),
    ]);
    lines.push([
      String(clients),
      `${fresh.toFixed(0)}/s`,
      `${single.toFixed(0)}/s`,
      ratio(single / fresh),
      target(single / fresh, { atLeast: THROUGHPUT_TARGET.oneWorkspace }),
      `${eight.toFixed(0)}/s`,
      ratio(eight / fresh),
      target(eight / fresh, { atLeast: THROUGHPUT_TARGET.eightWorkspaces }),
    ]);
  }
  return table(lines);
}

async function largeDocuments(print: Print, baselines: Baselines): Promise<string> {
  const lines = [['Rows', 'reused tab', 'Platen', 'ratio', 'Target']];
  for (const [count, rounds] of [
    [2_000, 9],
    [20_000, 5],
  ] as const) {
    const html = rows(count);
    const times = await race(
      { baseline: () => baselines.reusedTab(html), ours: () => print(job(html)) },
      { rounds, warmUp: 1 },
    );
    const [baseline, ours] = [median(times.baseline ?? []), median(times.ours ?? [])];
    const goal = target(ours / baseline, { atMost: LARGE_TARGET });
    lines.push([String(count), milliseconds(baseline), milliseconds(ours), ratio(ours / baseline), goal]);
  }
  return table(lines);
}

/** The first and the last 100 of 1,000 prints alternate with the baseline: the machine's speed varies. */
async function endurance(print: Print, baselines: Baselines, chromium: ChromiumProcess): Promise<string> {
  const first = await printHundred(print, baselines);
  for (let index = 100; index < 200; index += 1) await print(job(invoice));
  const memoryAt200 = await settledMemory(chromium.pid);
  for (let index = 200; index < 900; index += 1) await print(job(invoice));
  const last = await printHundred(print, baselines);
  const memory = await settledMemory(chromium.pid);
  return table([
    ['1,000 PDFs in a row', 'before', 'after', 'ratio', 'Target'],
    [
      'time: median of the first and the last 100, as a ratio to the reused tab',
      ratio(first),
      ratio(last),
      ratio(last / first),
      target(last / first, { atMost: ENDURANCE_TARGET }),
    ],
    [
      'memory: after 200 and after 1,000',
      megabytes(memoryAt200),
      megabytes(memory),
      ratio(memory / memoryAt200),
      target(memory / memoryAt200, { atMost: ENDURANCE_TARGET }),
    ],
  ]);
}

/** The median, as a ratio to the reused tab. */
async function printHundred(print: Print, baselines: Baselines): Promise<number> {
  const { ours = [], baseline = [] } = await race(
    { ours: () => print(job(invoice)), baseline: () => baselines.reusedTab(invoice) },
    { rounds: 100, warmUp: 0 },
  );
  return median(ours) / median(baseline);
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Waits until used pages are closed and new ones are open. Until then the number of pages varies. */
async function settledMemory(root: number): Promise<number> {
  await delay(6_000);
  return sumProportionalSetSize(root);
}

/** Proportional set size of a process tree in bytes: memory that processes share is counted once. */
function sumProportionalSetSize(root: number): number {
  return [root, ...descendants(root)].reduce((sum, pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return sum + 1024 * Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    } catch {
      return sum;
    }
  }, 0);
}
