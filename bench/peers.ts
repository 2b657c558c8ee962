import { mkdirSync, writeFileSync } from 'node:fs';
import { readPdf } from '../scripts/pdf-document.ts';
import { inProject } from '../scripts/project.ts';
import type { Service } from '../scripts/service.ts';
import { openPrinter, withService } from './client.ts';
import { median, milliseconds, perSecond, race, ratio, table } from './measure.ts';
import { type Peer, startPeers } from './peer-process.ts';
import { drawPlot, type Line, type Plot } from './plot.ts';
import { longTable, type Workload, WORKLOADS } from './workloads.ts';

interface Case {
  readonly what: string;
  readonly workload: Workload;
  readonly rows: number;
  readonly rounds: number;
  /** Text on the last two pages. */
  readonly text: string;
}

const CASES: readonly Case[] = [
  { what: 'W1: an invoice of one page', workload: WORKLOADS.W1, rows: 10, rounds: 30, text: 'Total' },
  {
    what: 'W2: 100 rows, logo, web font, header and footer',
    workload: WORKLOADS.W2,
    rows: 100,
    rounds: 20,
    text: 'Item number 100',
  },
  {
    what: 'W5: a template with 1,000 rows',
    workload: WORKLOADS.W5,
    rows: 1_000,
    rounds: 9,
    text: 'Item 999',
  },
  { what: 'a table of 2,000 rows', workload: longTable(2_000), rows: 2_000, rounds: 7, text: 'number 2000' },
  {
    what: 'a table of 20,000 rows',
    workload: longTable(20_000),
    rows: 20_000,
    rounds: 3,
    text: 'number 20000',
  },
];

/** What takes longer is measured once, when the PDF is checked. */
const ONCE_MS = 20_000;

const PLATEN = 'Platen';
const CLIENTS = [1, 2, 4, 8] as const;
const PDFS = 60;
const PLOTS = 'docs/plots';

/** Other services beside Platen, in one run. Each PDF is checked. */
export const benchPeers = (): Promise<string> =>
  withService({}, async (service) => {
    const peers = [platenOf(service), ...(await startPeers())];
    try {
      const latencies = await compareLatency(peers);
      const throughputs = await compareThroughput(peers.filter(({ hasBands }) => hasBands));
      const workspaces = await compareWorkspaces(service);
      drawAll(latencies, throughputs, workspaces);
      return report(latencies, throughputs, workspaces);
    } finally {
      await Promise.all(peers.map((peer) => peer.stop()));
    }
  });

/** The whole service: template, ledger and storage. The answer is the PDF. */
function platenOf(service: Service): Peer {
  const printers = new Map<Workload, Promise<() => Promise<Uint8Array>>>();
  return {
    name: PLATEN,
    hasBands: true,
    async print(workload) {
      const printer = printers.get(workload) ?? openPrinter(service, workload);
      printers.set(workload, printer);
      return (await printer)();
    },
    stop: () => Promise.resolve(),
  };
}

/** Medians by the name of the peer, in the order of the cases. */
async function compareLatency(peers: readonly Peer[]): Promise<readonly Line[]> {
  const medians = new Map(peers.map(({ name }) => [name, [] as number[]]));
  for (const entry of CASES) {
    const pages = new Map<string, number>();
    const contestants: Record<string, () => Promise<unknown>> = {};
    for (const { name, print } of peers) {
      const started = performance.now();
      const pdf = await print(entry.workload);
      const tookMs = performance.now() - started;
      pages.set(name, await check(name, entry, pdf));
      if (tookMs > ONCE_MS) medians.get(name)?.push(tookMs);
      else contestants[name] = () => print(entry.workload);
    }
    assertSamePages(entry, peers, pages);
    const times = await race(contestants, { rounds: entry.rounds, warmUp: 1 });
    for (const [name, values] of Object.entries(times)) medians.get(name)?.push(median(values));
  }
  return [...medians].map(([name, y]) => ({ name, y }));
}

/** @returns the number of pages @throws {Error} the text is missing */
const check = (name: string, { what, text }: Case, pdf: Uint8Array): Promise<number> =>
  readPdf(pdf, async (document) => {
    const last = document.numPages;
    const texts = await Promise.all(
      [Math.max(1, last - 1), last].map(async (page) => {
        const { items } = await (await document.getPage(page)).getTextContent();
        return items.map((item) => ('str' in item ? item.str : '')).join('');
      }),
    );
    if (!texts.join('').replaceAll(/\s/g, '').includes(text.replaceAll(' ', ''))) {
      throw new Error(`${name}, ${what}: the end of the PDF does not contain "${text}".`);
    }
    return last;
  });

