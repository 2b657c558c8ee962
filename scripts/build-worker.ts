import type { Product } from './build-once.ts';
import { inProject } from './project.ts';

/** Vite's list of modules and their imports. It is not uploaded. */
export const WORKER_MANIFEST = 'manifest.json';

/** Wrangler alone would build one script, and every isolate would evaluate all of it: design note 11. */
export const WORKER: Product = {
  name: 'worker',
  directory: inProject('dist/worker'),
  sources: ['worker', 'renderer', 'compose', 'schema', 'package-lock.json', 'scripts/build-worker.ts'].map(
    (source) => inProject(source),
  ),
  make: (directory) => buildWorker(directory),
};

/** @param sourcemap writes a map beside each module; the modules are the same with and without it */
export async function buildWorker(directory: string, sourcemap = false): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: inProject(),
    publicDir: false,
    logLevel: 'warn',
    define: {
      // The values that Wrangler defines. Libraries use them to detect the runtime.
      'navigator.userAgent': '"Cloudflare-Workers"',
      'process.env.NODE_ENV': '"production"',
    },
    resolve: { conditions: ['workerd', 'worker', 'browser'] },
    ssr: {
      target: 'webworker',
      noExternal: true,
      resolve: { conditions: ['workerd', 'worker', 'browser'] },
    },
    build: {
      ssr: true,
      outDir: directory,
      emptyOutDir: true,
      manifest: WORKER_MANIFEST,
      target: 'es2024',
      minify: true,
      sourcemap: sourcemap && 'hidden',
      rolldownOptions: {
        input: { index: inProject('worker/index.ts') },
        external: [/^cloudflare:/, /^node:/],
        // The runtime accepts only handlers and classes as exports of the main module.
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          codeSplitting: true,
          entryFileNames: '[name].js',
          chunkFileNames: 'modules/[name]-[hash].js',
        },
      },
    },
  });
}
