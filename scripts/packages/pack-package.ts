/**
 * Turns a workspace package into plain JavaScript for `npm pack`, and back. Node does not strip types below
 * node_modules, and npm cannot change `exports` for the archive. npm runs this in the package's folder:
 * `prepack` builds `dist/` and rewrites package.json, `postpack` restores both.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MANIFEST = 'package.json';
/** npm leaves `*.orig` out of every archive. */
const ORIGINAL = 'package.json.orig';
const OUTPUT = 'dist';
const COMPILER = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
}

const toBuiltEntry = (source: string) => {
  const built = source.replace(/^\.\/(.*)\.ts$/, `./${OUTPUT}/$1`);
  return { types: `${built}.d.ts`, default: `${built}.js` };
};

/** Fields with the value `undefined` are left out of the JSON. */
function toPackedManifest(manifest: Manifest): object {
  const entries = Object.entries(manifest.exports).map(([name, source]) => [name, toBuiltEntry(source)]);
  return {
    ...manifest,
    exports: Object.fromEntries(entries),
    files: [OUTPUT],
    scripts: undefined,
    devDependencies: undefined,
  };
}

/** Also undoes a `prepack` that was interrupted, and a build that failed. */
function restore(): void {
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST);
  rmSync(OUTPUT, { recursive: true, force: true });
}

/** package.json changes last, so a build that fails leaves it as it was. */
function prepare(): void {
  restore();
  try {
    execFileSync(process.execPath, [COMPILER, '--project', 'tsconfig.json'], { stdio: 'inherit' });
  } catch (error) {
    restore();
    throw error;
  }
  const original = readFileSync(MANIFEST, 'utf8');
  writeFileSync(ORIGINAL, original);
  const packed = toPackedManifest(JSON.parse(original) as Manifest);
  writeFileSync(MANIFEST, `${JSON.stringify(packed, null, 2)}\n`);
}

const steps: Readonly<Record<string, () => void>> = { prepack: prepare, postpack: restore };
const step = steps[process.argv[2] ?? ''];
if (step === undefined) {
  console.error('Usage: node pack-package.ts prepack|postpack, in the folder of the package.');
  process.exit(2);
}
step();
