import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listen } from '../../../renderer/container/image/listen.ts';
import { CommandFailure } from '../../command.ts';
import { inPackage } from '../../in-package.ts';
import type { LocalPrinter } from '../chromium/local-printer.ts';
import { findRefusal, SECURITY_HEADERS } from './guard.ts';
import { Previews } from './previews.ts';
import { Viewers } from './viewers.ts';
import { FolderWatch } from './watch-folder.ts';

const HOST = '127.0.0.1';

/** The first one that is tried. */
const DEFAULT_PORT = 4700;

/** The page asks for pictures of its own sharpness, within these bounds. */
const DPI = { min: 24, max: 400 };

const PAGE_FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

export interface DevOptions {
  /** The folder of the project. */
  readonly directory: string;
  readonly printer: LocalPrinter;
  /** Default: 4700, or a free one if that is in use. */
  readonly port?: number | undefined;
  /** Is called with a fault of this program. */
  readonly onFault: (error: unknown) => void;
}

export interface DevServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the preview on this machine alone. @throws {CommandFailure} the port is in use */
export async function startDevServer({ directory, printer, port, onFault }: DevOptions): Promise<DevServer> {
  const previews = new Previews(directory, printer);
  const viewers = new Viewers(previews);
  const server = createServer();
  const used = await listenAt(server, port);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, { previews, viewers, port: used }).catch((error: unknown) => {
      onFault(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The request failed.');
    });
  });
  const onChange = () => {
    previews.reload();
    viewers.showAll().catch(onFault);
  };
  const watch = new FolderWatch(directory, onChange, onFault);
  return {
    url: `http://${HOST}:${used}/`,
    async close() {
      watch.close();
      viewers.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      previews.prints.clear();
    },
  };
}

async function listenAt(server: Server, port: number | undefined): Promise<number> {
  try {
    return await listen(server, port ?? DEFAULT_PORT, HOST);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) throw cause;
    if (port === undefined) return listen(server, 0, HOST);
    throw new CommandFailure(`Port ${port} is in use. Name another one with --port.`, [], { cause });
  }
}

interface Served {
  readonly previews: Previews;
  readonly viewers: Viewers;
  readonly port: number;
}

async function answer(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  const refusal = findRefusal(request, served.port);
  if (refusal !== null) return refuse(response, 403, refusal);
  const url = new URL(request.url ?? '/', `http://${HOST}`);
  const page = PAGE_FILES[url.pathname];
  if (page !== undefined) return sendPageFile(response, page);
  if (url.pathname === '/events') return served.viewers.add(readWish(url), response);
  return sendPrint(response, url, served.previews);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
}

async function sendPageFile(
  response: ServerResponse,
  [file, type]: readonly [file: string, type: string],
): Promise<void> {
  const content = await readFile(inPackage('local', 'dev', 'page', file));
  response.writeHead(200, { 'Content-Type': type }).end(content);
}

const readWish = ({ searchParams }: URL) => ({
  slug: searchParams.get('template'),
  sample: searchParams.get('sample'),
  locale: searchParams.get('locale'),
});

const PRINT = /^\/prints\/(\d{1,9})(?:\.pdf|\/(\d{1,6})\.png)$/;

function sendPrint(response: ServerResponse, { pathname, searchParams }: URL, { prints }: Previews): void {
  const [, id, page] = PRINT.exec(pathname) ?? [];
  if (id === undefined) return refuse(response, 404, 'There is no such page.');
  const wanted = Number(searchParams.get('dpi') ?? '96');
  const dpi = Math.min(DPI.max, Math.max(DPI.min, Number.isFinite(wanted) ? wanted : DPI.min));
  const content = page === undefined ? prints.pdf(Number(id)) : prints.png(Number(id), Number(page), dpi);
  if (content === null) return refuse(response, 404, 'This print is no longer kept.');
  response
    .writeHead(200, { 'Content-Type': page === undefined ? 'application/pdf' : 'image/png' })
    .end(content);
}
