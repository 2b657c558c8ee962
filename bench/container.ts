import type { Service } from '../scripts/service.ts';
import { type BenchDocument, type Client, openClient, withService } from './client.ts';
import { median, milliseconds, race, ratio, table, target } from './measure.ts';
import { SMALL_INVOICE_DATA, SMALL_INVOICE_TEMPLATE } from './small-invoice.ts';

const ROUNDS = 60;
const WARM_UP = 15;

/** As in `bench -- http`. Without a pause, each renderer clears its page while the other one prints. */
const IDLE_MS = 250;

/** The container may take at most this many times as long as Browser Run: design note 26. */
const TARGET = 1;

const rows = (count: number) => ({
  rows: Array.from({ length: count }, (_, at) => ({ number: at + 1, amount: (at * 37) % 1000 })),
});

const ROWS = `<!doctype html><meta charset="utf-8">
<style>body { font: 9pt sans-serif } table { width: 100%; border-collapse: collapse } td { border-bottom: 1px solid #ccc }</style>
<h1>Report</h1><table>{{#each rows}}<tr><td>{{number}}<td>Item number {{number}}<td>{{amount}}{{/each}}</table>`;

const BANDS = {
  header: { content: '<b>Quarterly report</b>' },
  footer: { content: 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>' },
};

const DOCUMENTS: Readonly<Record<string, BenchDocument>> = {
  'small invoice': { content: SMALL_INVOICE_TEMPLATE, data: SMALL_INVOICE_DATA },
  '100 rows, header and footer': { content: ROWS, data: rows(100), options: BANDS },
  '2,000 rows': { content: ROWS, data: rows(2_000) },
};

/** Compares the same documents through Browser Run and through the container, in one run, over HTTP. */
export const benchContainer = (): Promise<string> =>
  withService({ renderer: 'browser-run' }, (browserRun) =>
    withService({ renderer: 'container' }, (container) => compareDocuments({ browserRun, container })),
  );

interface Services {
  readonly browserRun: Service;
  readonly container: Service;
}

async function compareDocuments(services: Services): Promise<string> {
  const lines = [['Document', 'Browser Run', 'container', 'ratio', 'Target', 'ratio of print']];
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    lines.push([name, ...(await compare(services, document))]);
  }
  return [
    '## Container',
    `The service with each of its two renderers on one machine, over HTTP, warm. Both wait ${IDLE_MS} ms before each print. Medians of
${ROUNDS} rounds; each round prints once with each renderer. The last column compares only the phase \`print\`. A small document takes
longer with the container, because the request goes through one more process.`,
    table(lines),
  ].join('\n\n');
}

async function compare(services: Services, document: BenchDocument): Promise<string[]> {
  const browserRun = await openClient(services.browserRun, document);
  const container = await openClient(services.container, document);
  const times = await race(
    { browserRun: browserRun.generate, container: container.generate },
    { rounds: ROUNDS, warmUp: WARM_UP, idleMs: IDLE_MS },
  );
  const [browserRunMs, containerMs] = [median(times.browserRun ?? []), median(times.container ?? [])];
  const printMs = ({ phases }: Client) => median((phases.get('print') ?? []).slice(WARM_UP));
  return [
    milliseconds(browserRunMs),
    milliseconds(containerMs),
    ratio(containerMs / browserRunMs),
    target(containerMs / browserRunMs, { atMost: TARGET }),
    ratio(printMs(container) / printMs(browserRun)),
  ];
}
