import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';
import { commandLine, descendants } from '../scripts/process-tree.ts';
import type { Gauge } from './peaks.ts';

/** The Worker's isolate, without the emulated bindings in the same process. */
export interface WorkerIsolate {
  /** The workerd process that it runs in. */
  readonly pid: number;
  /** Its heap and its external buffers: what counts towards the limit of 128 MB. */
  readonly usedMb: Gauge;
  close(): void;
}

/** Miniflare's inspector id of the Worker. */
const TARGET = 'core:user:platen';

/**
 * Keeps Wrangler from using the isolate's inspector, which allows only one client. If an editor's debugger seems to run,
 * Wrangler leaves it free.
 */
export const FREE_INSPECTOR = { VSCODE_INSPECTOR_OPTIONS: '{}' };

const targets = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }));

const heapUsage = z.object({
  result: z.object({
    usedSize: z.number(),
    embedderHeapUsedSize: z.number(),
    backingStorageSize: z.number(),
  }),
});

/**
 * Finds the Worker among the inspectors of a service's processes. Linux only.
 *
 * @param servicePid the root of the service's process tree, started with `FREE_INSPECTOR`
 * @throws {Error} no process runs the Worker
 */
export async function openWorkerIsolate(servicePid: number): Promise<WorkerIsolate> {
  const workerds = descendants(servicePid).filter((pid) => /\/workerd serve /.test(commandLine(pid)));
  for (const pid of workerds) {
    for (const port of listeningPorts(pid)) {
      const target = (await inspectorTargets(port)).find(({ id }) => id === TARGET);
      if (target) return attach(pid, target.webSocketDebuggerUrl);
    }
  }
  throw new Error('No workerd process runs the Worker.');
}

async function attach(pid: number, url: string): Promise<WorkerIsolate> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  return {
    pid,
    usedMb: async () => {
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' }));
      const [message] = await once(socket, 'message');
      const { result } = heapUsage.parse(JSON.parse(String((message as MessageEvent).data)));
      return (result.usedSize + result.embedderHeapUsedSize + result.backingStorageSize) / 1e6;
    },
    close: () => socket.close(),
  };
}

async function inspectorTargets(port: number) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/json`, { signal: AbortSignal.timeout(1_000) });
    return targets.parse(await response.json());
  } catch {
    // This port is not an inspector.
    return [];
  }
}

/** IPv4 TCP ports that a process listens on. */
function listeningPorts(pid: number): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      } catch {
        return undefined;
      }
    }),
  );
  const LISTENING = '0A';
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTENING && sockets.has(inode))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16));
}
