import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import {
  MINIFLARE_CHROME_VERSION,
  prepareLocalBrowser,
  tryBrowser,
} from '../../scripts/local/local-browser.ts';
import { inProject } from '../../scripts/project.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-browser-test-'));
const { CHROME_PATH } = process.env;

afterEach(() => {
  if (CHROME_PATH === undefined) delete process.env.CHROME_PATH;
  else process.env.CHROME_PATH = CHROME_PATH;
});

afterAll(() => rmSync(folder, { recursive: true }));

test('Miniflare still looks for the Chrome that the starter is put in the place of', () => {
  const miniflare = readFileSync(createRequire(import.meta.url).resolve('miniflare'), 'utf8');
  expect(miniflare).toContain(`BROWSER_VERSION = "${MINIFLARE_CHROME_VERSION}"`);
  expect(miniflare).toContain('".miniflare-install-complete"');
});

test('the starter runs a Chromium', async () => {
  const { executablePath } = await prepareLocalBrowser();
  expect(execFileSync(executablePath, ['--version'], { encoding: 'utf8' })).toMatch(/Chrom/);
});

test('the starter lies where Miniflare looks, marked as complete', async () => {
  const { executablePath, env } = await prepareLocalBrowser();
  const chrome = join(env.XDG_CACHE_HOME ?? '', '.wrangler', 'chrome');
  expect(executablePath.startsWith(chrome)).toBe(true);
  const [install = ''] = executablePath.slice(chrome.length + 1).split('/');
  expect(install.endsWith(`-${MINIFLARE_CHROME_VERSION}`)).toBe(true);
  expect(existsSync(join(chrome, install, '.miniflare-install-complete'))).toBe(true);
});

test('CHROME_PATH goes first, its arguments come through, and the default is not disturbed', async () => {
  const usual = await prepareLocalBrowser();
  const program = join(folder, "o'chrome");
  writeFileSync(program, '#!/bin/sh\nulimit -d\nfor argument do echo "$argument"; done\n');
  chmodSync(program, 0o755);
  process.env.CHROME_PATH = program;
  const own = await prepareLocalBrowser();
  expect(own.executablePath).not.toBe(usual.executablePath);
  const output = execFileSync(own.executablePath, ['--disable-features=Translate', 'two words'], {
    encoding: 'utf8',
  }).split('\n');
  expect(output).toContain('two words');
  // Each process of the browser has a limit.
  if (process.platform === 'linux') expect(Number(output[0])).toBeLessThanOrEqual(4 * 2 ** 20);
  expect(output.filter((line) => line.startsWith('--disable-features=')).at(-1)).toMatch(
    /^--disable-features=Translate,RenderDocument/,
  );
});

test('a CHROME_PATH without an executable file is an error', async () => {
  process.env.CHROME_PATH = '/nowhere/chrome';
  await expect(prepareLocalBrowser()).rejects.toThrow(
    'CHROME_PATH is not an executable file: /nowhere/chrome',
  );
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the headless shell from npm comes before an installed Chromium',
  async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'chromium'), '#!/bin/sh\n', { mode: 0o755 });
    const { PATH } = process.env;
    delete process.env.CHROME_PATH;
    process.env.PATH = `${bin}${delimiter}${PATH}`;
    try {
      const { executablePath } = await prepareLocalBrowser();
      expect(readFileSync(executablePath, 'utf8')).toContain(inProject('.platen', 'chromium'));
    } finally {
      process.env.PATH = PATH;
    }
  },
);

test('two at once give the same', async () => {
  const [one, other] = await Promise.all([prepareLocalBrowser(), prepareLocalBrowser()]);
  expect(one).toEqual(other);
});

test('a Chromium that prints more than anybody reads goes on', async () => {
  process.env.CHROME_PATH = join(folder, 'chromium');
  const prints = 'echo "DevTools listening on ws://x" >&2; head -c 3000000 /dev/zero >&2; exit 7';
  writeFileSync(process.env.CHROME_PATH, `#!/bin/sh\n${prints}\n`, { mode: 0o755 });
  const { executablePath } = await prepareLocalBrowser();
  const child = spawn(executablePath, [], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [line] = await once(child.stderr, 'data');
  child.stderr.pause();
  expect(String(line)).toContain('DevTools listening on ws://x');
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test.each([
  ['needs a sandbox that is forbidden', 'FATAL: No usable sandbox!', true, 'CHROMIUM_SANDBOX=off'],
  [
    'fails for another reason',
    'cannot open shared object file',
    true,
    'did not start:\ncannot open shared object file',
  ],
  ['has no sandbox, and fails', 'No usable sandbox!', false, 'did not start:\nNo usable sandbox!'],
])('the reason is said where a Chromium %s', async (_what, output, hasSandbox, message) => {
  process.env.CHROME_PATH = join(folder, 'failing');
  writeFileSync(process.env.CHROME_PATH, `#!/bin/sh\necho '${output}' >&2; exit 1\n`, { mode: 0o755 });
  await expect(tryBrowser({ ...(await prepareLocalBrowser()), hasSandbox })).rejects.toThrow(message);
});

test('a Chromium that starts is tried without an error', async () => {
  await tryBrowser(await prepareLocalBrowser());
});
