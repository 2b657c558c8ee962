/** `npm run check -- licenses`: what is delivered has licences that allow it. It reads the lock file, and no network. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../project.ts';

const ALLOWED = new Set(['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD']);

/** Packages with another licence, and why it is no problem. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  argparse: 'PSF-2.0; the command line of markdown-it, which is in no bundle',
  isbot: 'Unlicense, which allows everything; only the server rendering of @tanstack/react-router uses it',
};

/** Their code runs in an installation: in the Worker, in a browser, in the container, or at a customer. */
const DELIVERED = ['worker', 'schema', 'compose', 'dashboard', 'renderer', 'cli', 'packages'];

const NOT_DELIVERED = /(?:^|\/)(?:node_modules|test|dist)\/|vite\.config\.ts$/;

export interface LockedPackage {
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly link?: boolean;
}

export type Lock = Readonly<Record<string, LockedPackage>>;

/** `MIT`, `(MIT OR GPL-2.0)`, `Apache-2.0 AND MIT`. */
export const isAllowed = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => ALLOWED.has(each.trim())));

/** Nested first, as Node looks packages up. It is null for what is not installed. */
export function findInLock(lock: Lock, name: string, from: string): string | null {
  for (
    let parent = from;
    parent !== '';
    parent = parent.slice(0, Math.max(0, parent.lastIndexOf('/node_modules/')))
  ) {
    const path = join(parent, 'node_modules', name);
    if (lock[path] !== undefined) return path;
  }
  const path = `node_modules/${name}`;
  return lock[path] === undefined ? null : path;
}

/** The packages and all that they depend on, by their path in the lock file. */
export function withDependencies(lock: Lock, names: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string, from: string) => {
    const path = findInLock(lock, name, from);
    if (path === null || found.has(path)) return;
    found.add(path);
    for (const dependency of Object.keys(lock[path]?.dependencies ?? {})) visit(dependency, path);
  };
  for (const name of names) visit(name, '');
  return found;
}

const IMPORT = /(?:from|import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^'"]*)?['"]/g;

function importedPackages(): Set<string> {
  const files = DELIVERED.flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !NOT_DELIVERED.test(path))
      .map((path) => join(inProject(folder), path)),
  );
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => name),
  );
  return new Set(names);
}

function licenseOf(lock: Lock, path: string): string {
  const known = lock[path]?.license;
  if (known !== undefined) return known;
  const manifest = JSON.parse(readFileSync(inProject(path, 'package.json'), 'utf8')) as { license?: unknown };
  return typeof manifest.license === 'string' ? manifest.license : 'unknown';
}

export function refusedLicenses(lock: Lock, paths: Iterable<string>): string[] {
  return [...paths]
    .filter((path) => lock[path]?.link !== true)
    .map((path) => ({ path, license: licenseOf(lock, path) }))
    .filter(({ path, license }) => !isAllowed(license) && !Object.hasOwn(EXCEPTIONS, nameOf(path)))
    .map(({ path, license }) => `${path}: ${license}`);
}

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function main(): void {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as { packages: Lock };
  const paths = withDependencies(packages, importedPackages());
  const refused = refusedLicenses(packages, paths);
  if (refused.length === 0) return;
  console.error(
    `These packages are delivered, and their licence is not on the list:\n  ${refused.join('\n  ')}`,
  );
  process.exitCode = 1;
}

if (import.meta.main) main();
