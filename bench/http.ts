import type { Service } from '../scripts/service.ts';
import { openClient, withService } from './client.ts';
import { openBaselines } from './baselines.ts';
import { median, milliseconds, race, ratio, table } from './measure.ts';
import { composeSmallInvoice, SMALL_INVOICE_DATA, SMALL_INVOICE_TEMPLATE } from './small-invoice.ts';

const ROUNDS = 120;
const WARM_UP = 15;

/** The service's median may be at most this many times the median of each baseline: design note 26. */
const TARGET = { reusedTab: 2, freshContext: 0.4 } as const;

/** Compares the small invoice over HTTP, on the warm service, with the two baselines in one run. */
export const benchHttp = (): Promise<string> => withService({}, compareWithBaselines);

async function compareWithBaselines(service: Service): Promise<string> {
  const baselines = await openBaselines();
  try {
    const client = await openClient(service, {
      content: SMALL_INVOICE_TEMPLATE,
      data: SMALL_INVOICE_DATA,
    });
    const html = composeSmallInvoice();
    const times = await race(
      {
        service: client.generate,
        reusedTab: () => baselines.reusedTab(html),
        freshContext: () => baselines.freshContext(html),
      },
      { rounds: ROUNDS, warmUp: WARM_UP },
    );
    return report(times, client.phases);
  } finally {
    await baselines.close();
  }
}

function report(times: Record<string, number[]>, phases: ReadonlyMap<string, number[]>): string {
  const service = median(times.service ?? []);
  const reusedTab = median(times.reusedTab ?? []);
  const freshContext = median(times.freshContext ?? []);
  return [
    '## Small invoice through HTTP',
    `One page of ten rows from a saved template, one client, a warm service. Medians of ${ROUNDS} rounds; each round runs
every method once. Compare the ratios, because milliseconds depend on the machine.`,
    table([
      ['Method', 'Median', 'Ratio of the service to it', 'Target'],
      ['the service, POST /v1/pdf/generate', milliseconds(service), '', ''],
      [
        'Chromium, one reused tab',
        milliseconds(reusedTab),
        ratio(service / reusedTab),
        `at most ${TARGET.reusedTab}`,
      ],
      [
        'Chromium, a fresh context for each PDF',
        milliseconds(freshContext),
        ratio(service / freshContext),
        `at most ${TARGET.freshContext}`,
      ],
    ]),
    'Phases of the service, from `Server-Timing` (medians):',
    table([
      [...phases.keys()],
      [...phases.values()].map((durations) => milliseconds(median(durations.slice(WARM_UP)))),
    ]),
  ].join('\n\n');
}
