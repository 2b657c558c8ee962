import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { PRINTING_FLAGS, UNWANTED_FEATURES } from '@platen/print-engine';
import { sandboxFlags } from '../renderer/container/image/sandbox-flags.ts';
import { fontConfiguration, unpackChromium } from './packed-chromium.ts';
import { inProject } from './project.ts';

/** A Chromium that runs on this machine, for Node and for the Browser Run that `wrangler dev` emulates. */
export interface LocalBrowser {
  /** An executable that takes Chromium's arguments and adds what this machine needs. */
  readonly executablePath: string;
  /** For a child that runs Wrangler or Miniflare: makes them start this Chromium and download none. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The Chrome that Miniflare wants to download, by Puppeteer's name for the folder (`BROWSER_VERSION` in
 * miniflare). A program that lies there already is started as it is; test/print/local-browser.test.ts
 * notices when a new Miniflare wants another one.
 */
export const MINIFLARE_CHROME_VERSION = '126.0.6478.182';

const ADD_DISABLED_FEATURES = `for argument do
  shift
  case "$argument" in
    --disable-features=*) argument="$argument,${UNWANTED_FEATURES}" ;;
  esac
  set -- "$@" "$argument"
done`;

const NAMES_ON_PATH = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'];

const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

interface Chromium {
  readonly program: string;
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Finds a Chromium (`CHROME_PATH`, then an installed one, then the one that came from npm, unpacked once
 * into `.platen/`) and puts a starter for it where Miniflare looks. Nothing is ever downloaded. Safe to
 * call from several processes at once; the second call only looks.
 *
 * @throws {Error} there is none, with what to do about it
 */
export async function prepareLocalBrowser(): Promise<LocalBrowser> {
  const starter = starterScript(await findChromium());
  // The folder is named after the starter, so that another CHROME_PATH never changes one that is in use.
  const id = createHash('sha256').update(starter).digest('hex').slice(0, 16);
  return putStarter(starter, inProject('.platen', 'browser', id));
}

/**
 * The same Chromium with the sandbox flags of the container: its pages reach the public internet only. Miniflare passes no
 * environment to it, so the start script contains the proxy's port.
 *
 * @param folder belongs to the service; what an earlier start left there is replaced
 * @throws {Error} there is no Chromium; the message says what to do
 */
export async function prepareSandboxedBrowser(folder: string, proxyPort: number): Promise<LocalBrowser> {
  const { program, flags, env } = await findChromium();
  const cache = join(folder, 'browser');
  await rm(cache, { recursive: true, force: true });
  return putStarter(starterScript({ program, flags: [...flags, ...sandboxFlags(proxyPort)], env }), cache);
}

/** Makes the folder that Miniflare takes for its cache. */
async function putStarter(starter: string, cache: string): Promise<LocalBrowser> {
  const install = join(cache, '.wrangler', 'chrome', `${miniflarePlatform()}-${MINIFLARE_CHROME_VERSION}`);
  const executablePath = join(install, miniflareExecutable());
  if (!existsSync(executablePath)) {
    await mkdir(dirname(executablePath), { recursive: true });
    // Without this mark Miniflare takes a browser that fails to start for a broken download, and repeats it.
    await writeFile(join(install, '.miniflare-install-complete'), '');
    await writeExecutable(executablePath, starter);
  }
  return { executablePath, env: { XDG_CACHE_HOME: cache } };
}

async function findChromium(): Promise<Chromium> {
  const installed = process.env.CHROME_PATH || installedChromium();
  if (installed) {
    if (!isExecutable(installed)) throw new Error(`CHROME_PATH names no program: ${installed}`);
    return { program: installed, flags: isRoot() ? ['--no-sandbox'] : [], env: {} };
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium was found. Install Google Chrome or Chromium, or name one in CHROME_PATH.');
  }
  const unpacked = await unpackChromium(inProject('.platen', 'chromium'));
  return {
    program: unpacked.program,
    // Without user namespaces the sandbox needs a helper that root owns, which an unpacked archive has not;
    // nor has it the libraries of the graphics process, which would start and die until Chromium gives up.
    flags: ['--no-sandbox', '--disable-gpu'],
    env: {
      LD_LIBRARY_PATH: unpacked.libraries,
      FONTCONFIG_FILE: await fontConfiguration(unpacked.folder),
    },
  };
}

function installedChromium(): string | undefined {
  if (process.platform === 'darwin') return MAC_APPLICATIONS.find(isExecutable);
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = NAMES_ON_PATH.flatMap((name) => folders.map((folder) => join(folder, name)));
  // A snap may not read the folders that Miniflare gives it.
  return candidates.find((path) => isExecutable(path) && !realpathSync(path).includes('/snap'));
}

function starterScript({ program, flags, env }: Chromium): string {
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const command = [program, ...PRINTING_FLAGS, ...flags].map(quoted).join(' ');
  return ['#!/bin/sh', ...exports, ADD_DISABLED_FEATURES, `exec ${command} "$@"`, ''].join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const isRoot = (): boolean => process.getuid?.() === 0;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Renames into place: whoever starts it meanwhile finds all of it or nothing. */
async function writeExecutable(path: string, content: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, content);
  await chmod(draft, 0o755);
  await rename(draft, path);
}

function miniflarePlatform(): string {
  const system = process.platform === 'darwin' ? 'mac' : 'linux';
  return process.arch === 'arm64' ? `${system}_arm` : system;
}

function miniflareExecutable(): string {
  if (process.platform !== 'darwin') return join('chrome-linux64', 'chrome');
  const folder = process.arch === 'arm64' ? 'chrome-mac-arm64' : 'chrome-mac-x64';
  const name = 'Google Chrome for Testing';
  return join(folder, `${name}.app`, 'Contents', 'MacOS', name);
}
