import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS, type Permission } from '../../schema/permissions.ts';
import { Platen } from '../../clients/typescript/src/client.ts';
import type { Answer } from '../support/answer.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { eventually } from '../support/eventually.ts';
import { acceptBatch, changeBatch, expectBatch } from '../support/batches.ts';
import { accept, cancelJob, expectJob } from '../support/jobs.ts';
import {
  type Code,
  expectGenerated,
  expectRefusal,
  freshAddress,
  HELLO,
  operator,
  send,
  serviceUrl,
  Tenant,
} from '../support/service-client.ts';

/** Ids of a workspace that other workspaces must not reach. */
interface WorkspaceIds {
  readonly fileId: string;
  readonly templateId: string;
  /** Of a job that was canceled. */
  readonly jobId: string;
  /** Of a batch that runs. */
  readonly batchId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
}

/** A route that requires a key. Add each new one to `ROUTES`. */
interface ProtectedRoute {
  readonly route: string;
  /** Null if every key may use the route. */
  readonly permission: Permission | null;
  readonly path: (belongings: WorkspaceIds) => string;
  readonly body?: (belongings: WorkspaceIds) => unknown;
  /** A further permission that the route needs. */
  readonly also?: Permission;
  /** The code for an id of another workspace: the same as for an unknown id. */
  readonly foreign?: Code;
  /** The route is for a batch. */
  readonly needsBatch?: true;
  /** The route is for a delivery, which takes some time to make. */
  readonly needsDelivery?: true;
}

/** Nobody listens at its address. */
const WEBHOOK = { url: 'http://127.0.0.1:9/', events: ['file.deleted'] } as const;

const TEMPLATE = { name: 'another', content: '<p>Another</p>' };

const ofBatch = (method: string, path: string, permission: Permission): ProtectedRoute => ({
  route: `${method} /v1/batches/{batchId}${path}`,
  permission,
  path: ({ batchId }) => `/v1/batches/${batchId}${path}`,
  foreign: 'BATCH_NOT_FOUND',
  needsBatch: true,
});

