import { readFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { toLoggedError } from '../../worker/objects/request-log/logged-error.ts';
import type { Answer } from '../support/answer.ts';
import { assemble } from '../support/assembling.ts';
import { acceptBatch, batchIn } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { accept, jobIn } from '../support/jobs.ts';
import { expectGenerated, send, Tenant } from '../support/service-client.ts';

/** Waits for the log line of a request: the service writes it after it has sent the answer. */
function findLogLine(requestId: string): Promise<string> {
  return eventually(async () => {
    const lines = (await readFile(inject('serviceLog'), 'utf8')).split('\n');
    const own = lines.filter((line) => line.includes('"event":"request"') && line.includes(requestId));
    expect(own).toHaveLength(1);
    return own[0] ?? '';
  });
}

test('each request is one structured line with its workspace, its status and the time of each phase', async () => {
  const tenant = await Tenant.create();
  const { requestId, data } = expectGenerated(await tenant.generate({ htmlContent: '<p>x</p>' }));
  const entry = JSON.parse(await findLogLine(requestId));
  expect(entry).toMatchObject({
    requestId,
    workspaceId: tenant.workspaceId,
    keyId: tenant.keyId,
    status: 200,
    phases: { print: expect.any(Number), store: expect.any(Number), commit: expect.any(Number) },
  });
  expect(JSON.stringify(entry)).toContain(String(data.size));
});

test('no line contains content, a key or the address of a file', async () => {
  const tenant = await Tenant.create();
  const { requestId, data } = expectGenerated(
    await tenant.generate({
      htmlContent: '<p>Zitronenfalter {{name}}</p><script>console.error("Zitronenfalter")</script>',
      templateData: { name: 'Zitronenfalter' },
      filename: 'Zitronenfalter',
    }),
  );
  const downloads = await Promise.all([send(data.url), send(data.signedUrl)]);
  await Promise.all([
    findLogLine(requestId),
    ...downloads.map((answer) => findLogLine(answer.headers.get('x-request-id') ?? 'none')),
  ]);
  const log = await readFile(inject('serviceLog'), 'utf8');
  const secrets = [new URL(data.url), new URL(data.signedUrl)].map(
    ({ pathname, search }) => pathname + search,
  );
  for (const secret of ['Zitronenfalter', tenant.key, ...secrets]) expect(log).not.toContain(secret);
});

const SECRET = 'Schwalbenschwanz';

const ALL = ['placeholders', 'resources', 'scripts', 'accessibility', 'overflow'];

/** Each fails after the document was composed. The errors quote what is secret. */
const FAILING: readonly Readonly<Record<string, unknown>>[] = [
  { htmlContent: `<script>throw new Error("${SECRET}")</script>x`, options: { failOn: ALL } },
  {
    htmlContent: `<img src="https://nohost.invalid/${SECRET}.png?signature=${SECRET}">x`,
    options: { failOn: ALL },
  },
  {
    htmlContent: `<h3 id="${SECRET}">${SECRET}</h3>{{${SECRET}}}`,
    templateData: {},
    options: { failOn: ALL },
  },
  {
    htmlContent: 'x',
    options: { waitForSelector: `#${SECRET}`, waitFor: { expression: SECRET, timeoutMs: 200 } },
  },
  { htmlContent: 'x', options: { waitFor: { selector: `#${SECRET}`, timeoutMs: 200 } } },
  {
    htmlContent: 'x',
    options: { waitFor: { expression: `(() => { throw Error("${SECRET}") })()`, timeoutMs: 200 } },
  },
  { url: `https://nohost.invalid/${SECRET}?signature=${SECRET}` },
  { htmlContent: `{{currency ${SECRET} "EUR"}}`, templateData: { [SECRET]: SECRET } },
];

test('no line and no entry of the log of requests has what a print that failed throws, loads or waits for', async () => {
  const tenant = await Tenant.create({ plan: 'starter' });
  const answers = await Promise.all([
    ...FAILING.map((body) => tenant.generate(body)),
    ...FAILING.filter((body) => 'htmlContent' in body).map((body) =>
      assemble(tenant, 'merge', { entries: [{ htmlContent: 'x' }, body] }),
    ),
  ]);
  for (const { status, text } of answers) expect(status, text).toBeGreaterThanOrEqual(400);
  // The answers quote it, so the errors were those that were meant.
  expect(answers.filter(({ text }) => text.includes(SECRET)).length).toBeGreaterThan(10);
  const entries = answers.map(({ text }) => toLoggedError(JSON.parse(text).error));
  expect(JSON.stringify(entries)).not.toContain(SECRET);
  const jobs = await Promise.all(FAILING.slice(0, 6).map((body) => accept(tenant, body)));
  await Promise.all(jobs.map(({ jobId }) => jobIn(tenant, jobId, 'failed')));
  const { id: templateId } = await tenant.putTemplate('row', `<script>throw new Error("{{name}}")</script>x`);
  const rows = [{ externalId: 'a', templateData: { name: SECRET } }];
  const { batchId } = await acceptBatch(tenant, { templateId, options: { failOn: ALL }, rows });
  await batchIn(tenant, batchId, 'completed');
  await Promise.all(answers.map(({ headers }: Answer) => findLogLine(headers.get('x-request-id') ?? 'none')));
  const log = await readFile(inject('serviceLog'), 'utf8');
  const lines = log.split('\n').filter((line) => line.includes(SECRET));
  expect(lines).toEqual([]);
});
