import { env, runDurableObjectAlarm } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { PrintFailed } from '@platen/print-engine';
import type { PrintJob } from '@platen/pdf';
import type { Renderer } from '../../../../renderer/renderer.ts';
import { fileAnswer, type KeptFile } from '../../../../schema/api/files.ts';
import { SIGNED_URL_VALIDITY_MS } from '../../../../schema/plans.ts';
import { createConsole } from '../../../../worker/surfaces/console/app.ts';
import { PDF, ledgerOf, servicesOf } from '../../support/copying.ts';
import { call, codeOf, migrate } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { anotherWorkspace, type Insider, invited, setUpOwner, type Visitor } from '../../support/visitor.ts';
import { REPORT } from '../../../support/render-report.ts';

/** The mark and the notice of each print. */
const marks: Pick<PrintJob, 'watermark' | 'notice'>[] = [];

const renderer: Renderer = {
  start: () => Promise.resolve(),
  print: async (job) => {
    marks.push({ watermark: job.watermark, notice: job.notice ?? null });
    if (job.html.includes('crash')) throw new PrintFailed('the page crashed');
    return { body: new Blob([PDF]).stream(), sizeBytes: PDF.length, report: REPORT };
  },
};

let operator: Insider;
let owner: Insider;
let member: Visitor;

beforeAll(async () => {
  await migrate();
  operator = await setUpOwner();
  owner = await anotherWorkspace(operator);
  member = (await invited(owner, 'member', 'Mia Member')).visitor.copy(
    createConsole(() => servicesOf({ renderer })),
  );
});

afterEach(() => {
  vi.useRealTimers();
});

let names = 0;
async function newTemplate(): Promise<string> {
  const body = { name: `shared ${(names += 1)}`, content: '<p>Secret name</p>' };
  const { data } = await member.post(`/workspaces/${owner.workspaceId}/templates`, body);
  return String(data.id);
}

const path = (templateId: string) => `/workspaces/${owner.workspaceId}/templates/${templateId}`;

async function print(templateId: string, content = '<p>Draft</p>', as = member): Promise<KeptFile> {
  const { status, body } = await as.post(`${path(templateId)}/test-prints`, { content });
  expect(status).toBe(201);
  return shaped(fileAnswer, body).data;
}

const remove = (templateId: string, { fileId }: KeptFile, as = member) =>
  as.send('DELETE', `${path(templateId)}/test-prints/${fileId}`);

function signedPath({ signedUrl }: KeptFile): string {
  const { pathname, search } = new URL(signedUrl);
  return pathname + search;
}

const storedPdfs = async () => (await env.FILES.list({ prefix: 'pdf/' })).objects.map(({ key }) => key);

