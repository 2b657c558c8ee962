import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { Platen } from '../../packages/client/src/client.ts';
import type { Answer } from '../support/answer.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { eventually } from '../support/eventually.ts';
import { acceptBatch, changeBatch, expectBatch } from '../support/batches.ts';
import { accept, cancelJob, expectJob } from '../support/jobs.ts';
import {
  type Belonging,
  type ProtectedRoute,
  requestOf,
  ROUTES,
  SVG,
  UNKNOWN_IDS,
  WEBHOOK,
  type WorkspaceIds,
} from '../support/protected-routes.ts';
import { expectGenerated, HELLO, send, serviceUrl, Tenant } from '../support/service-client.ts';
import { LONG, typical } from '../support/thorough.ts';

const request = (route: ProtectedRoute, key: string, ids: WorkspaceIds): Promise<Answer> =>
  send(route.path(ids), requestOf(route, key, ids));

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
async function createComponent(
  { key }: Tenant,
  path: string,
  mediaType: string,
  body: string,
): Promise<string> {
  const name = `private-${randomUUID()}`;
  const headers = { 'X-API-Key': key, 'Content-Type': mediaType };
  const { status, text } = await send(`${path}/${name}`, { method: 'PUT', headers, body });
  expect(status, text).toBe(200);
  return name;
}

const createAsset = (tenant: Tenant) => createComponent(tenant, '/v1/assets', 'image/svg+xml', SVG);

const createPartial = (tenant: Tenant) =>
  createComponent(tenant, '/v1/partials', 'application/json', JSON.stringify({ content: '<p>private</p>' }));

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

describe('a key of a workspace', () => {
  let tenant: Tenant;
  let belongings: WorkspaceIds;
  beforeAll(async () => {
    tenant = await Tenant.create({ plan: 'scale-enterprise' });
    belongings = await create(tenant, ['file', 'template', 'job', 'webhook', 'asset', 'partial']);
  });

  test.each(typical(ROUTES, 16))('that has only the permission of $route may use it', LONG, async (route) => {
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
