import { type Connection, PagePool, printInPool } from '@platen/print-engine';
import type { ReadyDocument } from '../../packages/print-engine/in-page/messages.ts';
import { startChromium } from '../../scripts/local/chromium-process.ts';
import { jobOf, sides } from '../../test/print/support/jobs.ts';
import { median, milliseconds, race, table, target } from './measure.ts';

/** The time that waiting may cost a document that needs none. Source: contract 6.5. */
const TARGET_MS = 3;

/** The answer of the page when a document is ready. */
const READY: ReadyDocument = {
  state: 'ready',
  arrived: null,
  unfinished: [],
  failedFonts: [],
  isPaged: false,
  readsSheets: false,
  unloaded: [],
  relativeLinks: [],
  clipped: [],
  unseen: [],
  wide: null,
  cutAtEdge: [],
  noEffect: null,
  headings: [],
  consoleErrors: [],
  isLeaving: false,
  usedNetwork: false,
  isPrinting: false,
  documentBytes: 0,
  title: '',
  url: 'about:blank',
};

/** Compares printing when ready with the same printing without the wait. */
export async function compareReadiness(documents: Readonly<Record<string, string>>): Promise<string> {
  const browsers = await Promise.all([startChromium(), startChromium()]);
  try {
    const [one, other] = browsers;
    const ready = await openPool(await one.connect());
    const unready = await openPool(withoutReadiness(await other.connect()));
    const print = (pool: PagePool, html: string) =>
      printInPool(pool, jobOf(html, { contentMargin: sides(0), report: false }), {
        workspaceId: 'ws_bench',
        deadline: Date.now() + 120_000,
        maxPdfBytes: 500_000_000,
      });
    const lines: string[][] = [];
    for (const [name, html] of Object.entries(documents)) {
      const times = await race(
        { atOnce: () => print(unready, html), whenReady: () => print(ready, html) },
        { rounds: 60, warmUp: 8, idleMs: 40 },
      );
      const [atOnce, whenReady] = [median(times.atOnce ?? []), median(times.whenReady ?? [])];
      const more = whenReady - atOnce;
      lines.push([name, ...[atOnce, whenReady, more].map(milliseconds), target(more, { atMost: TARGET_MS })]);
    }
    ready.close();
    unready.close();
    return table([
      ['Document that does nothing later', 'without the wait', 'when ready', 'more', 'Target in ms'],
      ...lines,
    ]);
  } finally {
    await Promise.all(browsers.map((browser) => browser.stop()));
  }
}

async function openPool(connection: Connection): Promise<PagePool> {
  const pool = new PagePool(connection, { ready: 2, concurrent: 2 });
  await pool.start();
  return pool;
}

/** Each document is ready as soon as it is parsed. */
function withoutReadiness(connection: Connection): Connection {
  const send = connection.send.bind(connection);
  connection.send = (method, parameters, timeoutMs, sessionId) =>
    send(method, skipWait(parameters), timeoutMs, sessionId);
  return connection;
}

function skipWait<Parameters>(parameters: Parameters): Parameters {
  const { expression } = parameters as { readonly expression?: unknown };
  if (typeof expression !== 'string' || !expression.startsWith('ready(')) return parameters;
  const skip = `const skip = async ({ paperStyle }) => { setPaper(paperStyle); return ${JSON.stringify(READY)} };`;
  return { ...parameters, expression: `{ ${skip} ${expression.replace(/^ready\(/, 'skip(')} }` };
}