describe('the test print of a draft', () => {
  test('is a PDF with a notice that anyone with its signed address can see', async () => {
    const file = await print(await newTemplate());
    const { name } = (await member.get(`/workspaces/${owner.workspaceId}`)).data;
    const until = String.raw`until \d+ \w+ \d{4} at \d\d:\d\d UTC`;
    expect(marks.at(-1)).toEqual({
      watermark: null,
      notice: expect.stringMatching(new RegExp(`^Preview of shared ${names} · ${String(name)} · ${until}$`)),
    });
    for (const method of ['GET', 'HEAD']) {
      const response = await call(signedPath(file), { method });
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('application/pdf');
      expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
      expect(await response.bytes()).toEqual(method === 'HEAD' ? new Uint8Array() : PDF);
    }
  });

  test('is a file of the template, from a test, and costs nothing', async () => {
    const templateId = await newTemplate();
    const usage = `/workspaces/${owner.workspaceId}/usage`;
    const before = await member.get(usage);
    const file = await print(templateId);
    const after = await member.get(usage);
    expect(after.data.quotaUsed).toBe(before.data.quotaUsed);
    expect(file).toMatchObject({
      environment: 'test',
      filename: `shared ${names}.pdf`,
      templateUsed: { id: templateId },
    });
    const lastsMs = Date.parse(file.expiresAt) - Date.parse(file.createdAt);
    expect(lastsMs).toBeGreaterThanOrEqual(SIGNED_URL_VALIDITY_MS);
    expect(lastsMs).toBeLessThan(SIGNED_URL_VALIDITY_MS + 60_000);
    const listed = await member.get(`/workspaces/${owner.workspaceId}/files`);
    expect(JSON.stringify(listed.body)).toContain(file.fileId);
  });

  test('ends at once when its maker revokes it', async () => {
    const templateId = await newTemplate();
    const [kept, revoked] = [await print(templateId), await print(templateId)];
    const { body } = await remove(templateId, revoked);
    expect(body).toMatchObject({ data: { fileId: revoked.fileId, deleted: true } });
    expect(await codeOf(await call(signedPath(revoked)))).toBe('FILE_NOT_FOUND');
    expect((await call(signedPath(kept))).status).toBe(200);
    expect((await remove(templateId, revoked)).code).toBe('FILE_NOT_FOUND');
  });

  test('cannot be revoked by another member, or as one of another template', async () => {
    const [templateId, other] = [await newTemplate(), await newTemplate()];
    const file = await print(templateId);
    expect((await remove(other, file)).code).toBe('FILE_NOT_FOUND');
    const stranger = (await invited(owner, 'member', 'Max Member')).visitor;
    expect((await remove(templateId, file, stranger)).code).toBe('FILE_NOT_FOUND');
    expect((await call(signedPath(file))).status).toBe(200);
  });

  test('ends after a day, and its PDF is deleted', async () => {
    const file = await print(await newTemplate());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(file.expiresAt) });
    expect(await codeOf(await call(signedPath(file)))).toBe('SIGNATURE_INVALID');
    await runDurableObjectAlarm(env.LEDGER.getByName(owner.workspaceId));
    expect(await storedPdfs()).not.toContain(`pdf/${file.fileId}`);
  });

  test('is in the audit trail when it is made and when it is revoked, without its address', async () => {
    const templateId = await newTemplate();
    await remove(templateId, await print(templateId));
    const statement = `SELECT actor, action, detail FROM audit_trail WHERE subject = ? AND action LIKE 'preview.%' ORDER BY id`;
    const { results } = await env.DB.prepare(statement).bind(templateId).run();
    const actor = expect.stringMatching(/^person:/);
    const detail = JSON.stringify({ name: `shared ${names}` });
    expect(results).toEqual([
      { actor, action: 'preview.shared', detail },
      { actor, action: 'preview.unshared', detail },
    ]);
  });

  test('is not stored if it is not printed', async () => {
    const templateId = await newTemplate();
    const before = await storedPdfs();
    for (const content of ['{{#if broken}}', '<p>crash</p>']) {
      const { status } = await member.post(`${path(templateId)}/test-prints`, { content });
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(await storedPdfs()).toEqual(before);
  });

  test('is of a template that exists', async () => {
    const { code } = await member.post(`${path('tpl_1')}/test-prints`, { content: '<p>Draft</p>' });
    expect(code).toBe('TEMPLATE_NOT_FOUND');
  });

  test('ends with the workspace', async () => {
    const other = await anotherWorkspace(operator);
    const maker = other.visitor.copy(createConsole(() => servicesOf({ renderer })));
    const templates = `/workspaces/${other.workspaceId}/templates`;
    const template = await maker.post(templates, { name: 'One', content: '<p>One</p>' });
    const answer = await maker.post(`${templates}/${String(template.data.id)}/test-prints`, {
      content: 'One',
    });
    const file = shaped(fileAnswer, answer.body).data;
    await ledgerOf(other.workspaceId).close();
    await runDurableObjectAlarm(env.LEDGER.getByName(other.workspaceId));
    expect(await codeOf(await call(signedPath(file)))).toBe('FILE_NOT_FOUND');
    expect(await storedPdfs()).not.toContain(`pdf/${file.fileId}`);
  });
});
