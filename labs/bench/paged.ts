import { readWhole } from '@platen/pdf';
import { PagePool, printInPool } from '@platen/print-engine';
import { startChromium } from '../../scripts/local/chromium-process.ts';
import { prepareLocalBrowser } from '../../scripts/local/local-browser.ts';
import { installExtra } from '../../scripts/packages/install-extra.ts';
import { inProject } from '../../scripts/project.ts';
import { jobOf, sides } from '../../test/print/support/jobs.ts';
import { openBaselines } from './baselines.ts';
import { median, milliseconds, race, ratio, table, target } from './measure.ts';
import { bookOf, checkBook, HEADINGS, notedBookOf, NOTES, withoutLeaders } from './paged-book.ts';
import { PEER_FOLDER } from './peer.ts';
import { findWeasyPrint } from './peer-programs.ts';
import { nodeServer, serverPeer } from './peer-servers.ts';

type Print = (html: string) => Promise<Uint8Array>;

const PLATEN = 'Platen';
const CHROMIUM = 'Chromium alone';

/** The most time that the book may take, compared with Chromium alone. */
const TARGET = 2.1;

/** The most time that a document without references may take, if it is checked for them. */
const UNUSED_TARGET = 1.05;

/** The most time that the book with notes may take, compared with the book without them. */
const NOTED_TARGET = 2.5;

const LIBRARIES = 'test/print/readiness/libraries';

const ROUNDS = 7;

const TOO_LONG_MS = 600_000;

/** Prints a book with a table of contents in several ways, and checks all of its page numbers. */
export async function benchPaged(): Promise<string> {
  const chromium = await startChromium();
  const baselines = await openBaselines();
  const others = await openOthers();
  try {
    const pool = new PagePool(await chromium.connect(), { ready: 2, concurrent: 2 });
    await pool.start();
    const own: Readonly<Record<string, Print>> = {
      [PLATEN]: (html) => printWithPlaten(pool, html),
      [CHROMIUM]: (html) => baselines.reusedTab(html),
    };
    const rows = await compareBooks(own, others.prints);
    const print: Print = (html) => printWithPlaten(pool, html);
    const [noted, unused] = [await compareNoted(print), await compareUnused(print)];
    pool.close();
    return report(rows, noted, unused);
  } finally {
    await others.stop();
    await baselines.close();
    await chromium.stop();
  }
}

async function printWithPlaten(pool: PagePool, html: string): Promise<Uint8Array> {
  const job = jobOf(html, { contentMargin: sides(0), documentMargin: true, report: false });
  const limits = { workspaceId: 'ws_bench', deadline: Date.now() + TOO_LONG_MS, maxPdfBytes: 500_000_000 };
  const { pdf } = await printInPool(pool, job, limits);
  return readWhole(pdf);
}

async function openOthers() {
  installExtra(PEER_FOLDER);
  installExtra(LIBRARIES);
  const { executablePath } = await prepareLocalBrowser();
  const script = inProject(LIBRARIES, 'node_modules/pagedjs/dist/paged.polyfill.js');
  const toBody = ({ html }: { readonly html: string }) => ({ html, script });
  const pagedJs = serverPeer({
    ...nodeServer('Paged.js', 'pagedjs-server.mjs', executablePath, toBody),
    hasBands: false,
  });
  const peers = [pagedJs, ...findWeasyPrint()];
  const toHtml = (name: string, html: string) => (name === pagedJs.name ? withoutLeaders(html) : html);
  const prints = peers.map(
    ({ name, print }) => [name, (html: string) => print(toWorkload(toHtml(name, html)))] as const,
  );
  return {
    prints: Object.fromEntries(prints) as Readonly<Record<string, Print>>,
    stop: () => Promise.all(peers.map((peer) => peer.stop())),
  };
}

/** The other services get finished HTML. */
const toWorkload = (html: string) => ({ html, content: html, data: {} });

