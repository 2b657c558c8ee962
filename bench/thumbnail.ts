import { PagePool, printInPool, readWhole } from '@platen/print-engine';
import { Thumbnails } from '../renderer/container/image/thumbnail/thumbnails.ts';
import { startChromium } from '../scripts/chromium-process.ts';
import { jobOf, sides } from '../test/print/support/jobs.ts';
import { median, milliseconds, race, ratio, table, target } from './measure.ts';
import { composeSmallInvoice } from './small-invoice.ts';

/** At most this many times the time of the plain print. */
const AT_MOST = 1.3;

const html = composeSmallInvoice();

/** Compares prints of the small invoice with and without a thumbnail, and as a picture, in one run, without HTTP. */
export async function benchThumbnail(): Promise<string> {
  const chromium = await startChromium();
  const thumbnails = new Thumbnails({ processes: 1 });
  try {
    const pool = new PagePool(await chromium.connect(), { ready: 3, concurrent: 8 });
    await pool.start();
    const limits = () => ({
      workspaceId: 'ws_bench',
      deadline: Date.now() + 120_000,
      maxPdfBytes: 500_000_000,
    });
    const print = async (more = {}): Promise<Uint8Array> => {
      const job = jobOf(html, { contentMargin: sides(0), report: false, ...more });
      return readWhole((await printInPool(pool, job, limits())).pdf);
    };
    const signal = new AbortController().signal;
    const picture = { type: 'png', fullPage: false, selector: null, pixelRatio: 1, quality: null } as const;
    const times = await race(
      {
        plain: async () => void (await print()),
        'with a thumbnail of 320 pixels': async () => {
          await thumbnails.draw({ pdf: await print(), width: 320 }, limits(), signal);
        },
        'as a PNG instead': async () => void (await print({ picture: { ...picture, transparent: false } })),
      },
      { rounds: 60, warmUp: 12 },
    );
    pool.close();
    return describe(times);
  } finally {
    await Promise.all([chromium.stop(), thumbnails.close()]);
  }
}

/** Pairs of one round, because the machine is shared. */
function describe(times: Readonly<Record<string, readonly number[]>>): string {
  const plain = times.plain ?? [];
  const rows = Object.entries(times).map(([name, values]) => {
    const factor = median(values.map((value, round) => value / (plain[round] ?? Number.NaN)));
    const cell = name.includes('thumbnail') ? target(factor, { atMost: AT_MOST }) : '';
    return [name, milliseconds(median(values)), ratio(factor), cell];
  });
  return `### Thumbnails and pictures\n\nThe small invoice, printed without HTTP.\n\n${table([
    ['Print', 'median', 'ratio to the plain print', 'Target'],
    ...rows,
  ])}`;
}
