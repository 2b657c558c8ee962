import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import type { Product } from './build-once.ts';
import { inProject } from '../project.ts';

/** Vite's list of modules and their imports. It is not uploaded. */
export const WORKER_MANIFEST = 'manifest.json';

const PRODUCT_ENTRY = 'worker/index.ts';

const SOURCES = [
  'worker',
  'packages',
  'renderer',
  'compose',
  'schema',
  'package-lock.json',
  'scripts/build/build-worker.ts',
];

/**
 * Wrangler alone would build one script, and every isolate would evaluate all of it: decision 11.
 * @param entry the main module's source: the product, or what a test puts around it
 */
export const workerFrom = (entry = PRODUCT_ENTRY): Product & { readonly main: string } => {
  const name = entry === PRODUCT_ENTRY ? 'worker' : basename(entry, '.ts');
  const directory = inProject('dist', name);
  return {
    name,
    directory,
    main: join(directory, 'index.js'),
    sources: [...SOURCES, entry].map((source) => inProject(source)),
    make: (folder) => buildWorker(folder, { entry }),
  };
};

/**
 * Zod's object has all of Zod, and a bundler cannot leave out parts of it. The API uses one of its fifty languages. It builds no
 * schema from JSON Schema, and compiles none to code, which Workers refuse to run. The text here replaces these modules.
 */
const ZOD_MODULES: Readonly<Record<string, string>> = {
  'locales/index.js': "export { default as en } from './en.js';",
  'classic/from-json-schema.js': 'export let fromJSONSchema;',
  'core/compile.js':
    'export let INVALID, compile, compileFn, withParser, ZodCompileAsyncError, ZodCompileUnsupportedError;',
};

const SMALL_ZOD: Plugin = {
  name: 'small-zod',
  enforce: 'pre',
  transform: {
    filter: { id: /\/zod\/v4\// },
    handler: (_, id) => {
      const code = ZOD_MODULES[id.slice(id.lastIndexOf('/v4/') + '/v4/'.length)];
      return code === undefined ? null : { code, map: null };
    },
  },
};

const BARCODES = 'bwip-js/generic';
const LIBRARY = '\0barcode-library';
const ON_FIRST_USE = '\0barcodes-on-first-use';
const BARCODE_EXPORTS = ['code128', 'ean13', 'drawingSVG'];

/**
 * The library of barcodes decodes its fonts and builds its tables when it is evaluated. A helper is a function that waits for nothing, so
 * the library cannot be a module that is loaded at first use. It stays in the main module, and is evaluated at first use.
 */
const LATE_BARCODES: Plugin = {
  name: 'late-barcodes',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === LIBRARY) return LIBRARY;
    return source === BARCODES && importer !== LIBRARY ? ON_FIRST_USE : null;
  },
  load(id) {
    if (id === LIBRARY) return `export { ${BARCODE_EXPORTS.join(', ')} } from '${BARCODES}';`;
    if (id !== ON_FIRST_USE) return null;
    const calls = BARCODE_EXPORTS.map(
      (name) => `export const ${name} = (...given) => library().${name}(...given);`,
    );
    return ['let loaded;', `const library = () => (loaded ??= require('${LIBRARY}'));`, ...calls].join('\n');
  },
};

interface BuildOptions {
  readonly entry?: string;
  /** Writes a map beside each module. The modules are the same with and without it. */
  readonly sourcemap?: boolean;
}

export async function buildWorker(
  directory: string,
  { entry = PRODUCT_ENTRY, sourcemap = false }: BuildOptions = {},
): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: inProject(),
    publicDir: false,
    logLevel: 'warn',
    plugins: [SMALL_ZOD, LATE_BARCODES],
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
        input: { index: inProject(entry) },
        external: [/^cloudflare:/, /^node:/],
        // The runtime accepts only handlers and classes as exports of the main module.
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          // One module of all that each isolate evaluates. Separate modules for the code that others share would compress less well.
          codeSplitting: { groups: [{ name: 'main', tags: ['$initial'] }] },
          entryFileNames: '[name].js',
          chunkFileNames: 'modules/[name]-[hash].js',
        },
      },
    },
  });
}