/** Those that print with the same Chromium have as many pages, but for one: margins are rounded. */
function assertSamePages({ what }: Case, peers: readonly Peer[], pages: ReadonlyMap<string, number>): void {
  const counts = peers.filter(({ hasBands }) => hasBands).map(({ name }) => pages.get(name) ?? 0);
  if (Math.max(...counts) - Math.min(...counts) > 1) {
    throw new Error(`${what}: the PDFs have ${JSON.stringify(Object.fromEntries(pages))} pages.`);
  }
}

/** PDFs a second of W1, by the number of clients. */
async function compareThroughput(peers: readonly Peer[]): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const { name, print } of peers) {
    const y: number[] = [];
    for (const clients of CLIENTS) y.push(await perSecond(clients, PDFS, () => print(WORKLOADS.W1)));
    lines.push({ name, y });
  }
  return lines;
}

/** PDFs a second of W1 with eight clients, by the number of workspaces that they belong to. */
async function compareWorkspaces(service: Service): Promise<readonly Line[]> {
  const most = Math.max(...CLIENTS);
  const printers = await Promise.all(Array.from({ length: most }, () => openPrinter(service, WORKLOADS.W1)));
  const y: number[] = [];
  for (const workspaces of CLIENTS) {
    const print = (client: number) => printers[client % workspaces]?.() ?? Promise.resolve();
    await perSecond(most, PDFS / 2, print);
    y.push(await perSecond(most, PDFS * 2, print));
  }
  return [{ name: PLATEN, y }];
}

function drawAll(
  latencies: readonly Line[],
  throughputs: readonly Line[],
  workspaces: readonly Line[],
): void {
  const plots: Readonly<Record<string, Plot>> = {
    rows: {
      title: 'Time of a PDF by rows of its table',
      xLabel: 'rows',
      yLabel: 'milliseconds',
      x: CASES.map(({ rows }) => rows),
      lines: latencies,
    },
    clients: {
      title: 'PDFs a second by clients',
      xLabel: 'clients',
      yLabel: 'PDFs a second',
      x: CLIENTS,
      lines: throughputs,
    },
    workspaces: {
      title: 'PDFs a second of eight clients by workspaces',
      xLabel: 'workspaces',
      yLabel: 'PDFs a second',
      x: CLIENTS,
      lines: workspaces,
    },
  };
  mkdirSync(inProject(PLOTS), { recursive: true });
  for (const [name, plot] of Object.entries(plots))
    writeFileSync(inProject(PLOTS, `${name}.svg`), drawPlot(plot));
}

function report(
  latencies: readonly Line[],
  throughputs: readonly Line[],
  workspaces: readonly Line[],
): string {
  const names = latencies.map(({ name }) => name);
  const [own] = latencies;
  const latencyRows = CASES.map(({ what }, at) => [
    what,
    ...latencies.map(({ name, y }) => {
      const value = y[at] ?? Number.NaN;
      const times = name === PLATEN ? '' : ` (${ratio(value / (own?.y[at] ?? Number.NaN))})`;
      return `${milliseconds(value)}${times}`;
    }),
  ]);
  const rates = (y: readonly number[]) => y.map((value) => `${value.toFixed(1)}/s`);
  return `## Other services

Each prints with the same Chromium on the same machine, in the same run; each round runs all of them once. Platen does more:
it fills the template, checks the key, charges, and stores the PDF. The others get finished HTML and store nothing. In
parentheses: how many times as long as Platen. WeasyPrint and wkhtmltopdf are measured where they are installed; they print
W2 without header and footer. A PDF that takes more than ${ONCE_MS / 1_000} seconds is made once. The last pages and the number of pages of every document are checked.

${table([['Document', ...names], ...latencyRows])}

PDFs a second of W1:

${table([['Service', ...CLIENTS.map((clients) => `${clients} clients`)], ...throughputs.map(({ name, y }) => [name, ...rates(y)])])}

PDFs a second of eight clients of ${CLIENTS.join(', ')} workspaces: ${rates(workspaces[0]?.y ?? []).join(', ')}.

![Time of a PDF by rows](plots/rows.svg)

![PDFs a second by clients](plots/clients.svg)

![PDFs a second by workspaces](plots/workspaces.svg)`;
}
