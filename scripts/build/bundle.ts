import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { WORKER_MANIFEST } from './build-worker.ts';
import { inProject } from '../project.ts';
import { profileStartup } from './startup-profile.ts';
import { WITHOUT_CONTAINER } from '../installation/missing-docker.ts';
import { runWrangler } from '../installation/wrangler.ts';

/** Too small for the sign-in libraries in the main module: one wrong import would bring them there. */
export const BUNDLE_BUDGET = { gzipBytes: 450_000, dashboardGzipBytes: 400_000, startupMs: 60 } as const;

export interface BundleSizes {
  /** The main module and its static imports, which every isolate evaluates. */
  readonly gzipBytes: number;
  /** The modules that the dashboard's first request loads in addition. */
  readonly dashboardGzipBytes: number;
  /** Modules that are loaded at first use. The key says what a module does, the value what it adds to the main module. */
  readonly laterGzipBytes: Readonly<Record<string, number>>;
}

export interface BundleMeasure extends BundleSizes {
  /** CPU time until the first request: the shortest of five runs. */
  readonly startupMs: number;
}

const STARTUP_RUNS = 5;

const CONFIG = inProject('wrangler.toml');

/** Vite's manifest: the built modules by source file. */
const buildManifest = z.record(
  z.string(),
  z.object({ file: z.string(), name: z.string().optional(), imports: z.array(z.string()).default([]) }),
);
const MAIN = 'worker/index.ts';
const DASHBOARD = 'worker/surfaces/console/app.ts';

/** By what they do, modules that requests load at first use. */
const LOADED_LATER: Readonly<Record<string, string>> = {
  'merging, splitting and finishing files': 'worker/verbs/make/assemble.ts',
  'the output of a batch': 'worker/consumers/batches/output/assemble-output.ts',
  Markdown: 'compose/markdown/render-markdown.ts',
  'translations of templates': 'compose/translations/translator.ts',
  'the MCP server': 'worker/surfaces/api/mcp/answer-message.ts',
  'copies to S3': 'worker/adapters/stores/s3.ts',
  'copies to Supabase': 'worker/adapters/stores/supabase.ts',
};

/** Idle time is not counted. Compiling the script is: the profile lists it as `(program)`. */
const IDLE = '(idle)';

/** Builds the Worker as a deployment does, and profiles its start. */
export const measureBundle = (): Promise<BundleMeasure> =>
  withBundle(async (directory) => {
    const sizes = await moduleSizes(directory);
    const runs: number[] = [];
    for (let run = 0; run < STARTUP_RUNS; run += 1) runs.push(await startupTime(directory));
    return { ...sizes, startupMs: Math.min(...runs) };
  });

/** A test compares the sizes: unlike the time, they are the same on each machine. */
export const measureBundleSizes = (): Promise<BundleSizes> => withBundle(moduleSizes);

async function withBundle<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-bundle-'));
  try {
    // Even a dry run builds the container's image with Docker.
    await runWrangler(['deploy', '--dry-run', WITHOUT_CONTAINER, '--config', CONFIG, '--outdir', directory]);
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function moduleSizes(outdir: string): Promise<BundleSizes> {
  const main = await findStaticImports(MAIN);
  const addedBy = async (entry: string) => (await findStaticImports(entry)).difference(main);
  const later = await Promise.all(
    Object.entries(LOADED_LATER).map(
      async ([what, entry]) => [what, await gzippedSize(outdir, await addedBy(entry))] as const,
    ),
  );
  return {
    laterGzipBytes: Object.fromEntries(later),
    gzipBytes: await gzippedSize(outdir, main),
    dashboardGzipBytes: await gzippedSize(outdir, await addedBy(DASHBOARD)),
  };
}

async function findStaticImports(entry: string): Promise<Set<string>> {
  const manifest = await readFile(inProject('dist/worker', WORKER_MANIFEST), 'utf8');
  const modules = buildManifest.parse(JSON.parse(manifest));
  const visited = new Set<string>();
  const open = [keyOf(modules, entry)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (visited.has(name)) continue;
    visited.add(name);
    open.push(...(modules[name]?.imports ?? []));
  }
  return new Set([...visited].map((name) => modules[name]?.file ?? name));
}

/** A module that others share in part has no source file in the manifest, only a name. */
function keyOf(modules: z.infer<typeof buildManifest>, entry: string): string {
  if (entry in modules) return entry;
  const named = Object.keys(modules).filter((key) => modules[key]?.name === basename(entry, '.ts'));
  const [key] = named;
  if (key === undefined || named.length > 1)
    throw new Error(`The bundle has no module of its own for ${entry}`);
  return key;
}

async function gzippedSize(directory: string, files: ReadonlySet<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(join(directory, file))).length;
  return bytes;
}

async function startupTime(outdir: string): Promise<number> {
  const { nodes, samples, timeDeltas } = await profileStartup(outdir);
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === IDLE).map(({ id }) => id));
  const microseconds = samples.reduce(
    (sum, node, at) => sum + (idle.has(node) ? 0 : (timeDeltas[at] ?? 0)),
    0,
  );
  return microseconds / 1000;
}
