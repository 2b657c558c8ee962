import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '../../schema/permissions.ts';
import { Platen } from '../../packages/client/src/client.ts';
import type { Answer } from '../support/answer.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { eventually } from '../support/eventually.ts';
import { acceptBatch, changeBatch, expectBatch } from '../support/batches.ts';
import { accept, cancelJob, expectJob } from '../support/jobs.ts';
import {
  type Belonging,
  type ProtectedRoute,
  ROUTES,
  SVG,
  WEBHOOK,
  type WorkspaceIds,
} from '../support/protected-routes.ts';
import {
  expectGenerated,
  expectRefusal,
  HELLO,
  operator,
  send,
  serviceUrl,
  Tenant,
} from '../support/service-client.ts';
import { LONG, typical } from '../support/thorough.ts';

/** Ids of the right shape that do not exist. */
const UNKNOWN_IDS: WorkspaceIds = {
  fileId: `file_${'0'.repeat(22)}`,
  templateId: `tpl_${'0'.repeat(22)}`,
  jobId: `job_${'0'.repeat(22)}`,
  batchId: `batch_${'0'.repeat(22)}`,
  webhookId: `wh_${'0'.repeat(22)}`,
  deliveryId: `evt_${'0'.repeat(22)}`,
  assetName: 'none.svg',
  partialName: 'none',
};

