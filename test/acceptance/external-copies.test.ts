import { AwsClient } from 'aws4fetch';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { assemble } from '../support/assembling.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { ClockedService } from '../support/clocked-service.ts';
import { HELLO, operator, send, Tenant } from '../support/service-client.ts';
import { s3Target, supabaseTarget } from '../support/stores/targets.ts';
import { eventually } from '../support/eventually.ts';
import { variation } from '../support/thorough.ts';

const answer = z.object({
  data: z.object({
    fileId: z.string(),
    url: z.string(),
    storageProvider: z.string(),
    externalCopies: z.array(
      z.strictObject({
        provider: z.string(),
        name: z.string(),
        url: z.url(),
        expiresAt: z.iso.datetime(),
      }),
    ),
  }),
});

describe('a workspace with external storage', () => {
  test('has an identical copy of each file in its own stores', async () => {
    const tenant = await Tenant.create();
    await operator().addTarget(supabaseTarget(tenant.workspaceId));
    await operator().addTarget(s3Target(tenant.workspaceId));
    const { data } = answer.parse(JSON.parse((await tenant.generate(HELLO)).text));
    expect(data.storageProvider).toBe('supabase');
    expect(data.externalCopies.map(({ provider, name }) => [provider, name])).toEqual([
      ['supabase', 'backup'],
      ['s3', 'archive'],
    ]);
    const own = (await send(data.url)).bytes;
    expect(own.length).toBeGreaterThan(1_000);
    for (const { url } of data.externalCopies) {
      expect(new Uint8Array(await (await checkedFetch(url)).arrayBuffer())).toEqual(own);
    }
  });

  variation('has copies of a merge and of each part of a split', async () => {
    const tenant = await Tenant.create();
    await operator().addTarget(s3Target(tenant.workspaceId));
    const entries = [{ htmlContent: '<p>one' }, { htmlContent: '<p>two' }];
    const merged = answer.parse(JSON.parse((await assemble(tenant, 'merge', { entries })).text)).data;
    const split = await assemble(tenant, 'split', { fileId: merged.fileId, everyPages: 1 });
    expect(split.status).toBe(200);
    const { files } = z.object({ files: z.array(answer.shape.data) }).parse(JSON.parse(split.text).data);
    expect(files).toHaveLength(2);
    for (const { url, externalCopies } of [merged, ...files]) {
      expect(externalCopies).toHaveLength(1);
      const copy = await checkedFetch(externalCopies[0]?.url ?? '');
      expect(new Uint8Array(await copy.arrayBuffer())).toEqual((await send(url)).bytes);
    }
  });

  test('gets its answers in time although a store hangs', async () => {
    const tenant = await Tenant.create();
    await operator().addTarget(s3Target(tenant.workspaceId, { bucket: 'hanging' }));
    await operator().addTarget(supabaseTarget(tenant.workspaceId));
    const startedAt = performance.now();
    const generated = await tenant.generate(HELLO);
    // A store gets ten seconds. Without that limit, no answer would come.
    expect(performance.now() - startedAt).toBeLessThan(3 * 10_000);
    const { data } = answer.parse(JSON.parse(generated.text));
    expect(data.storageProvider).toBe('s3');
    expect(data.externalCopies).toMatchObject([{ provider: 'supabase' }]);
    expect(await tenant.quotaUsed()).toBe(1);
  });
});

async function isStored(bucket: string, fileId: string): Promise<boolean> {
  const { endpoint, ...keys } = inject('s3');
  const client = new AwsClient({ ...keys, service: 's3', region: 'auto' });
  const listing = await client.fetch(`${endpoint}/${bucket}?list-type=2`);
  return (await listing.text()).includes(fileId);
}

variation('a copy that failed is retried by the queue, even after the service was killed', async () => {
  const service = await ClockedService.create();
  onTestFinished(() => service.remove());
  await service.startAt(0);
  const { workspaceId, key } = await service.createTenant();
  await service.operator.addTarget(s3Target(workspaceId, { bucket: 'failing-3' }));
  const generated = await service.generate(key, HELLO);
  const { data } = answer.parse(JSON.parse(generated.text));
  expect(data.externalCopies).toEqual([]);
  expect(await isStored('failing-3', data.fileId)).toBe(false);
  await service.kill();

  await service.startAt(60_000);
  await service.ringAlarm(workspaceId);
  await eventually(async () => expect(await isStored('failing-3', data.fileId)).toBe(true));
});

const copies = z.object({ data: z.object({ copies: z.array(z.object({ attempts: z.number() })) }) });

variation('a store that hangs does not hold up copies to another one', async () => {
  const service = await ClockedService.create();
  onTestFinished(() => service.remove());
  await service.startAt(0);
  const failingIn = async (bucket: string) => {
    const { workspaceId, key } = await service.createTenant();
    await service.operator.addTarget(s3Target(workspaceId, { bucket }));
    const { fileId } = answer.parse(JSON.parse((await service.generate(key, HELLO)).text)).data;
    return { workspaceId, key, fileId };
  };
  const [hanging, failing] = await Promise.all([failingIn('hanging'), failingIn('failing-3')]);
  await service.moveClock(60_000);
  for (const { workspaceId } of [hanging, failing]) await service.ringAlarm(workspaceId);
  await eventually(async () => expect(await isStored('failing-3', failing.fileId)).toBe(true));
  const headers = { 'X-API-Key': hanging.key };
  const { text } = await service.fetch(`/v1/files/${hanging.fileId}`, { headers });
  // The fourth attempt has not ended.
  expect(copies.parse(JSON.parse(text)).data.copies).toEqual([{ attempts: 3 }]);
});
