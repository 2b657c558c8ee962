import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { WORKER_MANIFEST } from './build-worker.ts';
import { inProject } from './project.ts';
import { runWrangler } from './wrangler.ts';

/**
 * What the Worker's modules may weigh and take, with room for what is to come; but none in the main module for
 * what signs people in, which would get there by an import that went astray.
 */
export const BUNDLE_BUDGET = { gzipBytes: 400_000, dashboardGzipBytes: 400_000, startupMs: 60 } as const;

export interface BundleMeasure {
  /** The main module with all that it imports statically: what every isolate evaluates. Compressed. */
  readonly gzipBytes: number;
  /** What the first request of the dashboard loads besides. */
  readonly dashboardGzipBytes: number;
  /** CPU time from loading the script to its first request, on this machine: the least of some runs. */
  readonly startupMs: number;
}

const STARTUP_RUNS = 5;

const CONFIG = inProject('wrangler.toml');

/** The container's image is built by Docker even in a dry run, and is no part of the script. */
const WITHOUT_DOCKER = '--containers-rollout=none';

/** The modules of the Worker, by their sources, as the build tells of them. */
const modules = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);
const MAIN = 'worker/index.ts';
const DASHBOARD = 'worker/console/app.ts';

/** The part of a V8 CPU profile that is read here. */
const cpuProfile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string() }) })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/** Compiling the script counts as the runtime's own work, `(program)`; only waiting is left out. */
const IDLE = '(idle)';

/** Builds the Worker as a deployment would and measures it. Needs no account and no network. */
export async function measureBundle(): Promise<BundleMeasure> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-bundle-'));
  try {
    const sizes = await moduleSizes(directory);
    const runs: number[] = [];
    for (let run = 0; run < STARTUP_RUNS; run += 1) runs.push(await startupTime(directory));
    return { ...sizes, startupMs: Math.min(...runs) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function moduleSizes(directory: string): Promise<Omit<BundleMeasure, 'startupMs'>> {
  const outdir = join(directory, 'script');
  await runWrangler(['deploy', '--dry-run', WITHOUT_DOCKER, '--config', CONFIG, '--outdir', outdir]);
  const main = await filesOf(MAIN);
  const dashboard = (await filesOf(DASHBOARD)).difference(main);
  return { gzipBytes: await weigh(outdir, main), dashboardGzipBytes: await weigh(outdir, dashboard) };
}

/** A module and what it imports statically, and so on. */
async function filesOf(entry: string): Promise<Set<string>> {
  const manifest = inProject('dist/worker', WORKER_MANIFEST);
  const known = modules.parse(JSON.parse(await readFile(manifest, 'utf8')));
  const visited = new Set<string>();
  const open = [entry];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (visited.has(name)) continue;
    visited.add(name);
    open.push(...(known[name]?.imports ?? []));
  }
  return new Set([...visited].map((name) => known[name]?.file ?? name));
}

async function weigh(directory: string, files: ReadonlySet<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(join(directory, file))).length;
  return bytes;
}

async function startupTime(directory: string): Promise<number> {
  const outfile = join(directory, 'startup.cpuprofile');
  await runWrangler([
    'check',
    'startup',
    `--args=${WITHOUT_DOCKER}`,
    '--config',
    CONFIG,
    '--outfile',
    outfile,
  ]);
  const profile = cpuProfile.parse(JSON.parse(await readFile(outfile, 'utf8')));
  const idle = new Set(
    profile.nodes.filter((node) => node.callFrame.functionName === IDLE).map((node) => node.id),
  );
  const microseconds = profile.samples.reduce(
    (sum, node, at) => sum + (idle.has(node) ? 0 : (profile.timeDeltas[at] ?? 0)),
    0,
  );
  return microseconds / 1000;
}
