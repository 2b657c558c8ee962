import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { testPacked } from '../support/packed-package.ts';
import { serviceUrl, Tenant } from '../support/service-client.ts';

const run = promisify(execFile);

const PROGRAM = `
import { Platen, PlatenError } from '@platen/client';
globalThis.fetch = async (request) =>
  Response.json({ error: { code: 'INVALID_API_KEY', message: new URL(request.url).pathname } }, { status: 401 });
const platen = new Platen({ apiKey: 'pk_test_1', baseUrl: 'https://pdf.example.com' });
const error = await platen.generate({ htmlContent: '<p>x' }).catch((error) => error);
console.log(error instanceof PlatenError, error.code, error.message);
`;

const TYPED = `
import { type GenerateRequest, Platen, verifyWebhook } from '@platen/client';
const platen = new Platen({ apiKey: '', baseUrl: '' });
export const generate = async (body: GenerateRequest): Promise<string> => (await platen.generate(body)).data.url;
export const verify = (body: string) => verifyWebhook({ body, headers: new Headers(), secret: '' });
// @ts-expect-error there is no such format
await platen.generate({ htmlContent: '', options: { format: 'A99' } });
`;

/** What the samples of the README print, in their order. */
const OUTPUTS = [
  /^http\S+\.pdf \d+\n$/, // The first PDF
  /^$/, // its bytes
  /^receipt-A-17\.pdf\n$/, // Templates
  /^2 true\n$/, // a draft
  /^VALIDATION_ERROR \[ 'options\.scale: must be 2 or less' \] req_\w+\n$/, // Errors
  /^file_\w+\n$/, // Retries
  /^http\S+\.pdf\n$/, // Later
  /^2 0 http\S+\nA-17 succeeded\nA-18 succeeded\n$/, // Many
  /^bill.*\.pdf \d+\n/, // Files
  /^\d+ file_\w+\n$/, // Merge, split, finish, upload
  /^\d+ \d+\n$/, // Usage
  /^\[ 'file_1' \]\n204\n$/, // Webhooks
];

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const EVENT = JSON.stringify({ type: 'file.deleted', data: { fileIds: ['file_1'], reason: 'request' } });

/** Calls the receiver of the last sample as a server does. */
const DELIVERY = `
const request = new Request('https://receiver.example.com', {
  method: 'POST',
  headers: ${JSON.stringify({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('evt_1', new Date(), EVENT),
  })},
  body: ${JSON.stringify(EVENT)},
});
console.log((await receive(request)).status);
`;

/** The blocks of the README as programs. All of them begin with the client of the first one. */
async function readSamples(): Promise<string[]> {
  const page = await readFile(inProject('packages/client/README.md'), 'utf8');
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, text = '']) => text);
  const [client = ''] = /^import .*?^\}\);\n/ms.exec(blocks[0] ?? '') ?? [];
  expect(client).toContain('new Platen(');
  const samples = blocks.map((block, index) => (index === 0 ? block : `${client}${block}`));
  return [...samples.slice(0, -1), `${samples.at(-1)}${DELIVERY}`];
}

const TYPE_ROOTS = ['--types', 'node', '--typeRoots', inProject('node_modules/@types')];
const STRICT = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', ...TYPE_ROOTS];

describe('@platen/client, packed and installed in an empty project', () => {
  const installed = testPacked({
    folder: 'packages/client',
    program: PROGRAM,
    prints: 'true INVALID_API_KEY /v1/pdf/generate\n',
    typed: TYPED,
  });

  test('needs no other package', async () => {
    const folder = join(installed().project, 'node_modules');
    const packages = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    expect(packages).toEqual(['@platen']);
    expect(await readdir(join(folder, '@platen'))).toEqual(['client']);
    const shipped = await readdir(join(folder, '@platen/client'));
    expect(shipped.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  });

  test('each sample of its README has valid types, runs in order, and prints what it should', async () => {
    const { key } = await Tenant.create({ plan: 'scale' });
    const { project } = installed();
    const samples = await readSamples();
    expect(samples).toHaveLength(OUTPUTS.length);
    const names = samples.map((_sample, index) => `sample-${index + 1}.ts`);
    await Promise.all(names.map((name, index) => writeFile(join(project, name), samples[index] ?? '')));
    const compiler = inProject('node_modules/typescript/bin/tsc');
    const compiling = run(process.execPath, [compiler, ...STRICT, ...names], { cwd: project });
    expect(await compiling.catch(({ stdout }: { stdout: string }) => stdout)).toMatchObject({ stdout: '' });
    const env = {
      ...process.env,
      PLATEN_URL: serviceUrl(),
      PLATEN_API_KEY: key,
      PLATEN_WEBHOOK_SECRET: SECRET,
    };
    for (const [index, name] of names.entries()) {
      const { stdout, stderr } = await run(process.execPath, [name], { cwd: project, env });
      expect(`${stdout}${stderr}`, name).toMatch(OUTPUTS[index] ?? /never/);
    }
    const copy = await readFile(join(project, 'copy.pdf'), 'latin1');
    expect(copy).toMatch(/^(?:%PDF-|PK)/);
  });
});
