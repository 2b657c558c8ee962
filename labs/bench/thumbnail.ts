import { type BenchDocument, openClient, withService } from './client.ts';
import { median, milliseconds, race, ratio, table, target } from './measure.ts';
import { SMALL_INVOICE_DATA, SMALL_INVOICE_TEMPLATE } from './small-invoice.ts';

/** At most this many times the time of the plain print. */
const AT_MOST = 1.3;

const INVOICE: BenchDocument = { content: SMALL_INVOICE_TEMPLATE, data: SMALL_INVOICE_DATA };

const THUMBNAIL = 'with a thumbnail of 320 pixels';

const FIELDS: Readonly<Record<string, BenchDocument['fields']>> = {
  plain: {},
  [THUMBNAIL]: { thumbnail: { width: 320 } },
  'as a PNG instead': { output: { type: 'png' } },
};

/** Compares requests for the small invoice with and without a thumbnail, and for a picture, in one run. */
export const benchThumbnail = (): Promise<string> =>
  withService({ renderer: 'container' }, async (service) => {
    const contestants: Record<string, () => Promise<void>> = {};
    for (const [name, fields] of Object.entries(FIELDS))
      contestants[name] = (await openClient(service, { ...INVOICE, fields })).generate;
    return describe(await race(contestants, { rounds: 60, warmUp: 15 }));
  });

/** Pairs of one round, because the machine is shared. */
function describe(times: Readonly<Record<string, readonly number[]>>): string {
  const plain = times.plain ?? [];
  const rows = Object.entries(times).map(([name, values]) => {
    const factor = median(values.map((value, round) => value / (plain[round] ?? Number.NaN)));
    const cell = name === THUMBNAIL ? target(factor, { atMost: AT_MOST }) : '';
    return [name, milliseconds(median(values)), ratio(factor), cell];
  });
  return `### Thumbnails and pictures\n\nThe small invoice over HTTP, with the container's renderer, from the request to the whole answer.\n\n${table(
    [['Request', 'median', 'ratio to the plain print', 'Target'], ...rows],
  )}`;
}
