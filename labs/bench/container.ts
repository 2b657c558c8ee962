import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareLocalBrowser } from '../../scripts/local/local-browser.ts';
import { inProject } from '../../scripts/project.ts';
import type { Service } from '../../scripts/local/service.ts';
import { withChromePath } from './chrome-path.ts';
import { type BenchDocument, type Client, openClient, withService } from './client.ts';
import { median, milliseconds, race, ratio, table, target } from './measure.ts';
import { SMALL_INVOICE_DATA, SMALL_INVOICE_TEMPLATE } from './small-invoice.ts';

/** Between two starts of Chromium, the time for a long document differs by up to a tenth. */
const STARTS = 4;
const ROUNDS_EACH = 20;
const WARM_UP = 15;

/** As in `bench -- http`. Without a pause, each renderer clears its page while the other one prints. */
const IDLE_MS = 250;

/** Each DevTools message takes this long, as between machines that are near each other. */
const EACH_WAY_MS = 1;

/** The container may take at most this many times as long as Browser Run: decision 26. */
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

/** Milliseconds. */
interface Times {
  /** Browser Run on this machine. */
  readonly local: number[];
  readonly distant: number[];
  readonly container: number[];
  /** The phase `print`. */
  readonly localPrint: number[];
  readonly containerPrint: number[];
}

/** Compares the same documents through Browser Run and through the container, in one run, over HTTP. */
export async function benchContainer(): Promise<string> {
  const times = new Map<string, Times>();
  for (let start = 0; start < STARTS; start += 1) {
    await withService({ renderer: 'browser-run' }, (local) =>
      withDistantBrowserRun((distant) =>
        withService({ renderer: 'container' }, (container) => measure({ local, distant, container }, times)),
      ),
    );
  }
  return describe(times);
}

/** A service whose Browser Run is not on the same machine: `distant-chromium.ts`. */
async function withDistantBrowserRun(work: (service: Service) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-distant-'));
  const launcher = join(folder, 'chromium');
  const { executablePath } = await prepareLocalBrowser();
  const script = inProject('labs/bench/distant-chromium.ts');
  await writeFile(
    launcher,
    `#!/bin/sh\nexec '${process.execPath}' '${script}' '${executablePath}' ${EACH_WAY_MS} "$@"\n`,
  );
  await chmod(launcher, 0o755);
  const usual = process.env.CHROME_PATH;
  try {
    await withChromePath(launcher, () =>
      withService({ renderer: 'browser-run' }, (service) => withChromePath(usual, () => work(service))),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  services: Readonly<Record<'local' | 'distant' | 'container', Service>>,
  times: Map<string, Times>,
): Promise<void> {
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    const local = await openClient(services.local, document);
    const distant = await openClient(services.distant, document);
    const container = await openClient(services.container, document);
    const raced = await race(
      { local: local.generate, distant: distant.generate, container: container.generate },
      { rounds: ROUNDS_EACH, warmUp: WARM_UP, idleMs: IDLE_MS },
    );
    const printed = ({ phases }: Client) => (phases.get('print') ?? []).slice(WARM_UP);
    const all = times.get(name) ?? {
      local: [],
      distant: [],
      container: [],
      localPrint: [],
      containerPrint: [],
    };
    times.set(name, all);
    all.local.push(...(raced.local ?? []));
    all.distant.push(...(raced.distant ?? []));
    all.container.push(...(raced.container ?? []));
    all.localPrint.push(...printed(local));
    all.containerPrint.push(...printed(container));
  }
}

function describe(times: ReadonlyMap<string, Times>): string {
  const here = [['Document', 'Browser Run', 'container', 'ratio', 'Target', 'ratio of print']];
  const there = [['Document', `Browser Run at ${EACH_WAY_MS} ms`, 'container', 'ratio', 'Target']];
  for (const [name, { local, distant, container, localPrint, containerPrint }] of times) {
    here.push([name, ...against(local, container), ratio(median(containerPrint) / median(localPrint))]);
    there.push([name, ...against(distant, container)]);
  }
  return [
    '## Container',
    `The service with each of its two renderers on one machine, over HTTP, warm. Each waits ${IDLE_MS} ms before each print. Medians of
${STARTS * ROUNDS_EACH} rounds. Each round prints once with each service. The services restart after ${ROUNDS_EACH} rounds: between two starts, the time for
long documents differs by up to a tenth. The last column compares only the phase \`print\`. A small document
takes longer with the container, because the request goes through one more process.`,
    table(here),
    `On Cloudflare, the browser of Browser Run is on another machine than the Worker. Here a proxy
holds each DevTools message for ${EACH_WAY_MS} ms each way. The container gets a document and returns its PDF in one request.`,
    table(there),
  ].join('\n\n');
}

function against(browserRun: readonly number[], container: readonly number[]): string[] {
  const [browserRunMs, containerMs] = [median(browserRun), median(container)];
  const share = containerMs / browserRunMs;
  return [
    milliseconds(browserRunMs),
    milliseconds(containerMs),
    ratio(share),
    target(share, { atMost: TARGET }),
  ];
}
