import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';
import { type CpuProfile, Inspector } from '../../scripts/build/inspector.ts';
import { commandLine, descendants } from '../../scripts/local/process-tree.ts';
import type { Gauge } from './peaks.ts';

/** The Worker's isolate, without the emulated bindings in the same process. */
export interface WorkerIsolate {
  readonly pid: number;
  /** Heap and external buffers, which count towards the limit of 128 MB. */
  readonly usedMb: Gauge;
  /** Samples the isolate's thread while `work` runs. */
  profile(work: () => Promise<unknown>): Promise<CpuProfile>;
  /** Collects garbage, so that what an earlier request left does not count. */
  collectGarbage(): Promise<void>;
  close(): void;
}

export const SAMPLE_US = 250;

/** Miniflare's inspector id of the Worker. */
const TARGET = 'core:user:platen';

const targets = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }));

const heapUsage = z.object({
  usedSize: z.number(),
  embedderHeapUsedSize: z.number(),
  backingStorageSize: z.number(),
});

/** Linux only. @param servicePid root of the process tree, started with its inspector */
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
  const inspector = await Inspector.open(url);
  return {
    pid,
    usedMb: async () => {
      const usage = heapUsage.parse(await inspector.send('Runtime.getHeapUsage'));
      return (usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize) / 1e6;
    },
    profile: (work) => inspector.profile(work, SAMPLE_US),
    collectGarbage: async () => {
      await inspector.send('HeapProfiler.collectGarbage');
    },
    close: () => inspector.close(),
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

/** IPv4 only. */
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
