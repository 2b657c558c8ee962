import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRINTING_FLAGS, UNWANTED_FEATURES } from '@platen/print-engine';
import { installedChromiums } from '../../cli/local/chromium/installed-chromiums.ts';
import { isExecutable, thisMachine } from '../../cli/local/chromium/machine.ts';
import { maxProcessMib } from '../../renderer/container/image/memory-bounds.ts';
import { sandboxFlags } from '../../renderer/container/image/sandbox-flags.ts';
import { fontConfiguration, unpackChromium } from './packed-chromium.ts';
import { inProject } from '../project.ts';

/** A Chromium for Node and for the Browser Run that `wrangler dev` emulates. */
export interface LocalBrowser {
  /** A script that adds the flags that this machine needs. */
  readonly executablePath: string;
  /** The program that the script starts. */
  readonly program: string;
  /** Makes Wrangler and Miniflare start this Chromium instead of downloading one. */
  readonly env: Readonly<Record<string, string>>;
}

/** `BROWSER_VERSION` of miniflare. It starts a program that exists in this version's folder. */
export const MINIFLARE_CHROME_VERSION = '126.0.6478.182';

const ADD_DISABLED_FEATURES = `for argument do
  shift
  case "$argument" in
    --disable-features=*) argument="$argument,${UNWANTED_FEATURES}" ;;
  esac
  set -- "$@" "$argument"
done`;

interface Chromium {
  readonly program: string;
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Uses `CHROME_PATH`, then the headless shell from npm, unpacked once into `.platen/`, then an installed Chromium.
 * Downloads nothing: decision 14. Several processes may call it at once.
 * @throws {Error} no Chromium was found; the message says what to do
 */
export const prepareLocalBrowser = async (): Promise<LocalBrowser> => prepare(await findChromium());

/**
 * Variables with which every Chromium of this process and of those that it starts has the font of the headless shell alone,
 * so that pages have the same lines on each machine.
 * @returns null where npm has no headless shell
 */
export async function projectFonts(): Promise<{ readonly FONTCONFIG_FILE: string } | null> {
  if (!hasHeadlessShell()) return null;
  const { folder } = await unpackChromium(inProject('.platen', 'chromium'));
  return { FONTCONFIG_FILE: await fontConfiguration(folder, { withSystem: false }) };
}

const hasHeadlessShell = (): boolean => process.platform === 'linux' && process.arch === 'x64';

async function prepare(chromium: Chromium): Promise<LocalBrowser> {
  const launcher = launcherScript(chromium);
  // The hash keeps launchers of different CHROME_PATH values apart: one of them may be in use.
  const hash = createHash('sha256').update(launcher).digest('hex').slice(0, 16);
  const installed = await installLauncher(launcher, inProject('.platen', 'browser', hash));
  return { program: chromium.program, ...installed };
}

/** For `wrangler dev`, which finds it by the variable in `.env`. */
export async function prepareWranglerBrowser(): Promise<void> {
  const cache = inProject('.platen', 'wrangler');
  await rm(cache, { recursive: true, force: true });
  await installLauncher(launcherScript(await findChromium()), cache);
}

/** Pages reach the public internet only. Miniflare passes no environment, so the launcher has the port. */
export async function prepareSandboxedBrowser(folder: string, proxyPort: number): Promise<LocalBrowser> {
  const { program, flags, env } = await findChromium();
  const cache = join(folder, 'browser');
  await rm(cache, { recursive: true, force: true });
  const launcher = launcherScript({ program, flags: [...flags, ...sandboxFlags(proxyPort)], env });
  return { program, ...(await installLauncher(launcher, cache)) };
}

/** @param cache the folder that Miniflare then uses as its cache */
async function installLauncher(launcher: string, cache: string) {
  const install = join(cache, '.wrangler', 'chrome', `${miniflarePlatform()}-${MINIFLARE_CHROME_VERSION}`);
  const executablePath = join(install, miniflareExecutable());
  if (!existsSync(executablePath)) {
    await mkdir(dirname(executablePath), { recursive: true });
    // Without this file, Miniflare downloads Chromium again when it fails to start.
    await writeFile(join(install, '.miniflare-install-complete'), '');
    await writeExecutable(executablePath, launcher);
  }
  return { executablePath, env: { XDG_CACHE_HOME: cache } };
}

async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (isExecutable(named)) return installedChromium(named);
    throw new Error(`CHROME_PATH is not an executable file: ${named}. Set it to a Chrome or Chromium.`);
  }
  // The shell first: a full Chromium takes two to four times as long.
  if (hasHeadlessShell()) return headlessShell();
  const program = findInstalledChromium();
  if (program !== undefined) return installedChromium(program);
  throw new Error('No Chromium was found. Install Google Chrome or Chromium, or set CHROME_PATH to one.');
}

const installedChromium = (program: string): Chromium => ({
  program,
  flags: isRoot() ? ['--no-sandbox'] : [],
  env: chosenFonts(),
});

async function headlessShell(): Promise<Chromium> {
  const unpacked = await unpackChromium(inProject('.platen', 'chromium'));
  return {
    program: unpacked.program,
    // Without user namespaces, the sandbox needs a helper program that root owns. The archive has none. It
    // also lacks the libraries of the GPU process, which would crash and restart until Chromium exits.
    flags: ['--no-sandbox', '--disable-gpu'],
    env: {
      LD_LIBRARY_PATH: unpacked.libraries,
      FONTCONFIG_FILE: await fontConfiguration(unpacked.folder, { withSystem: true }),
      ...chosenFonts(),
    },
  };
}

/** The start script sets it, because Miniflare passes no environment. */
function chosenFonts(): Readonly<Record<string, string>> {
  const { FONTCONFIG_FILE } = process.env;
  return FONTCONFIG_FILE ? { FONTCONFIG_FILE } : {};
}

/** On this machine, also where the headless shell comes first. A Chromium from a snap cannot read Miniflare's folders. */
export const findInstalledChromium = (): string | undefined =>
  installedChromiums(thisMachine()).find((program) => !realpathSync(program).includes('/snap'));

function launcherScript({ program, flags, env }: Chromium): string {
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const command = [program, ...PRINTING_FLAGS, ...flags].map(quoted).join(' ');
  // A start script of a container has set a smaller limit, which cannot be raised.
  const limit = `ulimit -d ${maxProcessMib() * 1024} 2>/dev/null`;
  return ['#!/bin/sh', ...exports, limit, ADD_DISABLED_FEATURES, `exec ${command} "$@"`, ''].join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const isRoot = (): boolean => process.getuid?.() === 0;

/** Renames a finished file, so that another process never starts a half-written one. */
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
