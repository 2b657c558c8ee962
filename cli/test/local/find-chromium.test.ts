import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findChromium } from '../../local/chromium/find-chromium.ts';
import { installedChromiums } from '../../local/chromium/installed-chromiums.ts';
import type { Machine } from '../../local/chromium/machine.ts';
import { folderWith } from '../support/project-folder.ts';

/** A machine on which these programs are installed, below its home. */
async function machineWith(
  programs: readonly string[],
  changes: Partial<Machine> = {},
): Promise<Machine & { programs: string[] }> {
  const home = await folderWith(Object.fromEntries(programs.map((program) => [program, '#!/bin/sh\n'])));
  for (const program of programs) chmodSync(join(home, program), 0o755);
  const env = { PATH: join(home, 'bin'), ...changes.env };
  return {
    platform: 'linux',
    ...changes,
    home,
    env,
    programs: programs.map((program) => join(home, program)),
  };
}

const SHELLS = [
  '.cache/ms-playwright/chromium_headless_shell-1179/chrome-linux/headless_shell',
  '.cache/puppeteer/chrome-headless-shell/linux-140.0.7339.82/chrome-headless-shell-linux64/chrome-headless-shell',
];

test('a headless shell goes before a browser, and the newest one first', async () => {
  const newest =
    '.cache/ms-playwright/chromium_headless_shell-1200/chrome-headless-shell-linux64/chrome-headless-shell';
  const browser = '.cache/ms-playwright/chromium-1200/chrome-linux64/chrome';
  const machine = await machineWith([newest, ...SHELLS, 'bin/google-chrome', browser]);
  expect([...installedChromiums(machine)]).toEqual(machine.programs);
});

test.each([
  ['darwin', 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['darwin', 'Library/Caches/ms-playwright/chromium-1179/chrome-mac/Chromium.app/Contents/MacOS/Chromium'],
  [
    'darwin',
    '.cache/puppeteer/chrome/mac_arm-140.0.1/chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  ],
  ['win32', 'AppData/Local/ms-playwright/chromium-1179/chrome-win/chrome.exe'],
  ['win32', '.cache/puppeteer/chrome/win64-140.0.1/chrome-win64/chrome.exe'],
] as const)('on %s it finds %s', async (platform, program) => {
  const machine = await machineWith([program], { platform });
  expect(findChromium(machine)).toBe(machine.programs[0]);
});

test('on Windows it finds Chrome in the folders of programs', async () => {
  const machine = await machineWith(['x86/Google/Chrome/Application/chrome.exe'], { platform: 'win32' });
  const env = { PROGRAMFILES: '/nowhere', 'PROGRAMFILES(X86)': join(machine.home, 'x86') };
  expect(findChromium({ ...machine, env })).toBe(machine.programs[0]);
});

test('PLATEN_CHROMIUM goes first, then CHROME_PATH, and a wrong one is named', async () => {
  const machine = await machineWith(['bin/chromium', 'one', 'two']);
  const [, one, two] = machine.programs;
  const env = { ...machine.env, PLATEN_CHROMIUM: one, CHROME_PATH: two };
  expect(findChromium({ ...machine, env })).toBe(one);
  expect(findChromium({ ...machine, env: { ...env, PLATEN_CHROMIUM: undefined } })).toBe(two);
  expect(() => findChromium({ ...machine, env: { ...env, PLATEN_CHROMIUM: machine.home } })).toThrow(
    'PLATEN_CHROMIUM is not an executable file',
  );
});

test('without any, the error says how to install one', async () => {
  const machine = await machineWith([]);
  expect(() => findChromium(machine)).toThrow(
    expect.objectContaining({
      problems: expect.arrayContaining([expect.stringContaining('npx playwright install')]),
    }),
  );
});
