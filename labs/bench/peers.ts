import { readPdf } from '../../scripts/pdf/pdf-document.ts';
import { descendants } from '../../scripts/local/process-tree.ts';
import type { Service } from '../../scripts/local/service.ts';
import { openPrinter, withService } from './client.ts';
import { median, perSecond, race } from './measure.ts';
import { measurePeaksMb, memoryGauge } from './peaks.ts';
import { LONGEST_MS, type Peer, TookTooLong } from './peer.ts';
import {
  drawPlots,
  type Memories,
  ONCE_MS,
  type Outcome,
  type Outcomes,
  PLATEN,
  type PeerCase,
  reportPeers,
} from './peer-report.ts';
import { startPeers } from './start-peers.ts';
import { longTable, type Workload, WORKLOADS } from './workloads.ts';

interface Case extends PeerCase {
  readonly workload: Workload;
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

const CLIENTS = [1, 2, 4, 8] as const;
const PDFS = 60;
const STARTS = 3;

/**
 * Other services beside Platen, in one run. Each PDF is checked.
 * @param mostRows leaves out documents with more rows. Then no plots are drawn
 */
export async function benchPeers(mostRows = Number.POSITIVE_INFINITY): Promise<string> {
  const others = await startPeers();
  try {
    const starts = await compareStarts(others);
    return await withService({}, async (service) => {
      const peers = [platenOf(service), ...others];
      const cases = CASES.filter(({ rows }) => rows <= mostRows);
      const latencies = await compareLatency(peers, cases);
      const { rates, memories } = await compareThroughput(peers.filter(({ pids }) => pids !== undefined));
      const workspaces = await compareWorkspaces(service);
      const results = { starts, latencies, rates, memories, workspaces };
      const axes = { cases, clients: CLIENTS };
      if (cases.length === CASES.length) drawPlots(axes, results);
      return reportPeers(axes, results);
    });
  } finally {
    await Promise.all(others.map((peer) => peer.stop()));
  }
}

/** Seconds from the start of the process to the first PDF. */
async function compareStarts(others: readonly Peer[]): Promise<ReadonlyMap<string, Outcome>> {
  const starts: Record<string, () => Promise<unknown>> = {
    [PLATEN]: () => withService({}, (service) => platenOf(service).print(WORKLOADS.W1)),
  };
  const outcomes = new Map<string, Outcome>();
  for (const peer of others.filter(({ pids }) => pids !== undefined))
    starts[peer.name] = () => attempt(peer, outcomes, () => printAfterStart(peer));
  const times = await race(starts, { rounds: STARTS, warmUp: 1 });
  for (const [name, values] of Object.entries(times))
    if (!outcomes.has(name)) outcomes.set(name, median(values) / 1_000);
  return outcomes;
}

async function printAfterStart(peer: Peer): Promise<void> {
  try {
    await peer.print(WORKLOADS.W1);
  } finally {
    await peer.stop();
  }
}

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
    pids: () => [service.pid, ...descendants(service.pid)],
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
    if (peer.isForTemplates && !entry.workload.typst) outcomes.set(name, 'no template');
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

/** PDFs a second of W1, by the number of clients, and the memory at the most clients. */
async function compareThroughput(peers: readonly Peer[]): Promise<{ rates: Outcomes; memories: Memories }> {
  const rates = new Map<string, Outcome[]>();
  const memories = new Map<string, number>();
  for (const peer of peers) {
    const outcomes: Outcome[] = [];
    const memory = memoryGauge(() => peer.pids?.() ?? []);
    for (const clients of CLIENTS) {
      const outcome = new Map<string, Outcome>();
      const peaks = await measurePeaksMb({ memory }, () =>
        attempt(peer, outcome, async () => {
          const rate = await perSecond(clients, PDFS, () => peer.print(WORKLOADS.W1));
          outcome.set(peer.name, rate);
        }),
      );
      memories.set(peer.name, peaks.memory);
      outcomes.push(outcome.get(peer.name) ?? Number.NaN);
    }
    rates.set(peer.name, outcomes);
  }
  return { rates, memories };
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
