import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { PERMISSIONS, type Permission } from '../../../../schema/permissions.ts';
import type { ApiDocument } from '../../../support/api-document.ts';
import type { Answer } from '../../../support/answer.ts';
import { freshAddress } from '../../../support/client-address.ts';
import { differences } from '../../../support/described-answer.ts';
import {
  type ProtectedRoute,
  requestOf,
  ROUTES,
  SVG,
  UNKNOWN_IDS,
  WEBHOOK,
  type WorkspaceIds,
} from '../../../support/protected-routes.ts';
import { keepFile } from '../../support/kept-file.ts';
import { NOON } from '../../support/ledger.ts';
import { ask, call, migrate, newKey, newWorkspace, operate, postJson } from '../../support/service.ts';
import { Receivers } from '../../support/webhooks.ts';
import { LONG, typical } from '../../../support/thorough.ts';

let document: ApiDocument;

beforeAll(async () => {
  await migrate();
  document = await (await call('/v1/openapi.json')).json<ApiDocument>();
});

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly string[];
}

/** Sends a valid request of the route. The OpenAPI document must describe the answer. */
async function refusalOf(route: ProtectedRoute, key: string | null, ids = UNKNOWN_IDS): Promise<Refusal> {
  const { headers, ...init } = requestOf(route, key, ids);
  const path = route.path(ids);
  const response = await call(path, { ...init, headers: { ...freshAddress(), ...headers } });
  const bytes = await response.bytes();
  const text = new TextDecoder().decode(bytes);
  const answer: Answer = { status: response.status, headers: response.headers, bytes, text };
  expect(differences(document, init.method, path, answer), `${route.route} answered ${text}`).toEqual([]);
  const { code, message, details } = (JSON.parse(text) as { error: Refusal }).error;
  return { status: response.status, code, message, details };
}

const newTenant = async (plan?: string, more: object = {}) => {
  const workspaceId = await newWorkspace(plan);
  return { workspaceId, key: await newKey(workspaceId, { permissions: PERMISSIONS, ...more }) };
};

describe('a key that is not valid', () => {
  test.each(ROUTES)('is missing on $route', async (route) => {
    expect(await refusalOf(route, null)).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
  });

  test.each(typical(ROUTES, 12))('is unknown to $route', LONG, async (route) => {
    const unknown = `pk_live_${'Z'.repeat(32)}`;
    expect(await refusalOf(route, unknown)).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
  });

  test('is revoked', async () => {
    const { key } = await newTenant();
    await operate('POST', `/keys/${key.id}/revoke`);
    await expectEachRefuses(key.value, { status: 401, code: 'API_KEY_REVOKED' });
  });

  test('is expired', async () => {
    const { key } = await newTenant('starter', { expiresAt: '2026-01-01T00:00:00Z' });
    await expectEachRefuses(key.value, { status: 401, code: 'API_KEY_EXPIRED' });
  });

  test('is of a deleted workspace', async () => {
    const { workspaceId, key } = await newTenant();
    await operate('DELETE', `/workspaces/${workspaceId}`);
    await expectEachRefuses(key.value, { status: 404, code: 'WORKSPACE_NOT_FOUND' });
  });
});

async function expectEachRefuses(key: string, refusal: Partial<Refusal>): Promise<void> {
  for (const route of ROUTES) expect(await refusalOf(route, key), route.route).toMatchObject(refusal);
}

describe('the rate limit', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('holds for every route', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    const { key } = await newTenant('free');
    for (let sent = 0; sent < 60; sent += 1)
      expect((await ask(key.value, 'GET', '/v1/usage')).status).toBe(200);
    await expectEachRefuses(key.value, { status: 429, code: 'RATE_LIMIT_EXCEEDED' });
  });
});

describe('a key with every permission', () => {
  const keys = new Map<Permission, string>();
  beforeAll(async () => {
    const workspaceId = await newWorkspace('scale-enterprise');
    for (const missing of PERMISSIONS) {
      const permissions = PERMISSIONS.filter((one) => one !== missing);
      keys.set(missing, (await newKey(workspaceId, { permissions })).value);
    }
  });

  const needing = ROUTES.flatMap((route) => {
    const { permission, also } = route;
    return [permission, also].flatMap((needed) => (needed ? [{ ...route, needed }] : []));
  });
  test.each(needing)('but $needed is refused by $route', async ({ needed, ...route }) => {
    const key = keys.get(needed) ?? null;
    const refusal = { status: 403, code: 'INSUFFICIENT_PERMISSIONS' };
    expect(await refusalOf(route, key)).toMatchObject(refusal);
  });
});

describe('the id of something', () => {
  let owned: WorkspaceIds;
  let stranger: string;
  beforeAll(async () => {
    const receivers = new Receivers();
    const owner = await newTenant('scale-enterprise');
    owned = await createBelongings(owner.workspaceId, owner.key.value);
    stranger = (await newTenant('scale-enterprise')).key.value;
    await vi.waitFor(() => expect(receivers.sent).toHaveLength(1), { timeout: 10_000 });
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  test.each(ROUTES.filter((route) => route.foreign !== undefined))(
    'of another workspace is answered by $route like an unknown id',
    async (route) => {
      const foreign = await refusalOf(route, stranger, owned);
      expect(foreign).toMatchObject({ status: 404, code: route.foreign });
      expect(withoutId(foreign)).toEqual(withoutId(await refusalOf(route, stranger)));
    },
  );
});

/** The details repeat the id that was asked for. */
const withoutId = ({ details, ...refusal }: Refusal) => ({
  ...refusal,
  details: details?.map((detail) => detail.replaceAll(/\btpl_\w+/g, 'tpl_ID')),
});

/** Creates one of each. No consumer runs here, so the job and the batch stay. */
async function createBelongings(workspaceId: string, key: string): Promise<WorkspaceIds> {
  const create = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const init = postJson(body, { 'X-API-Key': key, Prefer: 'respond-async' });
    const response = await call(path, init);
    const text = await response.text();
    expect(response.ok, text).toBe(true);
    return (JSON.parse(text) as { data: Record<string, unknown> }).data;
  };
  const put = async (path: string, mediaType: string, body: string): Promise<void> => {
    const headers = { 'X-API-Key': key, 'Content-Type': mediaType };
    const response = await call(path, { method: 'PUT', headers, body });
    expect(response.ok, await response.text()).toBe(true);
  };
  const [assetName, partialName] = ['private-asset.svg', 'private-partial'];
  await put(`/v1/assets/${assetName}`, 'image/svg+xml', SVG);
  await put(`/v1/partials/${partialName}`, 'application/json', JSON.stringify({ content: '<p>private</p>' }));
  const templateId = String(
    (await create('/v1/templates', { name: 'private', content: '<p>private</p>' })).id,
  );
  const { jobId } = await create('/v1/pdf/generate', { templateId });
  const { batchId } = await create('/v1/batches', { templateId, rows: [{ externalId: 'A-17' }] });
  const webhookId = String((await create('/v1/webhooks', WEBHOOK)).id);
  const deliveryId = String((await create(`/v1/webhooks/${webhookId}/test`, {})).id);
  const { fileId } = await keepFile(workspaceId);
  const jobAndBatch = { jobId: String(jobId), batchId: String(batchId) };
  return { fileId, templateId, ...jobAndBatch, webhookId, deliveryId, assetName, partialName };
}
