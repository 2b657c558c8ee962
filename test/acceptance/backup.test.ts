import { execFile } from 'node:child_process';
import { appendFile, copyFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Operator } from '../../scripts/operator.ts';
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

const start = () => startService({ stateDir: inFolder('state'), port: 0, apiOnly: true });

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

test('after everything is lost, a restore brings back credits, files, templates and keys', async () => {
  service = await start();
  await copyFile(inProject('.dev.vars'), inFolder('vars'));
  const operator = new Operator(service.url, service.operatorToken);
  const { id: workspaceId } = await operator.createWorkspace({ name: 'Kept', plan: 'starter' });
  const permissions = ['pdf.generate', 'pdf.read', 'template.read'];
  const { key } = await operator.createKey({ workspaceId, name: 'kept', environment: 'live', permissions });
  const template = await operator.putTemplate({ workspaceId, name: 'hello', content: '<p>Hello {{name}}' });
  await operator.setWorkspace(workspaceId, { credits: 7 });
  await generate(service, key, template.id);
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
  await generate(service, key, template.id);
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