const ROUTES: readonly ProtectedRoute[] = [
  {
    route: 'POST /v1/pdf/generate',
    permission: 'pdf.generate',
    path: () => '/v1/pdf/generate',
    body: ({ templateId }) => ({ templateId }),
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'POST /v1/pdf/merge',
    permission: 'pdf.generate',
    also: 'pdf.read',
    path: () => '/v1/pdf/merge',
    body: ({ fileId }) => ({ entries: [{ fileId }, { fileId }] }),
    foreign: 'FILE_NOT_FOUND',
  },
  {
    route: 'POST /v1/pdf/split',
    permission: 'pdf.generate',
    also: 'pdf.read',
    path: () => '/v1/pdf/split',
    body: ({ fileId }) => ({ fileId, everyPages: 1 }),
    foreign: 'FILE_NOT_FOUND',
  },
  {
    route: 'POST /v1/pdf/finish',
    permission: 'pdf.generate',
    also: 'pdf.read',
    path: () => '/v1/pdf/finish',
    body: ({ fileId }) => ({ fileId, options: {} }),
    foreign: 'FILE_NOT_FOUND',
  },
  { route: 'GET /v1/files', permission: 'pdf.read', path: () => '/v1/files' },
  {
    route: 'GET /v1/files/{fileId}',
    permission: 'pdf.read',
    path: ({ fileId }) => `/v1/files/${fileId}`,
    foreign: 'FILE_NOT_FOUND',
  },
  {
    route: 'GET /v1/files/{fileId}/content',
    permission: 'pdf.read',
    path: ({ fileId }) => `/v1/files/${fileId}/content`,
    foreign: 'FILE_NOT_FOUND',
  },
  {
    route: 'DELETE /v1/files/{fileId}',
    permission: 'pdf.delete',
    path: ({ fileId }) => `/v1/files/${fileId}`,
    foreign: 'FILE_NOT_FOUND',
  },
  { route: 'GET /v1/jobs', permission: 'pdf.read', path: () => '/v1/jobs' },
  {
    route: 'GET /v1/jobs/{jobId}',
    permission: 'pdf.read',
    path: ({ jobId }) => `/v1/jobs/${jobId}`,
    foreign: 'JOB_NOT_FOUND',
  },
  {
    route: 'POST /v1/jobs/{jobId}/cancel',
    permission: 'pdf.generate',
    path: ({ jobId }) => `/v1/jobs/${jobId}/cancel`,
    foreign: 'JOB_NOT_FOUND',
  },
  {
    route: 'POST /v1/batches',
    permission: 'pdf.generate',
    path: () => '/v1/batches',
    body: ({ templateId }) => ({ templateId, rows: [{ externalId: 'A-17' }] }),
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  { route: 'GET /v1/batches', permission: 'pdf.read', path: () => '/v1/batches' },
  ofBatch('GET', '', 'pdf.read'),
  ofBatch('GET', '/rows', 'pdf.read'),
  ofBatch('POST', '/cancel', 'pdf.generate'),
  ofBatch('POST', '/resume', 'pdf.generate'),
  ofBatch('POST', '/retry-failed', 'pdf.generate'),
  { route: 'GET /v1/templates', permission: 'template.read', path: () => '/v1/templates' },
  {
    route: 'POST /v1/templates',
    permission: 'template.write',
    path: () => '/v1/templates',
    body: () => TEMPLATE,
  },
  {
    route: 'GET /v1/templates/{templateId}',
    permission: 'template.read',
    path: ({ templateId }) => `/v1/templates/${templateId}`,
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'PUT /v1/templates/{templateId}',
    permission: 'template.write',
    path: ({ templateId }) => `/v1/templates/${templateId}`,
    body: () => TEMPLATE,
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'POST /v1/templates/{templateId}/publish',
    permission: 'template.write',
    path: ({ templateId }) => `/v1/templates/${templateId}/publish`,
    body: () => ({ version: 1 }),
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'POST /v1/templates/{templateId}/preview',
    permission: 'template.read',
    path: ({ templateId }) => `/v1/templates/${templateId}/preview`,
    body: () => ({}),
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  {
    route: 'DELETE /v1/templates/{templateId}',
    permission: 'template.write',
    path: ({ templateId }) => `/v1/templates/${templateId}`,
    foreign: 'TEMPLATE_NOT_FOUND',
  },
  { route: 'GET /v1/webhooks', permission: 'webhook.manage', path: () => '/v1/webhooks' },
  {
    route: 'POST /v1/webhooks',
    permission: 'webhook.manage',
    path: () => '/v1/webhooks',
    body: () => WEBHOOK,
  },
  {
    route: 'GET /v1/webhooks/{webhookId}',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}`,
    foreign: 'WEBHOOK_NOT_FOUND',
  },
  {
    route: 'PUT /v1/webhooks/{webhookId}',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}`,
    body: () => WEBHOOK,
    foreign: 'WEBHOOK_NOT_FOUND',
  },
  {
    route: 'POST /v1/webhooks/{webhookId}/rotate-secret',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}/rotate-secret`,
    foreign: 'WEBHOOK_NOT_FOUND',
  },
  {
    route: 'POST /v1/webhooks/{webhookId}/test',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}/test`,
    foreign: 'WEBHOOK_NOT_FOUND',
  },
  {
    route: 'GET /v1/webhooks/{webhookId}/deliveries',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}/deliveries`,
    foreign: 'WEBHOOK_NOT_FOUND',
  },
  {
    route: 'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend',
    permission: 'webhook.manage',
    path: ({ webhookId, deliveryId }) => `/v1/webhooks/${webhookId}/deliveries/${deliveryId}/resend`,
    foreign: 'WEBHOOK_NOT_FOUND',
    needsDelivery: true,
  },
  {
    route: 'DELETE /v1/webhooks/{webhookId}',
    permission: 'webhook.manage',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}`,
    foreign: 'WEBHOOK_NOT_FOUND',
  },
  { route: 'GET /v1/usage', permission: null, path: () => '/v1/usage' },
];

/** Ids of the right shape that do not exist. */
const UNKNOWN_IDS: WorkspaceIds = {
  fileId: `file_${'0'.repeat(22)}`,
  templateId: `tpl_${'0'.repeat(22)}`,
  jobId: `job_${'0'.repeat(22)}`,
  batchId: `batch_${'0'.repeat(22)}`,
  webhookId: `wh_${'0'.repeat(22)}`,
  deliveryId: `evt_${'0'.repeat(22)}`,
};

