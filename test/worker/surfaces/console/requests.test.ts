import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loggedRequestAnswer, loggedRequestPage } from '../../../../schema/console/requests.ts';
import { newId } from '../../../../schema/ids.ts';
import { PERMISSIONS } from '../../../../schema/permissions.ts';
import type { LoggedRequest } from '../../../../schema/request-log.ts';
import { keepFile } from '../../support/kept-file.ts';
import { ask, call, migrate, newKey, operate } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { anotherWorkspace, type Insider, invited, setUpOwner } from '../../support/visitor.ts';
import { variation } from '../../../support/thorough.ts';

let operator: Insider;
let owner: Insider;
let key: { id: string; value: string };

beforeAll(async () => {
  await migrate();
  operator = await setUpOwner();
});

beforeEach(async () => {
  owner = await anotherWorkspace(operator);
  key = await newKey(owner.workspaceId, { permissions: PERMISSIONS });
});

const path = (more = '', { workspaceId } = owner) => `/workspaces/${workspaceId}/requests${more}`;

const list = async (query = '', who = owner): Promise<readonly LoggedRequest[]> =>
  shaped(loggedRequestPage, (await who.visitor.get(path(query, who))).body).data;

describe('the requests of a workspace', () => {
  test('have the route, the status, the key and the file that they are about', async () => {
    const { fileId } = await keepFile(owner.workspaceId);
    const response = await call(`/v1/files/${fileId}`, { headers: { 'X-API-Key': key.value } });
    expect(await list()).toEqual([
      {
        requestId: response.headers.get('X-Request-Id'),
        at: expect.any(String),
        durationMs: expect.any(Number),
        method: 'GET',
        route: '/v1/files/:fileId',
        status: 200,
        code: null,
        keyId: key.id,
        personId: null,
        templateId: null,
        fileId,
        jobId: null,
        batchId: null,
        error: null,
      },
    ]);
  });

  test('have the code and the places of an error, and nothing of what a request sent', async () => {
    const secret = 'hunter2';
    const bodies = [
      { templateId: newId('tpl'), templateData: { [secret]: secret }, options: { scale: 99 } },
      { htmlContent: `<p>${secret}{{#if ${secret}}}`, templateData: {} },
      { htmlContent: `{{currency ${secret} "EUR"}}`, templateData: { [secret]: secret } },
      { htmlContent: 'x', options: { [secret]: 1, margin: { [secret]: secret } }, [secret]: secret },
      { url: `ftp://${secret}.example/?signature=${secret}`, headers: { [secret]: `${secret}\n` } },
      {
        htmlContent: 'x',
        filename: `${secret}/`.repeat(200),
        options: { pageRanges: secret, locale: secret },
      },
    ];
    for (const body of bodies) await ask(key.value, 'POST', '/v1/pdf/generate', body);
    const requests = await list();
    expect(requests).toHaveLength(bodies.length);
    expect(JSON.stringify(requests)).not.toContain(secret);
    expect(JSON.stringify(requests)).not.toContain(key.value);
    expect(requests.at(-1)).toMatchObject({
      code: 'VALIDATION_ERROR',
      error: { details: ['options.scale'] },
    });
    expect(requests.at(-2)?.error?.details).toEqual([expect.stringMatching(/^html, line 1, column \d+$/)]);
  });

  test('name the template of a generation that failed, without its version', async () => {
    const templateId = newId('tpl');
    await ask(key.value, 'POST', '/v1/pdf/generate', { templateId: `${templateId}@3` });
    expect(await list()).toMatchObject([{ code: 'TEMPLATE_NOT_FOUND', templateId }]);
  });

  test('name the template of a tool of /mcp that failed', async () => {
    const templateId = newId('tpl');
    const params = { name: 'render', arguments: { templateId } };
    await ask(key.value, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(await list()).toMatchObject([{ route: '/mcp', code: 'TEMPLATE_NOT_FOUND', templateId }]);
  });

  test('are found by the request id of an error, and by nobody else', async () => {
    await ask(key.value, 'GET', `/v1/jobs/${newId('job')}`);
    const [request] = await list();
    const one = await owner.visitor.get(path(`/${request?.requestId}`));
    expect(shaped(loggedRequestAnswer, one.body).data).toEqual(request);
    expect((await owner.visitor.get(path(`/${newId('req')}`))).code).toBe('REQUEST_NOT_FOUND');
    const stranger = await anotherWorkspace(operator);
    expect((await stranger.visitor.get(path(`/${request?.requestId}`, stranger))).code).toBe(
      'REQUEST_NOT_FOUND',
    );
    expect(await list('?search=jobs', stranger)).toEqual([]);
  });

  test('are searched, filtered and listed page by page', async () => {
    for (const id of ['one', 'two']) await ask(key.value, 'GET', `/v1/files/${id}`);
    await ask(key.value, 'GET', '/v1/usage');
    expect(await list('?search=usage')).toMatchObject([{ route: '/v1/usage' }]);
    expect(await list('?outcome=failed')).toHaveLength(2);
    const first = await owner.visitor.get(path('?limit=2'));
    const { data, nextCursor } = shaped(loggedRequestPage, first.body);
    const rest = await list(`?limit=2&cursor=${nextCursor}`);
    expect([...data, ...rest].map(({ requestId }) => requestId)).toEqual(
      (await list()).map(({ requestId }) => requestId),
    );
    expect((await owner.visitor.get(path(`?search=${'a'.repeat(101)}`))).code).toBe('VALIDATION_ERROR');
  });

  test('include what failed in the dashboard, with the person, and not what succeeded', async () => {
    const member = await invited(owner, 'member');
    const refused = await member.visitor.post(`/workspaces/${owner.workspaceId}/keys`, {});
    await member.visitor.get(`/workspaces/${owner.workspaceId}/files`);
    expect(refused.code).toBe('INSUFFICIENT_ROLE');
    expect(await list()).toMatchObject([
      {
        code: 'INSUFFICIENT_ROLE',
        personId: member.personId,
        keyId: null,
        route: '/console/workspaces/:ws/keys',
      },
    ]);
  });

  test('do not include a stranger who asks for the workspace', async () => {
    const stranger = await anotherWorkspace(operator);
    await stranger.visitor.get(`/workspaces/${owner.workspaceId}/files`);
    expect(await list()).toEqual([]);
  });

  variation('have one request of those over the rate in a minute', async () => {
    await operate('PATCH', `/workspaces/${owner.workspaceId}`, { plan: 'free' });
    for (let sent = 0; sent < 70; sent += 1) await ask(key.value, 'GET', '/v1/files/none');
    const codes = (await list('?outcome=failed&limit=200')).map(({ code }) => code);
    expect(codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(1);
    expect(codes.filter((code) => code === 'FILE_NOT_FOUND')).toHaveLength(60);
  });
});

describe('a log of requests', () => {
  test('is cleared by an admin, which the audit trail says', async () => {
    await ask(key.value, 'GET', '/v1/usage');
    expect((await owner.visitor.send('DELETE', path())).status).toBe(200);
    expect(await list()).toEqual([]);
    const { body } = await owner.visitor.get(`/workspaces/${owner.workspaceId}/audit?limit=1`);
    expect(body).toMatchObject({
      data: [
        { action: 'workspace.changed', actor: `person:${owner.personId}`, detail: { requestLog: 'cleared' } },
      ],
    });
  });

  variation('ends with its workspace', async () => {
    await ask(key.value, 'GET', '/v1/usage');
    await operate('DELETE', `/workspaces/${owner.workspaceId}`);
    await ask(key.value, 'GET', '/v1/usage');
    expect(await env.REQUEST_LOG.getByName(owner.workspaceId).list({ limit: 10 })).toEqual({
      requests: [],
      more: false,
    });
  });

  test('never delays or fails a request', async () => {
    const broken = {
      ...env,
      REQUEST_LOG: { getByName: () => ({ add: () => Promise.reject(new Error('gone')) }) },
    };
    const headers = { 'X-API-Key': key.value };
    const response = await call('/v1/usage', { headers }, broken as never);
    expect(response.status).toBe(200);
    expect(await list()).toEqual([]);
  });
});
