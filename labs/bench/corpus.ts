import type { Service } from '../../scripts/local/service.ts';
import { openBaselines } from './baselines.ts';
import { openHtmlPrinter, withService } from './client.ts';
import { startEmulation } from './emulation.ts';
import { ASSETS_HOST, serveAssets } from './corpus/server.ts';
import { type CorpusDocument, corpusDocuments } from './corpus/documents.ts';
import { median, milliseconds, percentile, race, ratio, table, target } from './measure.ts';

const ROUNDS = 12;
const WARM_UP = 3;
const IDLE_MS = 60;

/** The targets for the ratios of all documents. */
const AT_MOST = { median: 1.5, p90: 2, worst: 3 } as const;

/** The service answers with the PDF. No margins, as in the tab. */
const OPTIONS = { format: 'A4' };

/** Documents as people print them, most of which take no shortcut, beside a tab that is never cleared. */
export async function benchCorpus(only = ''): Promise<string> {
  const assets = await serveAssets();
  try {
    const documents = corpusDocuments(assets.origin).filter(({ name }) => name.includes(only));
    return report(
      await withService({ egress: 'labs/bench/corpus/egress.ts' }, (service) => compare(service, documents)),
    );
  } finally {
    await assets.close();
  }
}

async function compare(service: Service, documents: readonly CorpusDocument[]): Promise<Result[]> {
  // The first rule that matches counts.
  const rules = `MAP ${ASSETS_HOST} 127.0.0.1, MAP * ~NOTFOUND`;
  const baselines = await openBaselines([`--host-resolver-rules=${rules}`]);
  const emulation = await startEmulation();
  try {
    const print = await openHtmlPrinter(service, OPTIONS);
    const results: Result[] = [];
    for (const { name, html } of documents) {
      const times = await race(
        {
          oursMs: () => print(html),
          tabMs: () => baselines.reusedTab(html),
          forgetfulMs: () => baselines.forgetfulTab(html),
          emulationMs: emulation.request,
        },
        { rounds: ROUNDS, warmUp: WARM_UP, idleMs: IDLE_MS },
      );
      const medianOf = (one: keyof Result) => median(times[one] ?? []);
      results.push({
        name,
        tabMs: medianOf('tabMs'),
        forgetfulMs: medianOf('forgetfulMs'),
        emulationMs: medianOf('emulationMs'),
        oursMs: medianOf('oursMs'),
      });
    }
    return results;
  } finally {
    await Promise.all([baselines.close(), emulation.close()]);
  }
}

interface Result {
  readonly name: string;
  readonly tabMs: number;
  readonly forgetfulMs: number;
  readonly emulationMs: number;
  readonly oursMs: number;
}

interface Compared extends Result {
  /** The ratio to the tab. */
  readonly times: number;
  /** The ratio to a tab that loads everything again, and then stores the PDF with the emulation. */
  readonly timesOfSameWork: number;
}

const compareTimes = (result: Result): Compared => ({
  ...result,
  times: result.oursMs / result.tabMs,
  timesOfSameWork: result.oursMs / (result.forgetfulMs + result.emulationMs),
});

const summaryOf = (ratios: readonly number[]) => ({
  median: median(ratios),
  p90: percentile(ratios, 0.9),
  worst: Math.max(...ratios),
});

function report(results: readonly Result[]): string {
  const sorted = results.map(compareTimes).sort((one, other) => one.times - other.times);
  const summary = summaryOf(sorted.map(({ times }) => times));
  const sameWork = summaryOf(sorted.map(({ timesOfSameWork }) => timesOfSameWork));
  const row = (name: string, part: keyof typeof AT_MOST) => [
    name,
    ratio(summary[part]),
    target(summary[part], { atMost: AT_MOST[part] }),
    ratio(sameWork[part]),
  ];
  return `## Documents as people print them

The ${results.length} documents of \`labs/bench/corpus\`, over HTTP with the PDF as the answer, beside a tab of the same Chromium that gets one document
after the other and is never cleared. So the tab keeps what it loaded, and the service loads it again. Each waits ${IDLE_MS} ms before each print.
Medians of ${ROUNDS} rounds. Each round runs all of them once.

The tab without a cache has a new window for each document, and loads everything again, as the service does. The emulation alone is a Worker without Platen: it reserves a
credit, stores a file and spends the credit, with the same emulated platform. It takes ${milliseconds(median(results.map(({ emulationMs }) => emulationMs)))}. The last column compares the service with both together.

${table([
  ['Ratio', 'To the tab', 'Target', 'To the same work'],
  row('median', 'median'),
  row('90th percentile', 'p90'),
  row('the worst', 'worst'),
])}

${table([
  ['Document', 'Tab', 'Tab without a cache', 'Service', 'Ratio to the tab', 'To the same work'],
  ...sorted.map(({ name, tabMs, forgetfulMs, oursMs, times, timesOfSameWork }) => [
    name,
    milliseconds(tabMs),
    milliseconds(forgetfulMs),
    milliseconds(oursMs),
    ratio(times),
    ratio(timesOfSameWork),
  ]),
])}`;
}