function request(
  { route, path, body, file }: ProtectedRoute,
  key: string | null,
  ids: WorkspaceIds,
): Promise<Answer> {
  return send(path(ids), {
    method: route.slice(0, route.indexOf(' ')),
    headers: {
      'Content-Type': file?.mediaType ?? 'application/json',
      ...(key === null ? {} : { 'X-API-Key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body(ids)) }),
    ...(file === undefined ? {} : { body: file.bytes }),
  });
}

const clientOf = ({ key }: Tenant): Platen =>
  new Platen({ apiKey: key, baseUrl: serviceUrl(), fetch: checkedFetch });

const createFile = async (tenant: Tenant): Promise<string> =>
  expectGenerated(await tenant.generate(HELLO)).data.fileId;

const createTemplate = async (tenant: Tenant): Promise<string> =>
  (await tenant.putTemplate(`private ${randomUUID()}`, '<p>private</p>')).id;

const createWebhook = async (tenant: Tenant): Promise<string> =>
  (await clientOf(tenant).webhooks.create({ ...WEBHOOK, events: [...WEBHOOK.events] })).id;

/** Its print would take long, so it is canceled in time. */
async function createCanceledJob(tenant: Tenant): Promise<string> {
  const { jobId } = await accept(tenant, { ...HELLO, options: { waitForSelector: '#never' } });
  expectJob(await cancelJob(tenant, jobId));
  return jobId;
}

/** Its print takes long, so the caller cancels it. */
async function createRunningBatch(tenant: Tenant): Promise<string> {
  const templateId = await createTemplate(tenant);
  const options = { waitForSelector: '#never' };
  return (await acceptBatch(tenant, { templateId, options, rows: [{ externalId: 'A-17' }] })).batchId;
}

async function createDelivery(tenant: Tenant): Promise<Pick<WorkspaceIds, 'webhookId' | 'deliveryId'>> {
  const webhookId = await createWebhook(tenant);
  await clientOf(tenant).files.delete(await createFile(tenant));
  return eventually(async () => {
    const [delivery] = (await clientOf(tenant).webhooks.deliveries(webhookId)).data;
    if (delivery === undefined) throw new Error('The event was not passed to the webhook yet.');
    return { webhookId, deliveryId: delivery.id };
  });
}

/** Another workspace has no part with this name. */
async function createPart({ key }: Tenant, path: string, mediaType: string, body: string): Promise<string> {
  const name = `private-${randomUUID()}`;
  const headers = { 'X-API-Key': key, 'Content-Type': mediaType };
  const { status, text } = await send(`${path}/${name}`, { method: 'PUT', headers, body });
  expect(status, text).toBe(200);
  return name;
}

const createAsset = (tenant: Tenant) => createPart(tenant, '/v1/assets', 'image/svg+xml', SVG);

const createPartial = (tenant: Tenant) =>
  createPart(tenant, '/v1/partials', 'application/json', JSON.stringify({ content: '<p>private</p>' }));

const CREATE: Readonly<Record<Belonging, (tenant: Tenant) => Promise<Partial<WorkspaceIds>>>> = {
  file: async (tenant) => ({ fileId: await createFile(tenant) }),
  template: async (tenant) => ({ templateId: await createTemplate(tenant) }),
  job: async (tenant) => ({ jobId: await createCanceledJob(tenant) }),
  webhook: async (tenant) => ({ webhookId: await createWebhook(tenant) }),
  batch: async (tenant) => ({ batchId: await createRunningBatch(tenant) }),
  delivery: createDelivery,
  asset: async (tenant) => ({ assetName: await createAsset(tenant) }),
  partial: async (tenant) => ({ partialName: await createPartial(tenant) }),
};

async function create(tenant: Tenant, belongings: readonly Belonging[]): Promise<WorkspaceIds> {
  const ids = await Promise.all(belongings.map((one) => CREATE[one](tenant)));
  return Object.assign({ ...UNKNOWN_IDS }, ...ids) as WorkspaceIds;
}

describe('a key that is not valid', () => {
  let revoked: Tenant;
  let expired: Tenant;
  let deleted: Tenant;
  beforeAll(async () => {
    [revoked, expired, deleted] = await Promise.all([
      Tenant.create(),
      Tenant.create({ expiresAt: '2026-01-01T00:00:00Z' }),
      Tenant.create(),
    ]);
    await Promise.all([operator().revokeKey(revoked.keyId), operator().deleteWorkspace(deleted.workspaceId)]);
  });

  describe.each(ROUTES)('$route', (route) => {
    test('refuses a request without a key', async () => {
      expectRefusal(await request(route, null, UNKNOWN_IDS), 'INVALID_API_KEY');
    });

    test('refuses an unknown key', async () => {
      expectRefusal(await request(route, `pk_live_${'Z'.repeat(32)}`, UNKNOWN_IDS), 'INVALID_API_KEY');
    });
  });

  describe.each(typical(ROUTES, 8))('$route', LONG, (route) => {
    test('refuses a revoked key', async () => {
      expectRefusal(await request(route, revoked.key, UNKNOWN_IDS), 'API_KEY_REVOKED');
    });

    test('refuses an expired key', async () => {
      expectRefusal(await request(route, expired.key, UNKNOWN_IDS), 'API_KEY_EXPIRED');
    });

    test('refuses the key of a deleted workspace', async () => {
      expectRefusal(await request(route, deleted.key, UNKNOWN_IDS), 'WORKSPACE_NOT_FOUND');
    });
  });
});

const ROUTES_AT_ONCE = 8;
const TRIES = 10;

/** On a busy machine the answers take seconds, and each second allows another request. Then all are sent again. */
async function requestPastRate(tenant: Tenant, routes: readonly ProtectedRoute[]): Promise<Answer[]> {
  let answers: Answer[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    await tenant.exhaustRate();
    answers = await Promise.all(routes.map((route) => request(route, tenant.key, UNKNOWN_IDS)));
    if (answers.every(({ status }) => status === 429)) break;
  }
  return answers;
}

test('every route refuses a request past the rate limit', async () => {
  const tenant = await Tenant.create();
  for (let at = 0; at < ROUTES.length; at += ROUTES_AT_ONCE) {
    const routes = ROUTES.slice(at, at + ROUTES_AT_ONCE);
    const answers = await requestPastRate(tenant, routes);
    for (const [index, answer] of answers.entries()) {
      expect(answer.status, routes[index]?.route).toBe(429);
      expectRefusal(answer, 'RATE_LIMIT_EXCEEDED');
    }
  }
}, 120_000);

describe('in a workspace of many keys', () => {
  let tenant: Tenant;
  let belongings: WorkspaceIds;
  beforeAll(async () => {
    tenant = await Tenant.create({ plan: 'scale-enterprise' });
    belongings = await create(tenant, ['file', 'template', 'job', 'webhook', 'asset', 'partial']);
  });

  describe.each(ROUTES.filter((route) => route.permission !== null))('$route', (route) => {
    test(`refuses a key with every permission but ${route.permission}`, async () => {
      const { key } = await tenant.anotherKey(PERMISSIONS.filter((one) => one !== route.permission));
      expectRefusal(await request(route, key, UNKNOWN_IDS), 'INSUFFICIENT_PERMISSIONS');
    });
  });

  describe.each(ROUTES)('$route', (route) => {
    test(`accepts a key that has only ${route.permission ?? 'any permission'}`, async () => {
      const { key } = await tenant.anotherKey([
        route.permission ?? 'pdf.delete',
        ...(route.also === undefined ? [] : [route.also]),
      ]);
      const ids = route.changes === undefined ? belongings : await create(tenant, [route.changes]);
      const answer = await request(route, key, ids);
      if (route.changes === 'batch') expectBatch(await changeBatch(tenant, ids.batchId, 'cancel'));
      expect(answer.status, answer.text).toBeLessThan(400);
    });
  });
});

describe('in another workspace', () => {
  let owner: Tenant;
  let owned: WorkspaceIds;
  let stranger: Tenant;
  beforeAll(async () => {
    [owner, stranger] = await Promise.all([Tenant.create(), Tenant.create({ plan: 'scale-enterprise' })]);
    owned = await create(owner, ['file', 'template', 'job', 'batch', 'delivery', 'asset', 'partial']);
  });
  afterAll(() => changeBatch(owner, owned.batchId, 'cancel'));

  describe.each(ROUTES.filter((route) => route.foreign !== undefined))('$route', (route) => {
    test("answers another workspace's id like an unknown id", async () => {
      const code = route.foreign ?? 'NOT_FOUND';
      const foreign = expectRefusal(await request(route, stranger.key, owned), code);
      const missing = expectRefusal(await request(route, stranger.key, UNKNOWN_IDS), code);
      expect(foreign.message).toBe(missing.message);
      expect(foreign.details).toEqual(missing.details);
    });
  });
});
