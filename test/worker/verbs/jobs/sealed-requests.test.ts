import { env } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import { runJob } from '../../../../worker/consumers/jobs/run-job.ts';
import { sealingContext } from '../../../../worker/verbs/jobs/sealing.ts';
import { openBytes } from '../../../../worker/adapters/secrets/sealed-bytes.ts';
import { batchPrefix, jobBodyKey, reportKey } from '../../../../worker/adapters/r2/keys.ts';
import { buildServices } from '../../../../worker/services.ts';
import type { ApiDocument } from '../../../support/api-document.ts';
import { REPORT } from '../../../support/render-report.ts';
import { call, codeOf, migrate, newKey, newWorkspace, operate, postJson } from '../../support/service.ts';
import { tinyPdf } from '../../../support/tiny-pdf.ts';

beforeAll(migrate);

const PASSWORD = 'correct horse battery';

const ENCRYPTED = {
  htmlContent: '<p>x',
  templateData: { password: PASSWORD },
  options: { encryption: { userPassword: PASSWORD } },
};

const owner = async () => {
  const workspaceId = await newWorkspace();
  const { value: key } = await newKey(workspaceId, { permissions: ['pdf.generate', 'pdf.read'] });
  return { workspaceId, key };
};

const accept = (key: string, body: unknown, more = {}) =>
  call('/v1/pdf/generate', postJson(body, { 'X-API-Key': key, Prefer: 'respond-async', ...more }));

async function putTemplate(workspaceId: string): Promise<string> {
  const { body } = await operate('PUT', '/templates', {
    workspaceId,
    name: 'secret',
    content: '<p>x',
    settings: { encryption: { userPassword: '{{password}}' } },
  });
  return String(body.id);
}

/** A script of the page has written the data to the console. */
const PRINTED_REPORT = { ...REPORT, consoleErrors: [PASSWORD] };

interface FoundJob {
  readonly jobId: string;
  readonly fileId: string;
  readonly report?: unknown;
}

async function findJob(key: string, jobId: string): Promise<FoundJob> {
  const response = await call(`/v1/jobs/${jobId}`, { headers: { 'X-API-Key': key } });
  return (await response.json<{ data: FoundJob }>()).data;
}

/** Prints nothing real. */
async function runAccepted(key: string, workspaceId: string, body: unknown) {
  const jobId = await jobIdOf(await accept(key, body));
  const pdf = tinyPdf('job');
  const renderer = {
    start: () => Promise.resolve(),
    print: async () => ({ body: pdf, sizeBytes: pdf.byteLength, report: PRINTED_REPORT }),
  };
  const services = { ...buildServices(env), renderer };
  const background: Promise<unknown>[] = [];
  const inBackground = (work: Promise<unknown>) => void background.push(work);
  await runJob({ services }, { bell: { workspaceId, jobId }, servicesIn: () => services, inBackground });
  await Promise.all(background);
  const job = await findJob(key, jobId);
  return { job, stored: await storedText(reportKey(job.fileId)) };
}

const storedText = async (key: string): Promise<string> => (await env.FILES.get(key))?.text() ?? '';

async function jobIdOf(response: Response): Promise<string> {
  expect(response.status).toBe(202);
  const { data } = await response.json<{ data: { jobId: string } }>();
  return data.jobId;
}

test('the stored body of a job with passwords is sealed, for this job', async () => {
  const { key, workspaceId } = await owner();
  const jobId = await jobIdOf(await accept(key, ENCRYPTED));
  const stored = await env.FILES.get(jobBodyKey(jobId));
  expect(stored?.customMetadata).toMatchObject({ sealed: 'tests' });
  const text = (await stored?.text()) ?? '';
  expect(text).not.toContain(PASSWORD);
  const { vault } = buildServices(env);
  if (vault === null) throw new Error('The tests have a key');
  const open = (id: string) => {
    const context = sealingContext({ workspace: { id: workspaceId, plan: 'free' } }, id);
    return openBytes(vault, new Blob([text]).stream(), context);
  };
  expect(JSON.parse(new TextDecoder().decode(await open(jobId)))).toEqual(ENCRYPTED);
  await expect(open('job_other')).rejects.toThrow();
});

test('so is one whose template takes passwords from the data', async () => {
  const { key, workspaceId } = await owner();
  const templateId = await putTemplate(workspaceId);
  const jobId = await jobIdOf(await accept(key, { templateId, templateData: { password: PASSWORD } }));
  expect(await storedText(jobBodyKey(jobId))).not.toContain(PASSWORD);
});

