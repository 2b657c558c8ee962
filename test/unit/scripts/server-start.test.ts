import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (script: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

const LOCK = `
  import { lockData } from ${JSON.stringify(inProject('scripts/local/data-lock.ts'))};
  lockData(process.env.FOLDER);
`;

test('a second service on a folder of data is refused with the name of the first, until the first has ended', () => {
  const second = `
    import { spawnSync } from 'node:child_process';
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', process.env.LOCK], { encoding: 'utf8' });
    process.stdout.write(process.pid + stderr);
    process.kill(process.pid, 'SIGKILL');
  `;
  const { stdout } = run(LOCK + second, { FOLDER: folder, LOCK });
  const [pid] = /^\d+/.exec(stdout) ?? [];
  expect(stdout).toContain(`Another service uses the folder ${folder}: process ${pid} on `);
  expect(run(LOCK, { FOLDER: folder })).toMatchObject({ status: 0, stderr: '' });
});

test('a server with a token that is too short does not start', () => {
  const started = spawnSync(process.execPath, [inProject('scripts/serve.ts')], {
    encoding: 'utf8',
    env: { ...process.env, PUBLIC_URL: 'http://127.0.0.1', SETUP_TOKEN: 'short', STATE_DIR: folder },
  });
  expect(started).toMatchObject({ status: 2, stderr: 'SETUP_TOKEN: must have at least 16 characters\n' });
});

test('npm start -- --help lists the options and starts nothing', () => {
  const { status, stdout } = spawnSync(process.execPath, [inProject('scripts/start.ts'), '--help'], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  for (const option of ['--port', '--persist-to', '--renderer', '--plan', '--var'])
    expect(stdout).toContain(option);
});
