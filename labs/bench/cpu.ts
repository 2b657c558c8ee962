import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { buildWorker } from '../../scripts/build/build-worker.ts';
import type { CpuProfile } from '../../scripts/build/inspector.ts';
import { inProject } from '../../scripts/project.ts';
import type { Service } from '../../scripts/local/service.ts';
import { openClient, withService } from './client.ts';
import { table, target } from './measure.ts';
import { SMALL_INVOICE_DATA, SMALL_INVOICE_TEMPLATE } from './small-invoice.ts';
import { openWorkerIsolate, SAMPLE_US } from './worker-isolate.ts';

const PDFS = 500;
const WARM_UP = 150;

/** Milliseconds of our own code for each PDF. */
const TARGET_MS = 3;

/** By the source file. The first match counts. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['request body and JSON', /arriving|read-json|body-text|json-values|\/memory\//],
  ['logging and timing', /log-request|observe-request|request-log|\/tracing\//],
  ['ledger', /^worker\/objects\/(ledger|rate-limit)\//],
  ['storage of files, signed addresses', /^worker\/adapters\/(r2|secrets|stores)\//],
  ['compose', /^compose\/|handlebars\//],
  ['validation', /^schema\/|\/zod\//],
  ['brokers', /^renderer\//],
  ['DevTools connection', /^packages\/print-engine\/devtools\//],
  ['PDF: reading, bands, watermark', /^packages\/pdf\//],
  ['print engine', /^packages\/(?:markup|print-engine)\//],
  ['routing and answers (Hono)', /^worker\/|\/hono\//],
];

const RUNTIME = 'the runtime: RPC, streams, SQLite, garbage';
const OTHER = 'other libraries';

/** Measures the time that one small generation takes of the isolate's thread. */
export async function benchCpu(): Promise<string> {
  const maps = await mkdtemp(join(tmpdir(), 'platen-cpu-'));
  try {
    await buildWorker(maps, { sourcemap: true });
    const profile = await withService({ inspector: true }, profileInvoices);
    return report(attribute(profile, new Sources(maps)));
  } finally {
    await rm(maps, { recursive: true, force: true });
  }
}

async function profileInvoices(service: Service): Promise<CpuProfile> {
  const client = await openClient(service, { content: SMALL_INVOICE_TEMPLATE, data: SMALL_INVOICE_DATA });
  const generate = async (count: number): Promise<void> => {
    for (let pdf = 0; pdf < count; pdf += 1) await client.generate();
  };
  await generate(WARM_UP);
  const isolate = await openWorkerIsolate(service.pid);
  try {
    return await isolate.profile(() => generate(PDFS));
  } finally {
    isolate.close();
  }
}

type CallFrame = CpuProfile['nodes'][number]['callFrame'];

/** The source files of built modules. */
class Sources {
  readonly #directory: string;
  readonly #maps = new Map<string, SourceMap | null>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Relative to the project. It is null for functions of the runtime. */
  find({ url, lineNumber, columnNumber }: CallFrame): string | null {
    const map = this.#mapOf(url);
    if (map === null) return null;
    const entry = map.findEntry(lineNumber, columnNumber);
    if (!('originalSource' in entry)) return null;
    return relative(inProject(), resolve(this.#directory, url, '..', entry.originalSource));
  }

  #mapOf(url: string): SourceMap | null {
    const known = this.#maps.get(url);
    if (known !== undefined) return known;
    const path = join(this.#directory, `${url}.map`);
    const map = url !== '' && existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null;
    this.#maps.set(url, map);
    return map;
  }
}

interface Attribution {
  /** Milliseconds by part. */
  readonly totals: ReadonlyMap<string, number>;
  /** Microseconds that each sample stands for. */
  readonly sampleUs: number;
}

/** A longer pause, in requested intervals, has a wait in it. */
const LONGEST_INTERVAL = 4;

/** A function of the runtime counts for the source that calls it. */
function attribute({ nodes, samples, timeDeltas }: CpuProfile, sources: Sources): Attribution {
  const parts = new Map<number, string | null>();
  const label = (id: number, inherited: string | null): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const part = partOf(node.callFrame, sources) ?? inherited;
    parts.set(id, part);
    for (const child of node.children) label(child, part);
  };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [root] = nodes;
  if (root !== undefined) label(root.id, null);
  const totals = new Map<string, number>();
  const sampleUs = intervalUs(timeDeltas);
  for (const id of samples) {
    if (byId.get(id)?.callFrame.functionName === '(idle)') continue;
    const part = parts.get(id) ?? RUNTIME;
    totals.set(part, (totals.get(part) ?? 0) + sampleUs / 1_000);
  }
  return { totals, sampleUs };
}

/**
 * Finds the interval of the profiler. V8 waits for the interval after each look, so it takes longer than it is asked to. It looks all the
 * time, and drops what it sees while the isolate does not run. So each sample stands for one interval, whatever the pause
 * before it, and only the pauses between two samples of one run show how long an interval is.
 */
function intervalUs(pausesUs: readonly number[]): number {
  const inOneRun = pausesUs.filter((us) => us > 0 && us < LONGEST_INTERVAL * SAMPLE_US).sort((a, b) => a - b);
  const median = inOneRun[Math.floor(inOneRun.length / 2)];
  if (median === undefined) throw new Error('The profile has no two samples of one run.');
  return median;
}

function partOf(frame: CallFrame, sources: Sources): string | null {
  const source = sources.find(frame);
  if (source === null) return null;
  return PARTS.find(([, pattern]) => pattern.test(source))?.[0] ?? OTHER;
}

function report({ totals, sampleUs }: Attribution): string {
  const rows = [...totals].sort(([, one], [, two]) => two - one);
  const sum = (chosen: readonly (readonly [string, number])[]) =>
    chosen.reduce((total, [, milliseconds]) => total + milliseconds, 0) / PDFS;
  const own = sum(rows.filter(([part]) => part !== RUNTIME));
  return `## CPU of the Worker

A CPU profile of the isolate over ${PDFS} small invoices, one after the other. Worker, ledger and broker are in the same
isolate here. A function of the runtime counts for the part that calls it: the ledger has its SQLite, and the
DevTools connection has its \`JSON.parse\`. Each sample stands for the time between two looks of the profiler: asked for
${(SAMPLE_US / 1_000).toFixed(2)} ms, it took ${(sampleUs / 1_000).toFixed(2)} ms in this run. The profiler itself is in the numbers.

${table([
  ['Part', 'Time for each PDF, ms', 'Target'],
  ...rows.map(([part, milliseconds]) => [part, (milliseconds / PDFS).toFixed(2), '']),
  ['all without the runtime', own.toFixed(2), target(own, { atMost: TARGET_MS })],
])}

What is left is mostly calls of the runtime that a PDF needs, and that count for the part that makes them: the statements of
the ledger, the object in R2, messages to Chromium as JSON, timers, a log line, and the calls between Worker, ledger and
broker. The rest is spread thinly: no function of our own takes a twentieth of the sum. The same commit takes more or less
from run to run, because the processor is shared, so compare two commits in turns on one machine.`;
}
