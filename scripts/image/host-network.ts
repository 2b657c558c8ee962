/** How this machine reaches Debian's mirrors and npm's registry, handed on to the steps of an image. */
import { execFileSync } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ImageRoot } from './image-root.ts';

/** A mirror that apt uses on this machine, or null where it has none. @param label of the archive */
export function debianMirror(label: 'Debian' | 'Debian-Security'): string | null {
  const filters = ['Created-By: Packages', 'Origin: Debian', `Label: ${label}`];
  const addresses = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...filters], {
    encoding: 'utf8',
  });
  return addresses.split('\n').find((address) => /^https?:/.test(address)) ?? null;
}

/** Name look-up, apt's way to the mirrors, and the archives that Debian's own images have. */
export async function shareNetwork(root: ImageRoot, suite: string): Promise<void> {
  await copyFile('/etc/resolv.conf', root.path('/etc/resolv.conf'));
  await writeFile(root.path('/etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  const acquire = execFileSync('apt-config', ['dump', 'Acquire'], { encoding: 'utf8' });
  await writeFile(root.path('/etc/apt/apt.conf.d/50host'), acquire);
  const security = debianMirror('Debian-Security');
  const sources = await readFile(root.path('/etc/apt/sources.list'), 'utf8');
  const more = [
    sources.replace(` ${suite} `, ` ${suite}-updates `),
    security ? `deb ${security} ${suite}-security main\n` : '',
  ];
  await writeFile(root.path('/etc/apt/sources.list'), [sources, ...more].join(''));
}

const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

const npmSettings = z.object({
  registry: z.url(),
  proxy: z.string().nullable(),
  'https-proxy': z.string().nullable(),
  cafile: z.string().nullable(),
});

/** The certificates of whoever stands between this machine and a registry, in the image while it is built. */
const CERTIFICATES = '/run/host-certificates.pem';

/**
 * The variables that a step needs to reach npm's registry; npm's credentials are not among them.
 *
 * @param npmCli the program of npm on this machine, as JavaScript
 */
export async function networkEnvironment(root: ImageRoot, npmCli: string): Promise<Record<string, string>> {
  const asked = [npmCli, 'config', 'list', '--json'];
  const listed = execFileSync(process.execPath, asked, { encoding: 'utf8' });
  const npm = npmSettings.parse(JSON.parse(listed));
  const certificates = npm.cafile ?? process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) await copyFile(certificates, root.path(CERTIFICATES));
  const variables = {
    npm_config_registry: npm.registry,
    npm_config_proxy: npm.proxy,
    npm_config_https_proxy: npm['https-proxy'],
    NODE_EXTRA_CA_CERTS: certificates ? CERTIFICATES : null,
    ...Object.fromEntries(PROXIES.map((name) => [name, process.env[name]])),
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}