test('the report of a job is sealed if its request is, and is answered with the job', async () => {
  const { key, workspaceId } = await owner();
  const options = { report: true };
  const sealed = await runAccepted(key, workspaceId, {
    ...ENCRYPTED,
    options: { ...ENCRYPTED.options, ...options },
  });
  const plain = await runAccepted(key, workspaceId, { htmlContent: '<p>x', options });
  for (const { job, stored } of [sealed, plain]) {
    expect(job.report).toEqual(PRINTED_REPORT);
    expect(stored).not.toBe('');
  }
  expect(plain.stored).toContain(PASSWORD);
  expect(sealed.stored).not.toContain(PASSWORD);
  await env.FILES.put(reportKey(sealed.job.fileId), 'tests.x.y', { customMetadata: { sealed: 'removed' } });
  expect((await findJob(key, sealed.job.jobId)).report).toBeUndefined();
});

test('other bodies are stored as they are', async () => {
  const { key } = await owner();
  const jobId = await jobIdOf(await accept(key, { htmlContent: '<p>plain' }));
  expect(JSON.parse(await storedText(jobBodyKey(jobId)))).toEqual({ htmlContent: '<p>plain' });
});

test('without a credentials key, nothing with passwords is stored, as the description says', async () => {
  const { key, workspaceId } = await owner();
  const templateId = await putTemplate(workspaceId);
  const { CREDENTIALS_KEY: _, ...bindings } = env;
  const rows = [{ externalId: 'a', templateData: { password: PASSWORD } }];
  const bodies = { '/v1/pdf/generate': ENCRYPTED, '/v1/batches': { templateId, rows } };
  const document = await (await call('/v1/openapi.json')).json<ApiDocument>();
  for (const [path, body] of Object.entries(bodies)) {
    const init = postJson(body, { 'X-API-Key': key, Prefer: 'respond-async' });
    expect(await codeOf(await call(path, init, bindings)), path).toBe('NOT_IMPLEMENTED');
    const described = document.paths[path]?.post?.responses[501]?.content?.['application/json'];
    expect(Object.keys(described?.examples ?? {}), path).toContain('NOT_IMPLEMENTED');
  }
});

test('the rows of a batch are sealed, each for its place', async () => {
  const { key, workspaceId } = await owner();
  const templateId = await putTemplate(workspaceId);
  const rows = ['a', 'b'].map((externalId) => ({ externalId, templateData: { password: PASSWORD } }));
  const response = await call('/v1/batches', postJson({ templateId, rows }, { 'X-API-Key': key }));
  expect(response.status).toBe(202);
  const { data } = await response.json<{ data: { batchId: string } }>();
  const { objects } = await env.FILES.list({ prefix: batchPrefix(data.batchId) });
  expect(objects).not.toEqual([]);
  for (const { key: name } of objects) expect(await storedText(name)).not.toContain('horse');
});

test('a batch has no literal password, and an encrypted one is not merged', async () => {
  const { key, workspaceId } = await owner();
  const templateId = await putTemplate(workspaceId);
  const rows = [{ externalId: 'a', templateData: { password: PASSWORD } }];
  const post = async (body: object) => {
    const response = await call('/v1/batches', postJson({ templateId, rows, ...body }, { 'X-API-Key': key }));
    const { error } = await response.json<{ error: { code: string; details: string[] } }>();
    return [error.code, ...error.details];
  };
  const literal = await post({ options: { encryption: { ownerPassword: PASSWORD } } });
  expect(literal).toEqual([
    'VALIDATION_ERROR',
    expect.stringMatching(/^options\.encryption\.ownerPassword: must be one placeholder/),
  ]);
  expect(await post({ output: 'merged' })).toEqual([
    'VALIDATION_ERROR',
    'output: must not be "merged" with options.encryption',
  ]);
});

test('a template with a literal password is not saved', async () => {
  const workspaceId = await newWorkspace();
  const settings = { encryption: { userPassword: PASSWORD } };
  const { status, body } = await operate('PUT', '/templates', {
    workspaceId,
    name: 'literal',
    content: '<p>x',
    settings,
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('settings.encryption.userPassword: must be one placeholder');
  expect(JSON.stringify(body)).not.toContain('horse');
});
