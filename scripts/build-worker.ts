import type { Product } from './build-once.ts';
import { inProject } from './project.ts';

/** Which module imports which: for whoever weighs them. Not uploaded. */
export const WORKER_MANIFEST = 'manifest.json';

/**
 * The Worker as modules: `index.js` with what it imports statically, and the dashboard's routes and the
 * clients of external stores as modules of their own, which are loaded when they are first asked for.
 * Wrangler alone would put everything into one script, and every isolate would pay for all of it.
 */
export const WORKER: Product = {
  name: 'worker',
  directory: inProject('dist/worker'),
  sources: ['worker', 'renderer', 'compose', 'schema', 'package-lock.json', 'scripts/build-worker.ts'].map(
    (source) => inProject(source),
  ),
  make: async (directory) => {
    const { build } = await import('vite');
    await build({
      configFile: false,
      root: inProject(),
      publicDir: false,
      logLevel: 'warn',
      define: {
        // As Wrangler defines them: libraries ask where they run.
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
        rolldownOptions: {
          input: { index: inProject('worker/index.ts') },
          external: [/^cloudflare:/, /^node:/],
          // What the runtime finds in the main module must be a handler or a class.
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
  },
};
