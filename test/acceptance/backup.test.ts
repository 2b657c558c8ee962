import { execFile } from 'node:child_process';
import { appendFile, copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Operator } from '../../scripts/installation/operator.ts';
import { inProject } from '../../scripts/project.ts';
import { type Service, startService } from '../../scripts/service.ts';
import { exchange } from '../support/checked-fetch.ts';

const run = promisify(execFile);

let folder: string;
let service: Service | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-backup-'));
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (name: string): string => join(folder, name);

const start = () => startService({ stateDir: inFolder('state'), port: 0 });

async function command(name: 'backup' | 'restore', directory: string) {
  const places = ['--state', inFolder('state'), '--vars', inFolder('vars')];
  const args = [inProject('scripts/backup.ts'), name, name === 'backup' ? '--to' : '--from', directory];
  try {
    return { code: 0, ...(await run(process.execPath, [...args, ...places])) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

const authorized = (key: string) => ({ 'X-API-Key': key, 'Content-Type': 'application/json' });

/** What a customer sees: the credits, the files with their bytes, the template. */
async function view({ url, operatorToken }: Service, workspaceId: string, key: string) {
  const read = (path: string) => exchange(url + path, { headers: authorized(key) });
  const list = async (path: string) =>
    (JSON.parse((await read(path)).text) as { data: { fileId: string }[] }).data;
  const files = await list('/v1/files');
  const contents = files.map(async ({ fileId }) =>
    Buffer.from((await read(`/v1/files/${fileId}/content`)).bytes).toString('base64'),
  );
  return {
    account: await new Operator(url, operatorToken).setWorkspace(workspaceId, {}),
    files: files.map(({ fileId }) => fileId),
    contents: await Promise.all(contents),
    templates: await list('/v1/templates'),
  };
}

async function generate({ url }: Service, key: string, templateId: string): Promise<void> {
  const body = JSON.stringify({ templateId, templateData: { name: 'Ada' } });
  const { status, text } = await exchange(`${url}/v1/pdf/generate`, {
    method: 'POST',
    headers: authorized(key),
    body,
  });
  expect(status, text).toBe(200);
}

/** With seven credits, a template and one PDF of it. */
async function openUsedWorkspace(running: Service) {
  const operator = new Operator(running.url, running.operatorToken);
  const { id: workspaceId } = await operator.createWorkspace({ name: 'Used', plan: 'starter' });
  const permissions = ['pdf.generate', 'pdf.read', 'template.read'];
  const { key } = await operator.createKey({ workspaceId, name: 'used', environment: 'live', permissions });
  const content = '<p>Hello {{name}}';
  const { id: templateId } = await operator.putTemplate({ workspaceId, name: 'hello', content });
  await operator.setWorkspace(workspaceId, { credits: 7 });
  await generate(running, key, templateId);
  return { workspaceId, key, templateId };
}

const platen = ({ url, operatorToken }: Service, ...args: string[]) =>
  run(process.execPath, [inProject('scripts/platen.ts'), ...args], {
    env: { ...process.env, PLATEN_URL: url, PLATEN_OPERATOR_TOKEN: operatorToken },
  }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );

/** The folder of the local ledgers. */
const ledgersIn = async (stateDir: string): Promise<string> => {
  const objects = join(stateDir, 'v3/do');
  const name = (await readdir(objects)).find((entry) => entry.includes('WorkspaceLedger'));
  if (name === undefined) throw new Error('There are no ledgers.');
  return join(objects, name);
};

test('after the ledgers are lost, their back-up brings back credits and files', async () => {
  const stateDir = inFolder('ledger-state');
  const open = () => startService({ stateDir, port: 0 });
  const file = inFolder('ledger.ndjson');
  let running = await open();
  try {
    const { workspaceId, key, templateId } = await openUsedWorkspace(running);
    const before = await view(running, workspaceId, key);
    const kept = await platen(running, 'ledger', 'backup', '--workspace', workspaceId, '--to', file);
    expect(kept.code, kept.stderr).toBe(0);
    expect(JSON.parse(kept.stdout)).toMatchObject({ id: workspaceId, rows: expect.any(Number) });

    await running.stop();
    await rm(await ledgersIn(stateDir), { recursive: true });
    running = await open();
    expect((await view(running, workspaceId, key)).files).toEqual([]);
    // Requests go on while nobody has noticed.
    await generate(running, key, templateId);
    const since = await view(running, workspaceId, key);

    await writeFile(
      inFolder('cut.ndjson'),
      (await readFile(file, 'utf8')).split('\n').slice(0, -2).join('\n'),
    );
    const cut = await platen(running, 'ledger', 'restore', '--from', inFolder('cut.ndjson'));
    expect([cut.code, cut.stderr]).toEqual([2, expect.stringContaining('is not a complete back-up')]);
    expect(await view(running, workspaceId, key)).toEqual(since);

    const restored = await platen(running, 'ledger', 'restore', '--from', file);
    expect(restored.code, restored.stdout).toBe(0);
    const after = await view(running, workspaceId, key);
    expect(after.account).toMatchObject({ quotaUsed: 2, credits: 7 });
    expect(after.files).toEqual([...since.files, ...before.files]);
    expect(after.contents).toEqual([...since.contents, ...before.contents]);

    const again = await platen(running, 'ledger', 'restore', '--from', file);
    expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('was not lost')]);
    expect(await view(running, workspaceId, key)).toEqual(after);
  } finally {
    await running.stop();
  }
});

test('after everything is lost, a restore brings back credits, files, templates and keys', async () => {
  service = await start();
  await copyFile(inProject('.dev.vars'), inFolder('vars'));
  const { workspaceId, key, templateId } = await openUsedWorkspace(service);
  const before = await view(service, workspaceId, key);
  expect(before.contents).toHaveLength(1);
  expect(before.account).toMatchObject({ quotaUsed: 1, credits: 7 });

  const whileRunning = await command('backup', inFolder('backup'));
  expect([whileRunning.code, whileRunning.stderr]).toEqual([1, expect.stringContaining('Stop it first')]);
  await service.stop();
  const kept = await command('backup', inFolder('backup'));
  expect(kept.code, kept.stderr).toBe(0);
  const vars = await readFile(inFolder('vars'), 'utf8');
  await rm(inFolder('state'), { recursive: true });
  await rm(inFolder('vars'));

  const restored = await command('restore', inFolder('backup'));
  expect(restored.code, restored.stderr).toBe(0);
  expect(await readFile(inFolder('vars'), 'utf8')).toBe(vars);
  service = await start();
  expect(await view(service, workspaceId, key)).toEqual(before);
  await generate(service, key, templateId);
  const after = await new Operator(service.url, service.operatorToken).setWorkspace(workspaceId, {});
  expect(after).toMatchObject({ quotaUsed: 2, credits: 7 });

  // A second restore keeps the newer data beside it, and a damaged back-up changes nothing.
  await service.stop();
  service = null;
  const again = await command('restore', inFolder('backup'));
  expect(again.stdout).toContain('The data from before is in');
  expect((await readdir(folder)).filter((name) => name.startsWith('state.before-'))).toHaveLength(1);
  await cp(inFolder('backup'), inFolder('damaged'), { recursive: true });
  await appendFile(inFolder('damaged/dev.vars'), 'x');
  const damaged = await command('restore', inFolder('damaged'));
  expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringContaining('damaged: dev.vars')]);
});