interface Row {
  readonly name: string;
  readonly ms: number;
  /** Compared with Chromium alone. */
  readonly factor: number;
  readonly pages: number;
  readonly wrongNumbers: number;
}

async function compareBooks(
  own: Readonly<Record<string, Print>>,
  others: Readonly<Record<string, Print>>,
): Promise<Row[]> {
  const html = bookOf();
  const runs = Object.fromEntries(Object.entries(own).map(([name, print]) => [name, () => print(html)]));
  const times = await race(runs, { rounds: ROUNDS, warmUp: 1 });
  const alone = times[CHROMIUM] ?? [];
  const rows: Row[] = [];
  for (const [name, print] of Object.entries(own)) {
    const values = times[name] ?? [];
    const factor = median(values.map((value, round) => value / (alone[round] ?? Number.NaN)));
    rows.push({ name, ms: median(values), factor, ...(await checkBook(await print(html))) });
  }
  for (const [name, print] of Object.entries(others)) {
    await print('<p>The program starts.');
    const started = performance.now();
    const pdf = await print(html);
    const ms = performance.now() - started;
    rows.push({ name, ms, factor: ms / median(alone), ...(await checkBook(pdf)) });
  }
  return rows;
}

interface Noted {
  /** Compared with the book without notes. */
  readonly factor: number;
  readonly pages: number;
  /** Page numbers, and notes that are not on the page of their call. */
  readonly wrong: number;
}

async function compareNoted(print: Print): Promise<Noted> {
  const [html, plain] = [notedBookOf(), bookOf()];
  const { noted = [], without = [] } = await race(
    { noted: () => print(html), without: () => print(plain) },
    { rounds: ROUNDS, warmUp: 1 },
  );
  const { pages, wrongNumbers, wrongNotes } = await checkBook(await print(html));
  const factor = median(noted.map((value, round) => value / (without[round] ?? Number.NaN)));
  return { factor, pages, wrong: wrongNumbers + wrongNotes };
}

/** Compares the book without references with itself. A word in a comment makes the engine look for references. @returns the factor of the time */
async function compareUnused(print: Print): Promise<number> {
  const html = bookOf('');
  const { checked = [], unchecked = [] } = await race(
    {
      checked: () => print(`${html}<!-- pageNumber -->`),
      unchecked: () => print(`${html}<!-- numberPage -->`),
    },
    { rounds: 2 * ROUNDS, warmUp: 1 },
  );
  return median(checked.map((value, round) => value / (unchecked[round] ?? Number.NaN)));
}

function report(rows: readonly Row[], noted: Noted, unused: number): string {
  const cells = rows.map(({ name, ms, factor, pages, wrongNumbers }) => [
    name,
    `${pages}`,
    milliseconds(ms),
    ratio(factor),
    name === PLATEN ? target(factor, { atMost: TARGET }) : '',
    `${wrongNumbers}`,
    name === PLATEN ? target(wrongNumbers, { atMost: 0 }) : '',
  ]);
  return `## Paged media

A book with ${HEADINGS} headings and a table of contents with as many page numbers (\`target-counter()\`) and leaders. pdf.js finds the page of
each heading; a number is wrong if it is another one, or if it is missing. Platen prints without HTTP. Chromium alone is one tab, used for each
print; it prints no numbers. Medians of ${ROUNDS} rounds of these two, of pairs; the others print the book once, because they take
long. Paged.js gets the book without leaders, because it prints no number beside one. WeasyPrint is installed where Python is.

${table([['Program', 'Pages', 'Time', 'Ratio', 'Target', 'Wrong numbers', 'Target'], ...cells])}

With ${NOTES} footnotes, the book has ${noted.pages} pages and takes ${ratio(noted.factor)} times as long (target: ${target(noted.factor, { atMost: NOTED_TARGET })}). ${noted.wrong} numbers and notes are
wrong (target: ${target(noted.wrong, { atMost: 0 })}).

The same book without references takes ${ratio(unused)} times as long if it is checked for references (target: ${target(unused, { atMost: UNUSED_TARGET })}).`;
}
