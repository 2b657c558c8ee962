import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { descendants, signalAll } from '../../scripts/local/process-tree.ts';
import { inProject } from '../../scripts/project.ts';
import { LONGEST_MS, type Peer, PEER_FOLDER, PEER_MARGIN_MM, TookTooLong } from './peer.ts';
import type { Workload } from './workloads.ts';

export interface PeerServer {
  readonly name: string;
  readonly hasBands: boolean;
  readonly isForTemplates?: boolean;
  readonly start: () => Promise<RunningServer>;
  readonly send: (url: string, workload: Workload, signal: AbortSignal) => Promise<Response>;
}

interface RunningServer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Returns a peer whose server starts with the first document, and again after a document that took too long. */
export function serverPeer({ name, hasBands, isForTemplates = false, start, send }: PeerServer): Peer {
  let running: Promise<RunningServer> | null = null;
  let pid: number | null = null;
  const stop = async (): Promise<void> => {
    const stopped = running;
    running = null;
    await (await stopped?.catch(() => null))?.stop();
  };
  return {
    name,
    hasBands,
    isForTemplates,
    async print(workload) {
      running ??= start();
      const { url, pid: started } = await running;
      pid = started;
      try {
        return await readPdf(send(url, workload, AbortSignal.timeout(LONGEST_MS)));
      } catch (error) {
        if (error instanceof TookTooLong) await stop();
        throw error;
      }
    },
    pids: () => (pid === null ? [] : [pid, ...descendants(pid)]),
    stop,
  };
}

async function readPdf(answer: Promise<Response>): Promise<Uint8Array> {
  try {
    const response = await answer;
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return await response.bytes();
  } catch (error) {
    throw error instanceof DOMException && error.name === 'TimeoutError' ? new TookTooLong() : error;
  }
}

/** A server in Node: a file of `labs/bench/peers`. */
export const nodeServer = (
  name: string,
  file: string,
  chromium: string,
  toBody: (workload: Workload) => object = toPuppeteerRequest,
): Pick<PeerServer, 'name' | 'start' | 'send'> => ({
  name,
  start: () => startNodeServer(name, file, chromium),
  send: (url, workload, signal) =>
    fetch(url, { method: 'POST', body: JSON.stringify(toBody(workload)), signal }),
});

async function startNodeServer(name: string, file: string, chromium: string): Promise<RunningServer> {
  const child = spawn(process.execPath, [inProject(PEER_FOLDER, file)], {
    env: { ...process.env, CHROMIUM: chromium },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = await Promise.race([once(child, 'message'), failAtExit(name, child)]);
  const { port } = message as { port: number };
  return toRunning(`http://127.0.0.1:${port}/`, child);
}

async function failAtExit(name: string, child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error(`${name} did not start.`);
}

function toRunning(url: string, child: ChildProcess): RunningServer {
  const { pid = 0 } = child;
  const exit = once(child, 'exit');
  return {
    url,
    pid,
    async stop() {
      endTree(child);
      await exit;
    },
  };
}

/** Ends a process and its browsers, which have process groups of their own. */
export function endTree({ pid }: ChildProcess): void {
  if (pid !== undefined) signalAll([...descendants(pid), pid], 'SIGKILL');
}

const margins = `${PEER_MARGIN_MM}mm`;

const toPuppeteerRequest = ({ html, bands }: Workload): object => ({
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

/** Programs that Gotenberg looks for when it starts. The route for HTML uses none of them. */
const UNUSED_PROGRAMS = ['LIBREOFFICE', 'UNOCONVERTER', 'QPDF', 'PDFTK', 'PDFCPU', 'EXIFTOOL'];

/** Returns Gotenberg. @param program the file that `buildGotenberg` has built */
export const gotenberg = (program: string, chromium: string): PeerServer => ({
  name: 'Gotenberg',
  hasBands: true,
  start: () => startGotenberg(program, chromium),
  send: (url, workload, signal) =>
    fetch(`${url}/forms/chromium/convert/html`, { method: 'POST', body: toForm(workload), signal }),
});

async function startGotenberg(program: string, chromium: string): Promise<RunningServer> {
  const port = await findFreePort();
  const unused = UNUSED_PROGRAMS.map((name) => [`${name}_BIN_PATH`, process.execPath]);
  const options = [
    `--api-port=${port}`,
    '--api-bind-ip=127.0.0.1',
    `--api-timeout=${LONGEST_MS / 1_000}s`,
    '--chromium-auto-start=true',
    '--log-level=error',
  ];
  const child = spawn(program, options, {
    env: { ...process.env, ...Object.fromEntries(unused), CHROMIUM_BIN_PATH: chromium },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = text(child.stderr);
  const url = `http://127.0.0.1:${port}`;
  const failed = once(child, 'exit').then(async () => {
    throw new Error(`Gotenberg did not start: ${(await errors).slice(-200)}`);
  });
  const waiting = new AbortController();
  try {
    await Promise.race([waitForHealth(url, waiting.signal), failed]);
  } finally {
    waiting.abort();
  }
  failed.catch(() => {});
  return toRunning(url, child);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

const LOOK_EVERY_MS = 20;

async function waitForHealth(url: string, signal: AbortSignal): Promise<void> {
  const isHealthy = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!signal.aborted && !(await isHealthy())) await delay(LOOK_EVERY_MS);
}

function toForm({ html, bands }: Workload): FormData {
  const form = new FormData();
  const addFile = (name: string, content: string) => {
    form.append('files', new Blob([content], { type: 'text/html' }), name);
  };
  addFile('index.html', html);
  if (bands) {
    addFile('header.html', `<html><body>${bands.headerTemplate}</body></html>`);
    addFile('footer.html', `<html><body>${bands.footerTemplate}</body></html>`);
  }
  const sizes = {
    paperWidth: '210mm',
    paperHeight: '297mm',
    marginTop: `${bands?.marginTopMm ?? PEER_MARGIN_MM}mm`,
    marginBottom: `${bands?.marginBottomMm ?? PEER_MARGIN_MM}mm`,
    marginLeft: margins,
    marginRight: margins,
    printBackground: 'true',
  };
  for (const [name, value] of Object.entries(sizes)) form.append(name, value);
  return form;
}
