import { join } from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare';
import { type CpuProfile, Inspector } from './inspector.ts';
import { listModules } from './list-modules.ts';
import { compatibility } from '../local/miniflare-options.ts';

const NAME = 'startup';

/** Loads the Worker at the first request. By then, the profiler runs. */
const LOADER = `export default {
  async fetch() {
    await import('./index.js');
    return new Response();
  }
}`;

/**
 * Profiles an isolate while it evaluates the Worker. `wrangler check startup` does the same, but it gives up after ten seconds,
 * and a busy machine may need longer.
 *
 * @param outdir what `wrangler deploy --dry-run` wrote
 */
export async function profileStartup(outdir: string): Promise<CpuProfile> {
  const modules = await listModules({ path: join(outdir, `${NAME}.mjs`), contents: LOADER });
  const worker = { ...(await compatibility()), name: NAME, modules, modulesRoot: outdir } as V4WorkerOptions;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      inspectorPort: 0,
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.ERROR),
      workers: [worker],
    }),
  );
  try {
    const { href } = await miniflare.getInspectorURL();
    const inspector = await Inspector.open(new URL(`/core:user:${NAME}`, href).href);
    const profile = await inspector.profile(async () => {
      const response = await miniflare.dispatchFetch('http://localhost');
      if (!response.ok) throw new Error(await response.text());
    });
    inspector.close();
    return profile;
  } finally {
    await miniflare.dispose();
  }
}
