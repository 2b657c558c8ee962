/**
 * Makes one package of the command line for `npm pack`, and undoes it after. It has code of the whole repository, so it is
 * bundled: the archive needs only packages of npm. npm runs this in the package's folder: `prepack` builds `dist/` and rewrites
 * package.json, `postpack` restores both.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { inProject } from '../project.ts';

const MANIFEST = 'package.json';
/** npm leaves `*.orig` out of every archive. */
const ORIGINAL = 'package.json.orig';
const OUTPUT = 'dist';

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
}

/** Lists the packages of npm. Packages of this repository become a part of the bundle. */
const listDependencies = ({ dependencies }: Manifest) =>
  Object.entries(dependencies).filter(([name]) => !name.startsWith('@platen/'));

async function bundle(manifest: Manifest): Promise<void> {
  const external = listDependencies(manifest).map(([name]) => new RegExp(`^${name}(?:/|$)`));
  await build({
    configFile: false,
    root: inProject(),
    publicDir: false,
    logLevel: 'warn',
    ssr: { target: 'node', noExternal: true },
    build: {
      ssr: true,
      outDir: join(process.cwd(), OUTPUT),
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { platen: join(process.cwd(), 'platen.ts') },
        external: [/^node:/, ...external],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
}

/** Fields with the value `undefined` are left out of the JSON. */
const toPackedManifest = (manifest: Manifest): object => ({
  ...manifest,
  bin: { platen: `./${OUTPUT}/platen.js` },
  files: [OUTPUT, ...(manifest.files ?? [])],
  dependencies: Object.fromEntries(listDependencies(manifest)),
  scripts: undefined,
});

/** Also undoes a `prepack` that was interrupted, and a build that failed. */
function restore(): void {
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST);
  rmSync(OUTPUT, { recursive: true, force: true });
}

/** package.json changes last, so a build that fails leaves it as it was. */
async function prepare(): Promise<void> {
  restore();
  const original = readFileSync(MANIFEST, 'utf8');
  const manifest = JSON.parse(original) as Manifest;
  try {
    await bundle(manifest);
  } catch (error) {
    restore();
    throw error;
  }
  writeFileSync(ORIGINAL, original);
  writeFileSync(MANIFEST, `${JSON.stringify(toPackedManifest(manifest), null, 2)}\n`);
}

const steps: Readonly<Record<string, () => Promise<void> | void>> = { prepack: prepare, postpack: restore };
const step = steps[process.argv[2] ?? ''];
if (step === undefined) {
  console.error('Usage: node pack-cli.ts prepack|postpack, in the folder of the package.');
  process.exit(2);
}
await step();
