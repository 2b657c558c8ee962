import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { inProject } from './project.ts';
import { runWrangler } from './wrangler.ts';

/** What the Worker's script may weigh and take, with room for all that is to come. */
export const BUNDLE_BUDGET = { gzipBytes: 600_000, startupMs: 60 } as const;

export interface BundleMeasure {
  /** The script as it is uploaded, compressed. */
  readonly gzipBytes: number;
  /** CPU time from loading the script to its first request, on this machine: the least of some runs. */
  readonly startupMs: number;
}

const STARTUP_RUNS = 5;

const CONFIG = inProject('wrangler.toml');

/** The container's image is built by Docker even in a dry run, and is no part of the script. */
const WITHOUT_DOCKER = '--containers-rollout=none';

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
    const gzipBytes = await scriptSize(directory);
    const runs: number[] = [];
    for (let run = 0; run < STARTUP_RUNS; run += 1) runs.push(await startupTime(directory));
    return { gzipBytes, startupMs: Math.min(...runs) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function scriptSize(directory: string): Promise<number> {
  const outdir = join(directory, 'script');
  await runWrangler(['deploy', '--dry-run', WITHOUT_DOCKER, '--config', CONFIG, '--outdir', outdir]);
  let bytes = 0;
  for (const file of await readdir(outdir)) {
    if (/\.(js|mjs|wasm)$/.test(file)) bytes += gzipSync(await readFile(join(outdir, file))).length;
  }
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
