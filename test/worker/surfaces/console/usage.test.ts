import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { PrintFailed } from '@platen/print-engine';
import type { Renderer } from '../../../../renderer/renderer.ts';
import { newId } from '../../../../schema/ids.ts';
import { type UsageOverview, usageOverviewAnswer } from '../../../../schema/console/usage.ts';
import { createApp } from '../../../../worker/app.ts';
import { generate, servicesOf } from '../../support/copying.ts';
import { keepFile } from '../../support/kept-file.ts';
import { ask, call, migrate, newKey, operate, postJson } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { anotherWorkspace, type Insider, setUpOwner } from '../../support/visitor.ts';

const DAY_MS = 86_400_000;
const EVERYTHING = ['pdf.generate', 'pdf.read', 'pdf.delete', 'template.read', 'template.write'];

let owner: Insider;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
});

/** A workspace that nobody has asked anything yet. */
async function quietWorkspace(): Promise<Insider> {
  const insider = await anotherWorkspace(owner);
  await operate('PATCH', `/workspaces/${insider.workspaceId}`, { plan: 'starter' });
  return insider;
}

async function usageOf(who: Insider, query = ''): Promise<UsageOverview> {
  const { status, body } = await who.visitor.get(`/workspaces/${who.workspaceId}/usage${query}`);
  expect(status).toBe(200);
  return shaped(usageOverviewAnswer, body).data;
}

