import { mkdirSync, writeFileSync } from 'node:fs';
import { inProject } from '../../scripts/project.ts';
import { milliseconds, ratio, table } from './measure.ts';
import { LONGEST_MS } from './peer.ts';
import { drawPlot, type Line, type Plot } from './plot.ts';

export const PLATEN = 'Platen';

/** A PDF that takes longer is measured once, when it is checked. */
export const ONCE_MS = 20_000;

const PLOTS = 'docs/plots';

/** A duration or a rate, or the reason why there is none. */
export type Outcome = number | string;

/** The outcomes of each service by its name, in the order of the cases. */
export type Outcomes = ReadonlyMap<string, Outcome[]>;

/** The memory in MB of each service, by its name. */
export type Memories = ReadonlyMap<string, number>;

export interface PeerCase {
  readonly what: string;
  readonly rows: number;
}

interface Axes {
  readonly cases: readonly PeerCase[];
  readonly clients: readonly number[];
}

interface PeerResults {
  /** Seconds. */
  readonly starts: ReadonlyMap<string, Outcome>;
  /** Milliseconds. */
  readonly latencies: Outcomes;
  /** PDFs a second. */
  readonly rates: Outcomes;
  readonly memories: Memories;
  /** PDFs a second. */
  readonly workspaces: readonly number[];
}

export function drawPlots({ cases, clients }: Axes, { latencies, rates, workspaces }: PeerResults): void {
  const plots: Readonly<Record<string, Plot>> = {
    rows: {
      title: 'Time of a PDF by rows of its table',
      xLabel: 'rows',
      yLabel: 'milliseconds',
      x: cases.map(({ rows }) => rows),
      lines: toLines(latencies),
    },
    clients: {
      title: 'PDFs a second by clients',
      xLabel: 'clients',
      yLabel: 'PDFs a second',
      x: clients,
      lines: toLines(rates),
    },
    workspaces: {
      title: 'PDFs a second of eight clients by workspaces',
      xLabel: 'workspaces',
      yLabel: 'PDFs a second',
      x: clients,
      lines: [{ name: PLATEN, y: workspaces }],
    },
  };
  mkdirSync(inProject(PLOTS), { recursive: true });
  for (const [name, plot] of Object.entries(plots))
    writeFileSync(inProject(PLOTS, `${name}.svg`), drawPlot(plot));
}

/** Returns the lines of a plot. A line has no point where there is no number. */
const toLines = (outcomes: Outcomes): Line[] =>
  [...outcomes].map(([name, values]) => ({
    name,
    y: values.map((value) => (typeof value === 'number' ? value : Number.NaN)),
  }));

const rate = (value: Outcome): string => (typeof value === 'number' ? `${value.toFixed(1)}/s` : value);

const megabytes = (value: number): string => `${value.toFixed(0)} MB`;

const seconds = (value: Outcome): string => (typeof value === 'number' ? `${value.toFixed(1)} s` : value);

/** Returns a section of Markdown. */
export function reportPeers({ cases, clients }: Axes, results: PeerResults): string {
  const { starts, latencies, rates, memories, workspaces } = results;
  const own = latencies.get(PLATEN);
  const cell = (name: string, value: Outcome | undefined, at: number): string => {
    if (typeof value !== 'number') return value ?? '';
    const times = name === PLATEN ? '' : ` (${ratio(value / Number(own?.[at]))})`;
    return `${milliseconds(value)}${times}`;
  };
  const latencyRows = [...latencies].map(([name, values]) => [
    name,
    ...cases.map((_, at) => cell(name, values[at], at)),
  ]);
  const rateRows = [...rates].map(([name, values]) => [
    name,
    ...values.map(rate),
    megabytes(memories.get(name) ?? Number.NaN),
    seconds(starts.get(name) ?? ''),
  ]);
  const clientHeads = clients.map((count) => (count === 1 ? '1 client' : `${count} clients`));
  return `## Other services

Each runs on the same machine, in the same run; each round runs all of them once. All but WeasyPrint, wkhtmltopdf and Typst print with the same
Chromium. Platen does more: it fills the template, checks the key, charges, and stores the PDF. The others get finished HTML and store nothing.
Typst gets the data and a template in its own language, and reads no HTML. In parentheses: how many times as long as Platen. Gotenberg is built
from its source where Go is installed, without its other programs. WeasyPrint is installed where Python is. WeasyPrint and wkhtmltopdf print
W2 without header and footer. A PDF that takes more than ${ONCE_MS / 1_000} seconds is made once, and one of another service that takes
more than ${LONGEST_MS / 1_000} is given up. The text of the last pages and the number of pages of every document are checked.

${table([['Service', ...cases.map(({ what }) => what)], ...latencyRows])}

PDFs a second of W1, the memory of all processes at ${clients.at(-1)} clients (\`RssAnon\`), and the time from the start of the process to the first PDF:

${table([['Service', ...clientHeads, 'Memory', 'Start'], ...rateRows])}

PDFs a second of eight clients of ${clients.join(', ')} workspaces of Platen: ${workspaces.map(rate).join(', ')}.

![Time of a PDF by rows](plots/rows.svg)

![PDFs a second by clients](plots/clients.svg)

![PDFs a second by workspaces](plots/workspaces.svg)`;
}
