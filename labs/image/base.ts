import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildah, run } from './buildah.ts';

/** The `FROM` of both Dockerfiles. */
export const BASE = 'docker.io/library/node:24-trixie-slim';
const SUITE = 'trixie';

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const APT_SETTINGS = '/etc/apt/apt.conf.d';

/** Returns the settings for downloads of this machine, which may have a mirror or a proxy. */
const downloadSettings = (): string[] =>
  readdirSync(APT_SETTINGS)
    .map((name) => join(APT_SETTINGS, name))
    .filter((file) => /^Acquire::/m.test(readFileSync(file, 'utf8')));

/** Makes an image under the name of the official one, which needs a registry: Debian, Node 24 and npm. */
export function makeBase(folder: string): void {
  if (buildah('images', '--quiet', '--filter', `reference=${BASE}`) !== '') return;
  const root = join(folder, 'base');
  run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, root]);
  for (const file of [CERTIFICATES, ...downloadSettings()]) copyFileSync(file, join(root, file));
  const local = join(root, 'usr/local');
  copyFileSync(process.execPath, join(local, 'bin/node'));
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  run('npm', ['install', '--prefix', join(folder, 'npm'), '--no-audit', '--no-fund', 'npm@11']);
  cpSync(join(folder, 'npm/node_modules/npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, root, '/');
  buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
  buildah('commit', '--quiet', '--rm', container, BASE);
  rmSync(root, { recursive: true });
}
