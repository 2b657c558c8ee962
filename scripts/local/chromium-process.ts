import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Connection } from '@platen/print-engine';
import { prepareLocalBrowser } from './local-browser.ts';

const STARTUP_MS = 30_000;

/** The flags that Miniflare uses. Pages may open windows; the print engine closes them. */
const FLAGS = ['--headless', '--remote-debugging-port=0', '--disable-popup-blocking'];

export interface ChromiumProcess {
  readonly pid: number;
  /** The browser's DevTools URL. */
  readonly address: string;
  connect(): Promise<Connection>;
  stop(): Promise<void>;
}

/** @throws {Error} Chromium did not start */
export async function startChromium(flags: readonly string[] = []): Promise<ChromiumProcess> {
  const { executablePath } = await prepareLocalBrowser();
  const profile = await mkdtemp(join(tmpdir(), 'platen-chromium-'));
  const child = spawn(executablePath, [...FLAGS, `--user-data-dir=${profile}`, ...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit');
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const address = await readDevToolsAddress(child);
  return {
    pid: child.pid ?? 0,
    address,
    connect: () => connectTo(address),
    async stop() {
      process.off('exit', killNow);
      killNow();
      await exit;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function readDevToolsAddress(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`Chromium did not start:\n${output}`));
    const timer = setTimeout(fail, STARTUP_MS);
    child.once('exit', fail);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-10_000);
      const address = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (!address) return;
      clearTimeout(timer);
      child.off('exit', fail);
      resolve(address);
    });
  });
}

/** Node's own WebSocket asks Chromium to compress its messages. This makes each print slower, and the service does not do it. */
async function connectTo(address: string): Promise<Connection> {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, 'open');
  return new Connection(socket);
}
