import { env, runDurableObjectAlarm } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { PrintFailed } from '@platen/print-engine';
import type { Renderer } from '../../../../renderer/renderer.ts';
import {
  MAX_OPEN_SHARES,
  SHARE_VALID_MS,
  type SharedPreview,
  sharedPreviewAnswer,
  sharedPreviewsAnswer,
} from '../../../../schema/console/shares.ts';
import { createConsole } from '../../../../worker/surfaces/console/app.ts';
import { PDF, ledgerOf, servicesOf } from '../../support/copying.ts';
import { call, codeOf, migrate } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { anotherWorkspace, type Insider, invited, setUpOwner, type Visitor } from '../../support/visitor.ts';
import { REPORT } from '../../../support/render-report.ts';

let prints = 0;
/** Called while a preview is printed. */
let meanwhile: () => Promise<unknown> = async () => {};

const renderer: Renderer = {
  print: async (job) => {
    prints += 1;
    if (job.html.includes('crash')) throw new PrintFailed('the page crashed');
    await meanwhile();
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
  meanwhile = async () => {};
});

let names = 0;
async function newTemplate(): Promise<string> {
  const body = { name: `shared ${(names += 1)}`, content: '<p>Secret name</p>' };
  const { data } = await member.post(`/workspaces/${owner.workspaceId}/templates`, body);
  return String(data.id);
}

const path = (templateId: string) => `/workspaces/${owner.workspaceId}/templates/${templateId}`;

async function share(templateId: string, content = '<p>Draft</p>'): Promise<SharedPreview> {
  const { status, body } = await member.post(`${path(templateId)}/shares`, { content });
  expect(status).toBe(201);
  return shaped(sharedPreviewAnswer, body).data;
}

const list = async (templateId: string) =>
  shaped(sharedPreviewsAnswer, (await member.get(`${path(templateId)}/shares`)).body).data.shares;

/** The address from which the page of the link reads the PDF. */
function pdfPath({ url }: Pick<SharedPreview, 'url'>): string {
  const { pathname, search } = new URL(url);
  return `${pathname.replace('/dashboard/shared/', '/files/')}.pdf${search}`;
}

const storedShares = async () => (await env.FILES.list({ prefix: 'shares/' })).objects.map(({ key }) => key);

describe('a shared preview', () => {
  test('is the PDF of the moment of sharing, for anyone, without another print', async () => {
    const made = await share(await newTemplate());
    const before = prints;
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await call(pdfPath(made), { method });
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('application/pdf');
      expect(response.headers.get('Content-Disposition')).toBe('inline; filename="preview.pdf"');
      expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(await response.bytes()).toEqual(method === 'HEAD' ? new Uint8Array() : PDF);
    }
    expect(prints).toBe(before);
  });

  test('has nothing of the workspace in its link but random ids', async () => {
    const { id, url } = await share(await newTemplate());
    const { pathname, searchParams } = new URL(url);
    expect(pathname).toBe(`/dashboard/shared/${id}`);
    expect([...searchParams.keys()]).toEqual(['expires', 'signature']);
    const head = await call(pdfPath({ url }), { method: 'HEAD' });
    expect(JSON.stringify([...head.headers])).not.toMatch(/Acme|Secret|ws_|tpl_|Mia/);
  });

  test('is listed with its link, its maker and its end', async () => {
    const templateId = await newTemplate();
    const made = await share(templateId);
    expect(made).toMatchObject({ createdBy: 'Mia Member' });
    const lastsMs = Date.parse(made.expiresAt) - Date.parse(made.createdAt);
    expect(lastsMs).toBeGreaterThanOrEqual(SHARE_VALID_MS);
    expect(lastsMs).toBeLessThan(SHARE_VALID_MS + 1_000);
    expect(await list(templateId)).toEqual([made]);
  });

  test('ends at once when a member revokes it', async () => {
    const templateId = await newTemplate();
    const [kept, made] = [await share(templateId), await share(templateId)];
    const { body } = await member.send('DELETE', `${path(templateId)}/shares/${made.id}`);
    expect(body).toMatchObject({ data: { id: made.id, deleted: true } });
    expect(await codeOf(await call(pdfPath(made)))).toBe('FILE_NOT_FOUND');
    expect(await list(templateId)).toEqual([kept]);
    const again = await member.send('DELETE', `${path(templateId)}/shares/${made.id}`);
    expect(again.code).toBe('SHARE_NOT_FOUND');
  });

  test('ends after a day, and its PDF is deleted', async () => {
    const templateId = await newTemplate();
    const made = await share(templateId);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(made.expiresAt) });
    expect(await codeOf(await call(pdfPath(made)))).toBe('SIGNATURE_INVALID');
    expect(await list(templateId)).toEqual([]);
    expect(await storedShares()).toContain(`shares/${made.id}`);
    await runDurableObjectAlarm(env.LEDGER.getByName(owner.workspaceId));
    expect(await storedShares()).not.toContain(`shares/${made.id}`);
  });

  test('ends with its template', async () => {
    const templateId = await newTemplate();
    const made = await share(templateId);
    await member.send('DELETE', path(templateId));
    expect(await codeOf(await call(pdfPath(made)))).toBe('FILE_NOT_FOUND');
  });

  test.each([
    ['another id', ({ id }: SharedPreview) => [id, `share_${'A'.repeat(22)}`]],
    ['a later end', () => ['expires=', 'expires=9']],
    ['another signature', () => ['signature=', 'signature=A']],
    ['no signature', () => ['&signature=', '&other=']],
  ] as const)('is not read with %s', async (_, change) => {
    const made = await share(await newTemplate());
    const [from = '', to = ''] = change(made);
    const changed = pdfPath(made).replace(from, to);
    expect(await codeOf(await call(changed))).toBe('SIGNATURE_INVALID');
  });

  test('is not a file, and costs nothing', async () => {
    const templateId = await newTemplate();
    const before = await member.get(`/workspaces/${owner.workspaceId}/usage`);
    await share(templateId);
    const after = await member.get(`/workspaces/${owner.workspaceId}/usage`);
    expect(after.data.quotaUsed).toBe(before.data.quotaUsed);
    expect((await member.get(`/workspaces/${owner.workspaceId}/files`)).body.data).toEqual([]);
  });

  test('is in the audit trail when it is made and when it is revoked, without its link', async () => {
    const templateId = await newTemplate();
    const { id } = await share(templateId);
    await member.send('DELETE', `${path(templateId)}/shares/${id}`);
    const statement = `SELECT actor, action, detail FROM audit_trail WHERE subject = ? AND action LIKE 'preview.%' ORDER BY id`;
    const { results } = await env.DB.prepare(statement).bind(templateId).run();
    const actor = expect.stringMatching(/^person:/);
    const detail = JSON.stringify({ name: `shared ${names}` });
    expect(results).toEqual([
      { actor, action: 'preview.shared', detail },
      { actor, action: 'preview.unshared', detail },
    ]);
  });
});

