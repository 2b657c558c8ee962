import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../bench/measure.ts';
import type { RunningProcess, SeenProcesses } from './processes.ts';

/** Measures that may not grow. They exist on Linux only. */
interface Sample {
  readonly processes: number;
  /** Resident memory without what is shared with files, in MB. */
  readonly workerdMb: number;
  readonly chromiumMb: number;
  readonly nodeMb: number;
  readonly handles: number;
  /** The state directory without objects, such as PDFs, in MB. */
  readonly databaseMb: number;
  readonly temporaryFiles: number;
}

type Measure = keyof Sample;

/**
 * The median of the last third may be higher than that of the second by this fraction, and by this amount. The first third does not
 * count: the queue is still filling, and memory grows with the number of requests that wait.
 */
const ALLOWED: Readonly<Record<Exclude<Measure, 'databaseMb'>, readonly [number, number]>> = {
  processes: [0.2, 4],
  workerdMb: [0.2, 80],
  // A browser is replaced after a number of prints, and it may be young in the second third.
  chromiumMb: [0.5, 250],
  nodeMb: [0.2, 50],
  handles: [0.2, 100],
  temporaryFiles: [0.2, 5],
};

/** The bytes that one file may add: its rows in the ledger, its idempotency key, its events and their deliveries. */
const DATABASE_BYTES_PER_FILE = 30_000;

/** The logs of SQLite, which it reuses. */
const DATABASE_SLACK_MB = 60;

export interface SampledPlaces {
  /** Roots of the process trees. */
  readonly pids: () => readonly number[];
  readonly processes: SeenProcesses;
  readonly stateDir: string;
  readonly temporaryDir: string;
}

export class Samples {
  readonly #taken: Sample[] = [];
  readonly #places: SampledPlaces;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(places: SampledPlaces) {
    this.#places = places;
  }

  start(everyMs: number): void {
    this.#timer = setInterval(() => this.#taken.push(this.#take()), everyMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** The medians of the first, the second and the last third of the samples. */
  thirds(): Readonly<Record<Measure, readonly [number, number, number]>> {
    const third = Math.floor(this.#taken.length / 3);
    if (third === 0) throw new Error('There are too few samples to compare.');
    const parts = [
      this.#taken.slice(0, third),
      this.#taken.slice(third, -third),
      this.#taken.slice(-third),
    ] as const;
    const names = Object.keys(this.#taken[0] ?? {}) as Measure[];
    const entries = names.map((name) => [name, parts.map((part) => median(part.map((one) => one[name])))]);
    return Object.fromEntries(entries) as Record<Measure, [number, number, number]>;
  }

  /** @param files that the service recorded meanwhile @returns what has grown */
  growth(files: number): string[] {
    const thirds = this.thirds();
    const grown = Object.entries(ALLOWED).flatMap(([name, [part, amount]]) => {
      const [, second, last] = thirds[name as Measure];
      return last <= second * (1 + part) + amount
        ? []
        : [`${name} grew from ${round(second)} to ${round(last)}`];
    });
    const [first, , last] = thirds.databaseMb;
    const allowedMb = DATABASE_SLACK_MB + (files * DATABASE_BYTES_PER_FILE) / 1e6;
    if (last - first > allowedMb) {
      grown.push(
        `the databases grew by ${round(last - first)} MB, ${files} files allow ${round(allowedMb)} MB`,
      );
    }
    return grown;
  }

  #take(): Sample {
    return takeSample(this.#places, this.#places.processes.look(this.#places.pids()));
  }
}

export const round = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

function takeSample({ stateDir, temporaryDir }: SampledPlaces, living: readonly RunningProcess[]): Sample {
  const megabytes = (pattern: RegExp): number =>
    living.filter(({ command }) => pattern.test(command)).reduce((sum, { pid }) => sum + anonymousMb(pid), 0);
  return {
    processes: living.length,
    workerdMb: megabytes(/\/workerd serve /),
    chromiumMb: megabytes(/--type=|--remote-debugging-p/),
    nodeMb: megabytes(/service-process\.ts|renderer\.ts/),
    handles: living.reduce((sum, { pid }) => sum + countHandles(pid), 0),
    databaseMb: databaseBytes(stateDir) / 1e6,
    temporaryFiles: list(temporaryDir).length,
  };
}

function anonymousMb(pid: number): number {
  try {
    const [, kibibytes = '0'] =
      /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return (Number(kibibytes) * 1024) / 1e6;
  } catch {
    // The process has ended.
    return 0;
  }
}

const countHandles = (pid: number): number => list(`/proc/${pid}/fd`).length;

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Miniflare keeps each object of R2 as a file in a folder of this name. */
const OBJECTS = 'blobs';

function databaseBytes(directory: string): number {
  let bytes = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.name === OBJECTS) continue;
    const path = join(directory, entry.name);
    try {
      bytes += entry.isDirectory() ? databaseBytes(path) : statSync(path).size;
    } catch {
      // SQLite has removed it.
    }
  }
  return bytes;
}
