import { mkdirSync, writeFileSync } from 'node:fs';
import { readPdf } from '../scripts/pdf/pdf-document.ts';
import { inProject } from '../scripts/project.ts';
import type { Service } from '../scripts/local/service.ts';
import { openPrinter, withService } from './client.ts';
import { median, milliseconds, perSecond, race, ratio, table } from './measure.ts';
import { LONGEST_MS, type Peer, startPeers, TookTooLong } from './peer-process.ts';
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

/** How long a PDF takes, in milliseconds, or why there is no time. */
type Outcome = number | string;

/** By the name of the peer, in the order of the cases. */
type Outcomes = ReadonlyMap<string, Outcome[]>;

/**
 * Other services beside Platen, in one run. Each PDF is checked.
 * @param mostRows leaves out documents with more rows. Then no plots are drawn
 */
export const benchPeers = (mostRows = Number.POSITIVE_INFINITY): Promise<string> =>
  withService({}, async (service) => {
    const peers = [platenOf(service), ...(await startPeers())];
    const cases = CASES.filter(({ rows }) => rows <= mostRows);
    try {
      const latencies = await compareLatency(peers, cases);
      const throughputs = await compareThroughput(peers.filter(({ hasBands }) => hasBands));
      const workspaces = await compareWorkspaces(service);
      if (cases.length === CASES.length) drawAll(latencies, throughputs, workspaces);
      return report(cases, { latencies, throughputs, workspaces });
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

async function compareLatency(peers: readonly Peer[], cases: readonly Case[]): Promise<Outcomes> {
  const outcomes = new Map(peers.map(({ name }) => [name, [] as Outcome[]]));
  for (const entry of cases) {
    for (const [name, outcome] of await compareCase(peers, entry)) outcomes.get(name)?.push(outcome);
  }
  return outcomes;
}

async function compareCase(peers: readonly Peer[], entry: Case): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const contestants: Record<string, () => Promise<unknown>> = {};
  let platenPages: number | undefined;
  for (const peer of peers) {
    const { name, print } = peer;
    await attempt(peer, outcomes, async () => {
      const started = performance.now();
      const pdf = await print(entry.workload);
      const tookMs = performance.now() - started;
      const pages = await check(entry, pdf);
      platenPages ??= pages;
      if (peer.hasBands) assertSamePages(pages, platenPages);
      if (tookMs > ONCE_MS) outcomes.set(name, tookMs);
      else contestants[name] = () => attempt(peer, outcomes, () => print(entry.workload));
    });
  }
  const times = await race(contestants, { rounds: entry.rounds, warmUp: 1 });
  for (const [name, values] of Object.entries(times)) {
    if (!outcomes.has(name)) outcomes.set(name, median(values));
  }
  return outcomes;
}

/** A peer that cannot do it has a reason for an outcome. @throws {Error} Platen cannot */
async function attempt(
  { name }: Peer,
  outcomes: Map<string, Outcome>,
  work: () => Promise<unknown>,
): Promise<void> {
  if (outcomes.has(name)) return;
  try {
    await work();
  } catch (error) {
    if (name === PLATEN) throw error;
    outcomes.set(name, describe(error));
  }
}

function describe(error: unknown): string {
  if (error instanceof TookTooLong) return `more than ${LONGEST_MS / 1_000} s`;
  const reason = error instanceof Error ? error.message : String(error);
  // It becomes a cell of a table.
  return `failed: ${reason.replaceAll(/[|\s]+/g, ' ').slice(0, 200)}`;
}

/** @returns the number of pages @throws {Error} the text is missing */
const check = ({ text }: Case, pdf: Uint8Array): Promise<number> =>
  readPdf(pdf, async (document) => {
    const last = document.numPages;
    const texts = await Promise.all(
      [Math.max(1, last - 1), last].map(async (page) => {
        const { items } = await (await document.getPage(page)).getTextContent();
        return items.map((item) => ('str' in item ? item.str : '')).join('');
      }),
    );
    if (!texts.join('').replaceAll(/\s/g, '').includes(text.replaceAll(' ', ''))) {
      throw new Error(`the end of the PDF does not contain "${text}"`);
    }
    return last;
  });

/** Those that print with the same Chromium have as many pages, but for one: margins are rounded. */
function assertSamePages(pages: number, expected: number): void {
  if (Math.abs(pages - expected) > 1) throw new Error(`the PDF has ${pages} pages, not ${expected}`);
}

/** PDFs a second of W1, by the number of clients. */
async function compareThroughput(peers: readonly Peer[]): Promise<Outcomes> {
  const rates = new Map<string, Outcome[]>();
  for (const peer of peers) {
    const outcomes: Outcome[] = [];
    for (const clients of CLIENTS) {
      const outcome = new Map<string, Outcome>();
      await attempt(peer, outcome, async () => {
        const rate = await perSecond(clients, PDFS, () => peer.print(WORKLOADS.W1));
        outcome.set(peer.name, rate);
      });
      outcomes.push(outcome.get(peer.name) ?? Number.NaN);
    }
    rates.set(peer.name, outcomes);
  }
  return rates;
}

/** PDFs a second of W1 with eight clients, by the number of workspaces that they belong to. */
async function compareWorkspaces(service: Service): Promise<number[]> {
  const most = Math.max(...CLIENTS);
  const printers = await Promise.all(Array.from({ length: most }, () => openPrinter(service, WORKLOADS.W1)));
  const y: number[] = [];
  for (const workspaces of CLIENTS) {
    const print = (client: number) => printers[client % workspaces]?.() ?? Promise.resolve();
    await perSecond(most, PDFS / 2, print);
    y.push(await perSecond(most, PDFS * 2, print));
  }
  return y;
}

function drawAll(latencies: Outcomes, throughputs: Outcomes, workspaces: readonly number[]): void {
  const plots: Readonly<Record<string, Plot>> = {
    rows: {
      title: 'Time of a PDF by rows of its table',
      xLabel: 'rows',
      yLabel: 'milliseconds',
      x: CASES.map(({ rows }) => rows),
      lines: toLines(latencies),
    },
    clients: {
      title: 'PDFs a second by clients',
      xLabel: 'clients',
      yLabel: 'PDFs a second',
      x: CLIENTS,
      lines: toLines(throughputs),
    },
    workspaces: {
      title: 'PDFs a second of eight clients by workspaces',
      xLabel: 'workspaces',
      yLabel: 'PDFs a second',
      x: CLIENTS,
      lines: [{ name: PLATEN, y: workspaces }],
    },
  };
  mkdirSync(inProject(PLOTS), { recursive: true });
  for (const [name, plot] of Object.entries(plots))
    writeFileSync(inProject(PLOTS, `${name}.svg`), drawPlot(plot));
}

/** Without a point where there is no time. */
const toLines = (outcomes: Outcomes): Line[] =>
  [...outcomes].map(([name, values]) => ({
    name,
    y: values.map((value) => (typeof value === 'number' ? value : Number.NaN)),
  }));

interface Results {
  readonly latencies: Outcomes;
  readonly throughputs: Outcomes;
  /** PDFs a second. */
  readonly workspaces: readonly number[];
}

const rate = (value: Outcome): string => (typeof value === 'number' ? `${value.toFixed(1)}/s` : value);

function report(cases: readonly Case[], { latencies, throughputs, workspaces }: Results): string {
  const own = latencies.get(PLATEN);
  const cell = (name: string, value: Outcome | undefined, at: number): string => {
    if (typeof value !== 'number') return value ?? '';
    const times = name === PLATEN ? '' : ` (${ratio(value / Number(own?.[at]))})`;
    return `${milliseconds(value)}${times}`;
  };
  const latencyRows = cases.map(({ what }, at) => [
    what,
    ...[...latencies].map(([name, values]) => cell(name, values[at], at)),
  ]);
  return `## Other services

Each prints with the same Chromium on the same machine, in the same run; each round runs all of them once. Platen does more:
it fills the template, checks the key, charges, and stores the PDF. The others get finished HTML and store nothing. In
parentheses: how many times as long as Platen. WeasyPrint and wkhtmltopdf are measured where they are installed; they print
W2 without header and footer. A PDF that takes more than ${ONCE_MS / 1_000} seconds is made once, and one of another service that takes
more than ${LONGEST_MS / 1_000} is given up. The text of the last pages and the number of pages of every document are checked.
wkhtmltopdf draws the web font of W2 as shapes, so its PDF has no text.

${table([['Document', ...latencies.keys()], ...latencyRows])}

PDFs a second of W1:

${table([['Service', ...CLIENTS.map((clients) => (clients === 1 ? `1 client` : `${clients} clients`))], ...[...throughputs].map(([name, rates]) => [name, ...rates.map(rate)])])}

PDFs a second of eight clients of ${CLIENTS.join(', ')} workspaces: ${workspaces.map(rate).join(', ')}.

![Time of a PDF by rows](plots/rows.svg)

![PDFs a second by clients](plots/clients.svg)

![PDFs a second by workspaces](plots/workspaces.svg)`;
}
