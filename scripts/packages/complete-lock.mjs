/**
 * Completes package-lock.json after `npm install`. npm leaves out optional packages of other platforms if the
 * registry does not have them, and `npm ci` then rejects the whole lock. Their versions are exact, so the
 * entries can be written here. `npm ci` skips packages of other platforms even without an integrity hash.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const OS = {
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
const CPU = {
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
/** Of Linux. Without it, npm installs the packages of both. */
const LIBC = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' };

const path = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${place}/node_modules/${name}`;
    const hoisted = `node_modules/${name}`;
    if (lock.packages[nested]?.version === version || lock.packages[hoisted]?.version === version) continue;
    if (!/^\d/.test(version)) continue;
    const words = name.split(/[-/]/);
    const os = words.map((word) => OS[word]).find(Boolean);
    const cpu = words.map((word) => CPU[word]).find(Boolean);
    const libc = words.map((word) => LIBC[word]).find(Boolean);
    const target = lock.packages[hoisted] ? nested : hoisted;
    lock.packages[target] = {
      version,
      optional: true,
      ...(entry.dev ? { dev: true } : {}),
      ...(os ? { os: [os] } : {}),
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(os === 'linux' && libc ? { libc: [libc] } : {}),
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added to the lock`);
