import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from '../project.ts';

const OS: Readonly<Record<string, string>> = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  openharmony: 'openharmony',
  aix: 'aix',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  sunos: 'sunos',
  openbsd64: 'openbsd',
};
const CPU: Readonly<Record<string, string>> = {
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
  64: 'x64',
  x86: 'ia32',
};
/** Packages of Linux differ by their C library. Without it, npm installs those of both. */
const LIBC: Readonly<Record<string, string>> = {
  gnu: 'glibc',
  gnueabihf: 'glibc',
  musl: 'musl',
  musleabihf: 'musl',
};

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface LockFile {
  packages: Record<string, LockedPackage>;
}

/**
 * Completes package-lock.json after `npm install`. npm leaves out optional packages of other platforms if the
 * registry does not have them, and `npm ci` then rejects the whole lock. Their versions are exact, so the
 * entries can be written here. `npm ci` skips packages of other platforms even without an integrity hash.
 *
 * @returns how many entries were added
 */
export function completeLock(): number {
  const path = inProject('package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8')) as LockFile;
  let added = 0;
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const nested = `${place}/node_modules/${name}`;
      const hoisted = `node_modules/${name}`;
      if (lock.packages[nested]?.version === version || lock.packages[hoisted]?.version === version) continue;
      if (!/^\d/.test(version)) continue;
      const target = lock.packages[hoisted] ? nested : hoisted;
      lock.packages[target] = { version, ...(entry.dev ? { dev: true } : {}), ...platformOf(name) };
      added += 1;
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  return added;
}

/** Returns the fields of an optional package in a lock file. Its name ends in its platform, such as `-linux-arm64-musl`. */
function platformOf(name: string) {
  const words = name.split(/[-/]/);
  const find = (known: Readonly<Record<string, string>>) => words.map((word) => known[word]).find(Boolean);
  const [os, cpu, libc] = [find(OS), find(CPU), find(LIBC)];
  return {
    optional: true,
    ...(os ? { os: [os] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
  };
}
