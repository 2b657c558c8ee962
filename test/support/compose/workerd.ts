import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { inProject } from '../../../scripts/project.ts';
import { runWrangler } from '../../../scripts/wrangler.ts';

const WORKERD = inProject('node_modules/workerd/bin/workerd');

/** The memory that Cloudflare gives an isolate: what V8 collects garbage by. */
const ISOLATE_MB = 128;

/** One isolate with one script, and nothing beside it. `gc` is for who measures. */
const configuration = (script: string): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "${script}")],
    compatibilityDate = "2026-10-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
  v8Flags = ["--expose-gc", "--max-heap-size=${ISOLATE_MB}"],
);`;

/** Bundles a Worker as a deployment would. @returns the path of a configuration for `Workerd.start` */
export async function buildForWorkerd(config: string, script: string, directory: string): Promise<string> {
  await runWrangler(['deploy', '--dry-run', '--config', config, '--outdir', directory]);
  const path = join(directory, 'workerd.capnp');
  await writeFile(path, configuration(script));
  return path;
}

/** What a request took of the process: time of its one JavaScript thread, and memory beyond what it had. */
export interface Taken {
  readonly cpuMs: number;
  readonly growthMb: number;
}

const listening = z.object({ event: z.literal('listen'), port: z.number() });

/** A process of workerd, as it runs in production, that a test looks at from outside. Needs Linux. */
export class Workerd {
  readonly #process: ChildProcess;
  readonly #url: string;

  private constructor(child: ChildProcess, port: number) {
    this.#process = child;
    this.#url = `http://127.0.0.1:${port}`;
  }

  static async start(configPath: string): Promise<Workerd> {
    const child = spawn(WORKERD, ['serve', configPath, '--control-fd=3'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [line] = (await once(createInterface(child.stdio[3] as Readable), 'line')) as [string];
    return new Workerd(child, listening.parse(JSON.parse(line)).port);
  }

  async ask(path: string): Promise<unknown> {
    const answer = await fetch(this.#url + path);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`workerd answered ${answer.status}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** Resident memory from which growth is told. */
  residentMb(): number {
    return this.#memoryMb('VmRSS');
  }

  /** Asks, and tells what it took. @param fromMb what was resident before the first of several */
  async measure(path: string, fromMb: number): Promise<Taken> {
    const startedAtMs = this.#cpuMs();
    // Per proc_pid_clear_refs(5), 5 sets the peak back to what is resident now.
    writeFileSync(`/proc/${this.#process.pid}/clear_refs`, '5');
    await this.ask(path);
    return { cpuMs: this.#cpuMs() - startedAtMs, growthMb: this.#memoryMb('VmHWM') - fromMb };
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exit;
  }

  #memoryMb(field: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8');
    const [, kibibytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
    return (Number(kibibytes) * 1_024) / 1_000_000;
  }

  /** Of the main thread, which runs the isolate: time on the processor, however long it had to wait for one. */
  #cpuMs(): number {
    const { pid } = this.#process;
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1_000_000;
  }
}
