import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { inProject } from '../../../scripts/project.ts';
import { runWrangler } from '../../../scripts/installation/wrangler.ts';

const WORKERD = inProject('node_modules/workerd/bin/workerd');

/** Cloudflare's limit. It decides when V8 collects garbage. */
const ISOLATE_MB = 128;

/** One isolate with one script. `gc` is exposed for measurements. */
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

/** The use of a request: CPU time of the JavaScript thread, and additional memory. */
export interface Taken {
  readonly cpuMs: number;
  readonly growthMb: number;
}

const listening = z.object({ event: z.literal('listen'), port: z.number() });

/** A workerd process, as it runs in production, measured from outside. Needs Linux. */
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
    const response = await fetch(this.#url + path);
    const text = await response.text();
    if (!response.ok) throw new Error(`workerd answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  residentMb(): number {
    return this.#memoryMb('VmRSS');
  }

  /** @param fromMb resident memory before the first of several requests */
  async measure(path: string, fromMb: number): Promise<Taken> {
    const startedAtMs = this.#cpuMs();
    // Per proc_pid_clear_refs(5), 5 resets the peak to the memory that is resident now.
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

  /** CPU time of the main thread, which runs the isolate. Waiting for a processor does not count. */
  #cpuMs(): number {
    const { pid } = this.#process;
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1_000_000;
  }
}
