import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isExecutable, type Machine } from './machine.ts';

/** The headless shells first: they print two to four times as fast. */
const NAMES_ON_PATH = [
  'chrome-headless-shell',
  'chromium-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chrome',
  'microsoft-edge',
];

const MAC_APPLICATIONS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];

const WINDOWS_PROGRAMS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

/** The paths of programs in the caches of Playwright and Puppeteer, below the folder of a version and one of the platform. */
const SHELLS_IN_CACHE = ['chrome-headless-shell', 'headless_shell'].flatMap((name) => [name, `${name}.exe`]);
const BROWSERS_IN_CACHE = [
  'chrome',
  'chrome.exe',
  join('Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'),
  join('Chromium.app', 'Contents', 'MacOS', 'Chromium'),
];

/** The programs that exist, the best one first. */
export function* installedChromiums(machine: Machine): Generator<string> {
  for (const program of candidates(machine)) if (isExecutable(program)) yield program;
}

function* candidates(machine: Machine): Generator<string> {
  const caches = listCaches(machine);
  for (const cache of caches) yield* inCache(cache, SHELLS_IN_CACHE);
  yield* onPath(machine);
  yield* inApplications(machine);
  for (const cache of caches) yield* inCache(cache, BROWSERS_IN_CACHE);
}

function* onPath({ env, platform }: Machine): Generator<string> {
  if (platform === 'win32') return;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of NAMES_ON_PATH) for (const folder of folders) yield join(folder, name);
}

function* inApplications({ env, platform, home }: Machine): Generator<string> {
  if (platform === 'darwin') {
    for (const name of MAC_APPLICATIONS) {
      for (const folder of ['/Applications', join(home, 'Applications')])
        yield join(folder, `${name}.app`, 'Contents', 'MacOS', name);
    }
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (path) => path !== undefined,
    );
    for (const parts of WINDOWS_PROGRAMS) for (const folder of folders) yield join(folder, ...parts);
  }
}

/** Each of these folders has one for each version. */
function listCaches({ env, platform, home }: Machine): string[] {
  const system = {
    darwin: join(home, 'Library', 'Caches'),
    win32: env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'),
  };
  const parent =
    (platform === 'darwin' || platform === 'win32' ? system[platform] : env.XDG_CACHE_HOME) ??
    join(home, '.cache');
  const puppeteer = env.PUPPETEER_CACHE_DIR ?? join(home, '.cache', 'puppeteer');
  return [
    env.PLAYWRIGHT_BROWSERS_PATH ?? join(parent, 'ms-playwright'),
    join(puppeteer, 'chrome-headless-shell'),
    join(puppeteer, 'chrome'),
  ];
}

function* inCache(cache: string, programs: readonly string[]): Generator<string> {
  for (const version of newestFirst(listFolder(cache))) {
    const folder = join(cache, version);
    for (const platform of listFolder(folder)) {
      for (const program of programs) yield join(folder, platform, program);
    }
  }
}

/** Versions are numbers: 1200 is newer than 999. */
const newestFirst = (versions: readonly string[]): string[] =>
  versions.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));

function listFolder(path: string): string[] {
  try {
    return readdirSync(path).toSorted();
  } catch {
    return [];
  }
}