describe('the usage of a workspace', () => {
  test('that was never asked is every day of the span, with nothing on it', async () => {
    const usage = await usageOf(await quietWorkspace(), '?days=7');
    const today = new Date().toISOString().slice(0, 10);
    expect(usage).toMatchObject({
      quotaUsed: 0,
      quotaLimit: 2_500,
      credits: 0,
      remaining: 2_500,
      byKey: [],
      byTemplate: [],
      byErrorCode: [],
      medianMs: null,
      p95Ms: null,
    });
    expect(usage.days).toHaveLength(7);
    expect(usage.days.at(-1)).toEqual({
      day: today,
      live: 0,
      test: 0,
      requests: 0,
      errors: 0,
      medianMs: null,
      p95Ms: null,
    });
    expect(usage.quotaResetsAt).toMatch(/^\d{4}-\d{2}-01T00:00:00\.000Z$/);
    expect(Date.parse(usage.quotaResetsAt)).toBeGreaterThan(Date.now());
  });

  test('is thirty days unless another span is asked for', async () => {
    expect((await usageOf(owner)).days).toHaveLength(30);
    expect((await usageOf(owner, '?days=90')).days).toHaveLength(90);
    for (const days of ['0', '91', 'x', '1.5']) {
      const { status, body } = await owner.visitor.get(`/workspaces/${owner.workspaceId}/usage?days=${days}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { details: [expect.stringMatching('^days: ')] } });
    }
  });

  test('tells files by day, key and template under their names, the most first', async () => {
    const workspace = await quietWorkspace();
    const { workspaceId } = workspace;
    const { id: keyId, value } = await newKey(workspaceId, { name: 'checkout', permissions: EVERYTHING });
    const { body } = await ask(value, 'POST', '/v1/templates', { name: 'invoice', content: '<p></p>' });
    const template = { id: (body.data as { id: string }).id, name: 'as it was called then' };
    const gone = { id: newId('tpl'), name: 'gone' };
    await keepFile(workspaceId, { keyId, template });
    await keepFile(workspaceId, { keyId: 'key_test', template, environment: 'test' });
    await keepFile(workspaceId, { keyId, template: gone, createdAt: Date.now() - DAY_MS });
    await keepFile(workspaceId, { keyId: 'key_gone' });
    await keepFile(workspaceId, { keyId });
    const usage = await usageOf(workspace);
    expect(usage.quotaUsed).toBe(4);
    expect(usage.days.slice(-2)).toMatchObject([
      { live: 1, test: 0 },
      { live: 3, test: 1 },
    ]);
    expect(usage.byKey[0]).toEqual({ keyId, name: 'checkout', files: 3 });
    expect(usage.byKey.slice(1)).toContainEqual({ keyId: 'key_gone', name: null, files: 1 });
    expect(usage.byTemplate).toHaveLength(3);
    expect(usage.byTemplate.at(-1)).toEqual({ templateId: gone.id, name: null, files: 1 });
    expect(usage.byTemplate).toContainEqual({ templateId: template.id, name: 'invoice', files: 2 });
    expect(usage.byTemplate).toContainEqual({ templateId: null, name: null, files: 2 });
  });

  test('tells the median and the 95th percentile within 5 %', async () => {
    const workspace = await quietWorkspace();
    // 20 files of 100, 200, … 2,000 ms: the 10th and the 19th, by nearest rank.
    for (let at = 1; at <= 20; at += 1) {
      await keepFile(workspace.workspaceId, { processingTimeMs: at * 100 });
    }
    const { medianMs, p95Ms, days } = await usageOf(workspace);
    expect(Math.abs((medianMs ?? 0) - 1_000)).toBeLessThanOrEqual(50);
    expect(Math.abs((p95Ms ?? 0) - 1_900)).toBeLessThanOrEqual(95);
    expect(days.at(-1)).toMatchObject({ medianMs, p95Ms });
  });

  test('is not that of another workspace', async () => {
    const [one, other] = [await quietWorkspace(), await quietWorkspace()];
    await keepFile(one.workspaceId);
    expect((await usageOf(other)).days.at(-1)).toMatchObject({ live: 0, requests: 0 });
  });
});

describe('requests to the API', () => {
  test('are counted once each, and their errors under the code that was answered', async () => {
    const workspace = await quietWorkspace();
    const { value: key } = await newKey(workspace.workspaceId, { permissions: EVERYTHING });
    const { value: narrow } = await newKey(workspace.workspaceId, { permissions: ['pdf.read'] });
    const print = (body: unknown) => ask(key, 'POST', '/v1/pdf/generate', body);

    await generate(key);
    await ask(key, 'GET', '/v1/files');
    // Refused before it is counted, by the route, by the reservation's end, and for want of a permission.
    await print({});
    await ask(key, 'GET', `/v1/files/${newId('file')}`);
    await ask(key, 'POST', '/v1/templates', { name: 'x' });
    await print({ templateId: newId('tpl') });
    await print({ htmlContent: '{{#if x}}' });
    await ask(narrow, 'POST', '/v1/pdf/generate', { htmlContent: 'x' });
    // An unknown key belongs to no workspace.
    await call('/v1/files', { headers: { 'X-API-Key': 'pk_live_unknown' } });
    await call('/v1/nothing', { headers: { 'X-API-Key': key } });

    const { days, byErrorCode } = await usageOf(workspace);
    expect(days.at(-1)).toMatchObject({ live: 1, requests: 8, errors: 6 });
    expect(byErrorCode[0]).toEqual({ code: 'VALIDATION_ERROR', count: 2 });
    expect(
      byErrorCode
        .slice(1)
        .map(({ code }) => code)
        .sort(),
    ).toEqual([
      'FILE_NOT_FOUND',
      'INSUFFICIENT_PERMISSIONS',
      'TEMPLATE_COMPILATION_ERROR',
      'TEMPLATE_NOT_FOUND',
    ]);
  });

  test('whose page could not be printed are one request and one error', async () => {
    const workspace = await quietWorkspace();
    const { value } = await newKey(workspace.workspaceId);
    const renderer: Renderer = {
      start: () => Promise.resolve(),
      print: () => Promise.reject(new PrintFailed('the page crashed')),
    };
    const app = createApp(() => servicesOf({ renderer }));
    const ctx = createExecutionContext();
    const init = postJson({ htmlContent: '<p></p>' }, { 'X-API-Key': value });
    const response = await app.fetch(new Request('https://platen.test/v1/pdf/generate', init), env, ctx);
    await waitOnExecutionContext(ctx);
    expect(response.status).toBe(502);
    const { days, byErrorCode, quotaUsed } = await usageOf(workspace);
    expect(days.at(-1)).toMatchObject({ live: 0, requests: 1, errors: 1, medianMs: null });
    expect(byErrorCode).toEqual([{ code: 'PDF_GENERATION_FAILED', count: 1 }]);
    expect(quotaUsed).toBe(0);
  });

  test('of a revoked key are errors of its workspace', async () => {
    const workspace = await quietWorkspace();
    const { id, value } = await newKey(workspace.workspaceId);
    await env.LEDGER.getByName(workspace.workspaceId).revokeKey(id);
    await ask(value, 'POST', '/v1/pdf/generate', { htmlContent: 'x' });
    await ask(value, 'POST', '/v1/pdf/generate', {});
    expect((await usageOf(workspace)).byErrorCode).toEqual([{ code: 'API_KEY_REVOKED', count: 2 }]);
  });
});