describe('sharing a preview', () => {
  test('stores nothing if the preview is not printed', async () => {
    const templateId = await newTemplate();
    const before = await storedShares();
    for (const content of ['{{#if broken}}', '<p>crash</p>']) {
      expect((await member.post(`${path(templateId)}/shares`, { content })).status).toBeGreaterThanOrEqual(
        400,
      );
    }
    expect(await list(templateId)).toEqual([]);
    expect(await storedShares()).toEqual(before);
  });

  test('stores nothing if the template is deleted while the preview is printed', async () => {
    const templateId = await newTemplate();
    const before = await storedShares();
    meanwhile = () => member.send('DELETE', path(templateId));
    const { code } = await member.post(`${path(templateId)}/shares`, { content: '<p>late</p>' });
    expect(code).toBe('TEMPLATE_NOT_FOUND');
    expect(await storedShares()).toEqual(before);
  });

  test('stores nothing if the share is revoked while the preview is printed', async () => {
    const templateId = await newTemplate();
    const before = await storedShares();
    meanwhile = async () => {
      const [open] = await list(templateId);
      await member.send('DELETE', `${path(templateId)}/shares/${open?.id}`);
    };
    const { code } = await member.post(`${path(templateId)}/shares`, { content: '<p>late</p>' });
    expect(code).toBe('SHARE_NOT_FOUND');
    expect(await storedShares()).toEqual(before);
  });

  test('has a limit, also for requests in parallel', async () => {
    const templateId = await newTemplate();
    const ledger = ledgerOf(owner.workspaceId);
    const now = Date.now();
    const times = { createdAt: now, expiresAt: now + SHARE_VALID_MS };
    let open = 0;
    while (
      await ledger.openShare(
        { shareId: `share_${open}`, templateId, createdBy: 'Mia', ...times },
        MAX_OPEN_SHARES - 1,
      )
    ) {
      open += 1;
    }
    const content = '<p>Draft</p>';
    const answers = await Promise.all(
      [1, 2, 3].map(() => member.post(`${path(templateId)}/shares`, { content })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409,
    ]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('SHARE_LIMIT_REACHED');
  });

  test('ends with the workspace', async () => {
    const other = await anotherWorkspace(operator);
    const maker = other.visitor.copy(createConsole(() => servicesOf({ renderer })));
    const templates = `/workspaces/${other.workspaceId}/templates`;
    const template = await maker.post(templates, { name: 'One', content: '<p>One</p>' });
    const { body } = await maker.post(`${templates}/${String(template.data.id)}/shares`, { content: 'One' });
    const made = shaped(sharedPreviewAnswer, body).data;
    await ledgerOf(other.workspaceId).close();
    await runDurableObjectAlarm(env.LEDGER.getByName(other.workspaceId));
    expect(await codeOf(await call(pdfPath(made)))).toBe('FILE_NOT_FOUND');
    expect(await storedShares()).not.toContain(`shares/${made.id}`);
  });
});
