import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../compose/compose.ts';
import { startService } from '../scripts/service.ts';
import { openClient } from './client.ts';
import { openFloors } from './floors.ts';
import { median, milliseconds, race, ratio, table } from './measure.ts';
import { SMALL_INVOICE_DATA, SMALL_INVOICE_TEMPLATE } from './small-invoice.ts';

const ROUNDS = 120;
const WARM_UP = 15;

/** Issue 4: the service's median at most twice the reused tab's, at most 0.4 times the fresh context's. */
const TARGET = { reusedTab: 2, freshContext: 0.4 } as const;

const composedInvoice = (): string =>
  compose({
    html: SMALL_INVOICE_TEMPLATE,
    template: null,
    data: SMALL_INVOICE_DATA,
    options: {},
    filename: null,
    maxHtmlBytes: 2_000_000,
    watermark: null,
    now: Date.now(),
  }).job.html;

/** The small invoice through HTTP on the warm service, beside the two floors, in one run. */
export async function benchHttp(): Promise<string> {
  const stateDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const service = await startService({ stateDir, port: 0, onError: (line) => console.error(line) });
  const floors = await openFloors();
  try {
    const client = await openClient(service, {
      content: SMALL_INVOICE_TEMPLATE,
      data: SMALL_INVOICE_DATA,
    });
    const html = composedInvoice();
    const times = await race(
      {
        service: client.generate,
        reusedTab: () => floors.reusedTab(html),
        freshContext: () => floors.freshContext(html),
      },
      { rounds: ROUNDS, warmUp: WARM_UP },
    );
    return report(times, client.phases);
  } finally {
    await floors.close();
    await service.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}

function report(times: Record<string, number[]>, phases: ReadonlyMap<string, number[]>): string {
  const of = (name: string): number => median(times[name] ?? []);
  const service = of('service');
  return [
    '## Small invoice through HTTP',
    `One page of ten rows from a saved template, one client, the service warm; medians of ${ROUNDS} rounds in
which each way ran once. Read the ratios: milliseconds are of the machine that ran it.`,
    table([
      ['Way', 'Median', 'Service against it', 'Target'],
      ['the service, POST /v1/pdf/generate', milliseconds(service), '', ''],
      [
        'Chromium, one tab reused',
        milliseconds(of('reusedTab')),
        ratio(service / of('reusedTab')),
        `at most ${TARGET.reusedTab}`,
      ],
      [
        'Chromium, a fresh context for each PDF',
        milliseconds(of('freshContext')),
        ratio(service / of('freshContext')),
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
