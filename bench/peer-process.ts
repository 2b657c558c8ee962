import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installExtra } from '../scripts/packages/install-extra.ts';
import { prepareLocalBrowser } from '../scripts/local/local-browser.ts';
import { descendants, signalAll } from '../scripts/local/process-tree.ts';
import { inProject } from '../scripts/project.ts';
import type { Workload } from './workloads.ts';

/** Another way to make the same PDF. */
export interface Peer {
  readonly name: string;
  /** Without it, a document with header and footer is printed without them. */
  readonly hasBands: boolean;
  /** @throws {TookTooLong} @throws {Error} it cannot print the document */
  readonly print: (workload: Workload) => Promise<Uint8Array>;
  readonly stop: () => Promise<void>;
}

const FOLDER = 'bench/peers';
const MARGIN_MM = 10;

const SERVERS = {
  'Puppeteer, a context for each PDF': 'puppeteer-server.mjs',
  'jsreport, a pool of two Chromes': 'jsreport-server.mjs',
} as const;

const margins = `${MARGIN_MM}mm`;

/** Programs that are measured if they are installed, with their options. A file of HTML and one for the PDF follow. */
const PROGRAMS = {
  weasyprint: ['--quiet'],
  wkhtmltopdf: ['--quiet', ...['-T', '-R', '-B', '-L'].flatMap((side) => [side, margins])],
} as const;

/** A document that takes longer is given up. */
export const LONGEST_MS = 180_000;

export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
  override readonly message = `took more than ${LONGEST_MS / 1_000} s`;
}

export async function startPeers(): Promise<readonly Peer[]> {
  installExtra(FOLDER);
  const { executablePath } = await prepareLocalBrowser();
  const servers = Object.entries(SERVERS).map(([name, file]) => server(name, file, executablePath));
  const programs = Object.entries(PROGRAMS).filter(([name]) => isInstalled(name));
  return [...servers, ...programs.map(([name, options]) => program(name, options))];
}

/** Starts it with the first document, and again after one that took too long. */
function server(name: string, file: string, chromium: string): Peer {
  let running: Promise<RunningServer> | null = null;
  const stop = async (): Promise<void> => {
    const stopped = running;
    running = null;
    await (await stopped?.catch(() => null))?.stop();
  };
  return {
    name,
    hasBands: true,
    async print(workload) {
      running ??= startServer(name, file, chromium);
      const { url } = await running;
      try {
        return await post(url, toRequest(workload));
      } catch (error) {
        if (error instanceof TookTooLong) await stop();
        throw error;
      }
    },
    stop,
  };
}

interface RunningServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function startServer(name: string, file: string, chromium: string): Promise<RunningServer> {
  const child = spawn(process.execPath, [inProject(FOLDER, file)], {
    env: { ...process.env, CHROMIUM: chromium },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  const early = exit.then(() => Promise.reject(new Error(`${name} did not start.`)));
  const [message] = await Promise.race([once(child, 'message'), early]);
  const { port } = message as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      endTree(child);
      await exit;
    },
  };
}

/** Also its browsers, which have process groups of their own. */
function endTree({ pid }: ChildProcess): void {
  if (pid !== undefined) signalAll([...descendants(pid), pid], 'SIGKILL');
}

const toRequest = ({ html, bands }: Workload): object => ({
  html,
  pdf: bands
    ? {
        displayHeaderFooter: true,
        headerTemplate: bands.headerTemplate,
        footerTemplate: bands.footerTemplate,
        margin: {
          top: `${bands.marginTopMm}mm`,
          right: margins,
          bottom: `${bands.marginBottomMm}mm`,
          left: margins,
        },
      }
    : { margin: { top: margins, right: margins, bottom: margins, left: margins } },
});

async function post(url: string, body: object): Promise<Uint8Array> {
  try {
    const signal = AbortSignal.timeout(LONGEST_MS);
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), signal });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return await response.bytes();
  } catch (error) {
    throw error instanceof DOMException && error.name === 'TimeoutError' ? new TookTooLong() : error;
  }
}

/** With files: `wkhtmltopdf` writes no PDF to a pipe that Node made. */
const program = (name: string, options: readonly string[]): Peer => ({
  name,
  hasBands: false,
  async print({ html }) {
    const folder = await mkdtemp(join(tmpdir(), 'platen-peer-'));
    try {
      const [source, pdf] = [join(folder, 'document.html'), join(folder, 'document.pdf')];
      await writeFile(source, html);
      await runInTime(name, [...options, source, pdf]);
      return await readFile(pdf);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  stop: () => Promise.resolve(),
});

/** @throws {TookTooLong} @throws {Error} it failed; the message has the end of its output */
async function runInTime(name: string, args: readonly string[]): Promise<void> {
  const child = spawn(name, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endTree(child);
  }, LONGEST_MS);
  const [output, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  clearTimeout(timer);
  if (isLate) throw new TookTooLong();
  if (code !== 0) throw new Error(`ended with ${signal ?? code}: ${output.trim().slice(-200)}`);
}

function isInstalled(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
