import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { installExtra } from '../scripts/install-extra.ts';
import { prepareLocalBrowser } from '../scripts/local-browser.ts';
import { inProject } from '../scripts/project.ts';
import type { Workload } from './workloads.ts';

/** Another way to make the same PDF. */
export interface Peer {
  readonly name: string;
  /** Without it, a document with header and footer is printed without them. */
  readonly hasBands: boolean;
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

/** Programs that are measured if they are installed. They read HTML and write the PDF. */
const PROGRAMS = {
  weasyprint: ['--quiet', '-', '-'],
  wkhtmltopdf: ['--quiet', ...['-T', '-R', '-B', '-L'].flatMap((side) => [side, margins]), '-', '-'],
} as const;

export async function startPeers(): Promise<readonly Peer[]> {
  installExtra(FOLDER);
  const { executablePath } = await prepareLocalBrowser();
  const servers = Object.entries(SERVERS).map(([name, file]) => startServer(name, file, executablePath));
  const programs = Object.entries(PROGRAMS).filter(([name]) => isInstalled(name));
  return [...(await Promise.all(servers)), ...programs.map(([name, args]) => program(name, args))];
}

async function startServer(name: string, file: string, chromium: string): Promise<Peer> {
  const child = spawn(process.execPath, [inProject(FOLDER, file)], {
    env: { ...process.env, CHROMIUM: chromium },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  const early = exit.then(() => Promise.reject(new Error(`${name} did not start.`)));
  const [message] = await Promise.race([once(child, 'message'), early]);
  const { port } = message as { port: number };
  return {
    name,
    hasBands: true,
    print: (workload) => post(`http://127.0.0.1:${port}/`, toRequest(workload)),
    async stop() {
      child.disconnect();
      await exit;
    },
  };
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
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.bytes();
}

const program = (name: string, args: readonly string[]): Peer => ({
  name,
  hasBands: false,
  async print({ html }) {
    const child: ChildProcess = spawn(name, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin?.end(html);
    if (child.stdout === null) throw new Error(`${name} has no output.`);
    const pdf = await buffer(child.stdout);
    if (pdf.byteLength === 0) throw new Error(`${name} wrote no PDF.`);
    return pdf;
  },
  stop: () => Promise.resolve(),
});

function isInstalled(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