function request(
  { route, path, body }: ProtectedRoute,
  key: string | null,
  ids: WorkspaceIds,
): Promise<Answer> {
  return send(path(ids), {
    method: route.slice(0, route.indexOf(' ')),
    headers: {
      'Content-Type': 'application/json',
      ...freshAddress(),
      ...(key === null ? {} : { 'X-API-Key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body(ids)) }),
  });
}

/** Its print would take long, so it is canceled in time. */
async function createCanceledJob(tenant: Tenant): Promise<string> {
  const { jobId } = await accept(tenant, { ...HELLO, options: { waitForSelector: '#never' } });
  expectJob(await cancelJob(tenant, jobId));
  return jobId;
}

/** Its print takes long, so the caller cancels it. */
async function createRunningBatch(tenant: Tenant, templateId: string): Promise<string> {
  const options = { waitForSelector: '#never' };
  return (await acceptBatch(tenant, { templateId, options, rows: [{ externalId: 'A-17' }] })).batchId;
}

async function createBelongings(
  tenant: Tenant,
  { needsBatch, needsDelivery }: ProtectedRoute,
): Promise<WorkspaceIds> {
  const client = new Platen({ apiKey: tenant.key, baseUrl: serviceUrl(), fetch: checkedFetch });
  const [answer, template, jobId, webhook] = await Promise.all([
    tenant.generate(HELLO),
    tenant.putTemplate('private', '<p>private</p>'),
    createCanceledJob(tenant),
    client.webhooks.create({ ...WEBHOOK, events: [...WEBHOOK.events] }),
  ]);
  const { fileId } = expectGenerated(answer).data;
  const ids = { ...UNKNOWN_IDS, fileId, templateId: template.id, jobId, webhookId: webhook.id };
  if (needsBatch === true) return { ...ids, batchId: await createRunningBatch(tenant, template.id) };
  if (needsDelivery !== true) return ids;
  await client.deleteFile(fileId);
  return eventually(async () => {
    const [delivery] = (await client.webhooks.deliveries(webhook.id)).deliveries;
    if (delivery === undefined) throw new Error('The event was not passed to the webhook yet.');
    return { ...ids, deliveryId: delivery.id };
  });
}

describe.each(ROUTES)('$route', (route) => {
  test('refuses a request without a key', async () => {
    expectRefusal(await request(route, null, UNKNOWN_IDS), 'INVALID_API_KEY');
  });

  test('refuses an unknown key', async () => {
    expectRefusal(await request(route, `pk_live_${'Z'.repeat(32)}`, UNKNOWN_IDS), 'INVALID_API_KEY');
  });

  test('refuses a revoked key', async () => {
    const { key, keyId } = await Tenant.create();
    await operator().revokeKey(keyId);
    expectRefusal(await request(route, key, UNKNOWN_IDS), 'API_KEY_REVOKED');
  });

  test('refuses an expired key', async () => {
    const { key } = await Tenant.create({ expiresAt: '2026-01-01T00:00:00Z' });
    expectRefusal(await request(route, key, UNKNOWN_IDS), 'API_KEY_EXPIRED');
  });

  test('refuses the key of a deleted workspace', async () => {
    const { key, workspaceId } = await Tenant.create();
    await operator().deleteWorkspace(workspaceId);
    expectRefusal(await request(route, key, UNKNOWN_IDS), 'WORKSPACE_NOT_FOUND');
  });

  test('refuses a request past the rate limit', async () => {
    const tenant = await Tenant.create();
    await tenant.exhaustRate();
    expectRefusal(await request(route, tenant.key, UNKNOWN_IDS), 'RATE_LIMIT_EXCEEDED');
  });
});

describe.each(ROUTES.filter((route) => route.permission !== null))('$route', (route) => {
  test(`refuses a key with every permission but ${route.permission}`, async () => {
    const permissions = PERMISSIONS.filter((one) => one !== route.permission);
    const { key } = await Tenant.create({ permissions });
    expectRefusal(await request(route, key, UNKNOWN_IDS), 'INSUFFICIENT_PERMISSIONS');
  });
});

describe.each(ROUTES)('$route', (route) => {
  test(`accepts a key that has only ${route.permission ?? 'any permission'}`, async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const { key } = await tenant.anotherKey([
      route.permission ?? 'pdf.delete',
      ...(route.also === undefined ? [] : [route.also]),
    ]);
    const ids = await createBelongings(tenant, route);
    const answer = await request(route, key, ids);
    if (route.needsBatch === true) expectBatch(await changeBatch(tenant, ids.batchId, 'cancel'));
    expect(answer.status, answer.text).toBeLessThan(400);
  });
});

describe.each(ROUTES.filter((route) => route.foreign !== undefined))('$route', (route) => {
  let tenant: Tenant;
  let owner: WorkspaceIds;
  beforeAll(async () => {
    tenant = await Tenant.create();
    owner = await createBelongings(tenant, route);
  });
  afterAll(async () => {
    if (route.needsBatch === true) await changeBatch(tenant, owner.batchId, 'cancel');
  });

  test("answers another workspace's id like an unknown id", async () => {
    const stranger = await Tenant.create();
    const code = route.foreign ?? 'NOT_FOUND';
    const foreign = expectRefusal(await request(route, stranger.key, owner), code);
    const missing = expectRefusal(await request(route, stranger.key, UNKNOWN_IDS), code);
    expect(foreign.message).toBe(missing.message);
    expect(foreign.details).toEqual(missing.details);
  });
});
