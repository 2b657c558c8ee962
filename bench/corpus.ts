import type { Service } from '../scripts/local/service.ts';
import { openBaselines } from './baselines.ts';
import { openHtmlPrinter, withService } from './client.ts';
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
      await withService({ egress: 'bench/corpus/egress.ts' }, (service) => compare(service, documents)),
    );
  } finally {
    await assets.close();
  }
}

async function compare(service: Service, documents: readonly CorpusDocument[]): Promise<Result[]> {
  const rules = `MAP * ~NOTFOUND, MAP ${ASSETS_HOST} 127.0.0.1`;
  const baselines = await openBaselines([`--host-resolver-rules=${rules}`]);
  try {
    const print = await openHtmlPrinter(service, OPTIONS);
    const results: Result[] = [];
    for (const { name, html } of documents) {
      const { tab = [], ours = [] } = await race(
        { ours: () => print(html), tab: () => baselines.reusedTab(html) },
        { rounds: ROUNDS, warmUp: WARM_UP, idleMs: IDLE_MS },
      );
      results.push({ name, tabMs: median(tab), oursMs: median(ours) });
    }
    return results;
  } finally {
    await baselines.close();
  }
}

interface Result {
  readonly name: string;
  readonly tabMs: number;
  readonly oursMs: number;
}

function report(results: readonly Result[]): string {
  const sorted = results
    .map((result) => ({ ...result, times: result.oursMs / result.tabMs }))
    .sort((one, other) => one.times - other.times);
  const ratios = sorted.map(({ times }) => times);
  const summary = { median: median(ratios), p90: percentile(ratios, 0.9), worst: Math.max(...ratios) };
  return `## Documents as people print them

The ${results.length} documents of \`bench/corpus\`, over HTTP with the PDF as the answer, beside a tab of the same Chromium that gets one document
after the other and is never cleared. So the tab keeps what it loaded, and the service loads it again. Each waits ${IDLE_MS} ms before each print.
Medians of ${ROUNDS} rounds; each round runs both once.

${table([
  ['Ratio to the tab', 'Value', 'Target'],
  ['median', ratio(summary.median), target(summary.median, { atMost: AT_MOST.median })],
  ['90th percentile', ratio(summary.p90), target(summary.p90, { atMost: AT_MOST.p90 })],
  ['the worst', ratio(summary.worst), target(summary.worst, { atMost: AT_MOST.worst })],
])}

${table([
  ['Document', 'Tab', 'Service', 'Ratio'],
  ...sorted.map(({ name, tabMs, oursMs, times }) => [
    name,
    milliseconds(tabMs),
    milliseconds(oursMs),
    ratio(times),
  ]),
])}`;
}
