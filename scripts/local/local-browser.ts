import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
  readonly hasSandbox: boolean;
  /** Makes Wrangler and Miniflare start this Chromium instead of downloading one. */
  readonly env: Readonly<Record<string, string>>;
}

/** `BROWSER_VERSION` of miniflare. It starts a program that exists in this version's folder. */
export const MINIFLARE_CHROME_VERSION = '126.0.6478.182';

const NO_SANDBOX = '--no-sandbox';

const ADD_DISABLED_FEATURES = `for argument do
  shift
  case "$argument" in
    --disable-features=*) argument="$argument,${UNWANTED_FEATURES}" ;;
  esac
  set -- "$@" "$argument"
done`;

/**
 * Miniflare reads what Chromium prints up to the address of DevTools, and nothing after it. Chromium prints the errors of pages, and
 * would wait forever for a reader as soon as 200 kB are unread, with the documents of everybody. Of what it prints first, Miniflare
 * gets up to 64 kB. A shell of its own reads: a part of this one would look like a second Chromium in a list of processes.
 */
const DRAIN_ERRORS = `folder=$(mktemp -d) && mkfifo "$folder/errors" || exit 1
sh -c 'dd bs=1k count=64 >&3 2>/dev/null; exec cat >/dev/null 2>&1 3>&-' <"$folder/errors" 3>&2 &
exec 2>"$folder/errors"
rm -r "$folder"`;

interface Chromium {
  readonly program: string;
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const isSandboxed = ({ flags }: Chromium): boolean => !flags.includes(NO_SANDBOX);

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
  return { program: chromium.program, hasSandbox: isSandboxed(chromium), ...installed };
}

/** For `wrangler dev`, which finds it by the variable in `.env`. */
export async function prepareWranglerBrowser(): Promise<void> {
  const cache = inProject('.platen', 'wrangler');
  await rm(cache, { recursive: true, force: true });
  await installLauncher(launcherScript(await findChromium()), cache);
}

/** Pages reach the public internet only. Miniflare passes no environment, so the launcher has the port. */
export async function prepareSandboxedBrowser(folder: string, proxyPort: number): Promise<LocalBrowser> {
  const chromium = await findChromium();
  const { program, flags } = chromium;
  const cache = join(folder, 'browser');
  await rm(cache, { recursive: true, force: true });
  const launcher = launcherScript({ ...chromium, flags: [...flags, ...sandboxFlags(proxyPort)] });
  return { program, hasSandbox: isSandboxed(chromium), ...(await installLauncher(launcher, cache)) };
}

const FORBIDDEN_SANDBOX = /sandbox|Operation not permitted/i;

/** Starts Chromium as Miniflare does, and ends it. @throws {Error} it does not start; the message says what to do */
export async function tryBrowser({ executablePath, hasSandbox }: LocalBrowser): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'platen-chrome-'));
  const child = spawn(
    executablePath,
    ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 30_000,
    },
  );
  let output = '';
  for await (const text of child.stderr.setEncoding('utf8')) {
    output += text;
    if (output.includes('DevTools listening')) break;
  }
  child.kill('SIGKILL');
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  if (output.includes('DevTools listening')) return;
  throw new Error(
    hasSandbox && FORBIDDEN_SANDBOX.test(output) ? NO_USER_NAMESPACES : `Chromium did not start:\n${output}`,
  );
}

const NO_USER_NAMESPACES =
  'Chromium did not start: its sandbox needs user namespaces, which this machine or container forbids. With Docker, add ' +
  '--security-opt seccomp=seccomp.json with the file renderer/container/image/seccomp.json. On Ubuntu, set ' +
  'kernel.apparmor_restrict_unprivileged_userns=0. CHROMIUM_SANDBOX=off prints without a sandbox: only for documents that you trust.';

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
  flags: mayHaveSandbox() ? [] : [NO_SANDBOX],
  env: chosenFonts(),
});

async function headlessShell(): Promise<Chromium> {
  const unpacked = await unpackChromium(inProject('.platen', 'chromium'));
  return {
    program: unpacked.program,
    // Without user namespaces, the sandbox needs a helper program that root owns. The archive has none. It
    // also lacks the libraries of the GPU process, which would crash and restart until Chromium exits.
    flags: [NO_SANDBOX, '--disable-gpu'],
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
  return [
    '#!/bin/sh',
    ...exports,
    limit,
    ADD_DISABLED_FEATURES,
    DRAIN_ERRORS,
    `exec ${command} "$@"`,
    '',
  ].join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Chromium refuses to start with a sandbox as root. `CHROMIUM_SANDBOX=off` gives it up knowingly. */
const mayHaveSandbox = (): boolean => process.getuid?.() !== 0 && process.env.CHROMIUM_SANDBOX !== 'off';

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
