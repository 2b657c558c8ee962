import { type FinishOptions, type PrintJob, readWhole } from '@platen/pdf';
import { PagePool, printInPool } from '@platen/print-engine';
import { startChromium } from '../../scripts/local/chromium-process.ts';
import { jobOf, sides } from '../../test/print/support/jobs.ts';
import { median, milliseconds, race, ratio, table, target } from './measure.ts';
import { composeSmallInvoice } from './small-invoice.ts';

/** At most this many times the time of the plain print. */
const TARGETS = {
  'with metadata and an attachment': 1.15,
  encrypted: 1.3,
} as const;

const NOTHING: FinishOptions = { metadata: null, attachments: [], watermark: null, encryption: null };

const METADATA: FinishOptions = {
  ...NOTHING,
  metadata: {
    title: 'Invoice 2026-0417',
    author: 'Acme Ltd',
    subject: 'October',
    keywords: ['invoice', 'acme'],
    creator: null,
    language: 'en',
  },
  attachments: [
    {
      name: 'invoice.xml',
      mediaType: 'text/xml',
      description: 'The invoice as data',
      relationship: 'Data',
      content: { text: '<item amount="12.50"/>'.repeat(400) },
    },
  ],
};

const ENCRYPTION: FinishOptions = {
  ...NOTHING,
  encryption: { userPassword: 'correct horse', ownerPassword: 'battery staple', permissions: null },
};

const WATERMARK: FinishOptions = {
  ...NOTHING,
  watermark: {
    content: { text: 'DRAFT', colour: '#cc0000' },
    opacity: 0.15,
    angle: 45,
    layer: 'above',
    tiled: false,
    widthMm: null,
    pageRanges: null,
  },
};

const html = composeSmallInvoice();

/** The invoice with twenty controls, drawn or as fields. */
const form = `${html}${'<p><label>Name <input name="name" value="Acme"></label> <input type="checkbox" checked>'.repeat(10)}`;

/** Compares prints of the small invoice in one run, without HTTP. */
export async function benchFinish(): Promise<string> {
  const chromium = await startChromium();
  try {
    const pool = new PagePool(await chromium.connect(), { ready: 3, concurrent: 8 });
    await pool.start();
    const printJob = (document: string, changes: Partial<PrintJob>) => async (): Promise<void> => {
      const job = jobOf(document, { contentMargin: sides(0), report: false, ...changes });
      const limits = { workspaceId: 'ws_bench', deadline: Date.now() + 120_000, maxPdfBytes: 500_000_000 };
      const { pdf } = await printInPool(pool, job, limits);
      await readWhole(pdf);
    };
    const print = (finish: FinishOptions | null) => printJob(html, { finish });
    const times = await race(
      {
        plain: print(null),
        'with metadata and an attachment': print(METADATA),
        encrypted: print(ENCRYPTION),
        'with a watermark': print(WATERMARK),
        'with 20 controls, which are drawn': printJob(form, {}),
        'with 20 controls, as form fields': printJob(form, { forms: true }),
      },
      { rounds: 60, warmUp: 12 },
    );
    pool.close();
    return describe(times);
  } finally {
    await chromium.stop();
  }
}

/** Pairs of one round, because the machine is shared. */
function describe(times: Readonly<Record<string, readonly number[]>>): string {
  const plain = times.plain ?? [];
  const goals: Readonly<Record<string, number>> = TARGETS;
  const rows = Object.entries(times).map(([name, values]) => {
    const factor = median(values.map((value, round) => value / (plain[round] ?? Number.NaN)));
    const goal = goals[name];
    const cell = goal === undefined ? '' : target(factor, { atMost: goal });
    return [name, milliseconds(median(values)), ratio(factor), cell];
  });
  return `## Finishing\n\nThe small invoice, printed without HTTP.\n\n${table([
    ['Print', 'median', 'ratio to the plain print', 'Target'],
    ...rows,
  ])}`;
}
