import { expect, test } from 'vitest';
import { Platen, PlatenError } from '../../packages/client/src/client.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { serviceUrl, Tenant } from '../support/service-client.ts';

const PERMISSIONS = ['pdf.generate', 'pdf.read', 'pdf.delete', 'template.read', 'template.write'] as const;

async function client(): Promise<Platen> {
  const tenant = await Tenant.create({ permissions: [...PERMISSIONS] });
  return new Platen({ apiKey: tenant.key, baseUrl: serviceUrl(), fetch: checkedFetch });
}

test('the TypeScript client saves a template, prints it, and reads, downloads and deletes the file', async () => {
  const platen = await client();
  const template = await platen.templates.create({ name: 'greeting', content: '<p>Hello {{name}}</p>' });
  const body = { templateId: template.id, templateData: { name: 'world' }, filename: 'greeting' };
  const { data, usage } = await platen.generate(body, { idempotencyKey: 'greeting-1' });
  expect(data).toMatchObject({
    filename: 'greeting.pdf',
    templateUsed: { id: template.id, name: 'greeting' },
  });
  expect(usage.quotaUsed).toBe(1);
  expect((await platen.generate(body, { idempotencyKey: 'greeting-1' })).data.fileId).toBe(data.fileId);

  const listed = [];
  for await (const file of platen.files.all({ templateId: template.id, limit: 1 })) listed.push(file.fileId);
  expect(listed).toEqual([data.fileId]);
  expect((await platen.files.get(data.fileId)).size).toBe(data.size);
  const bytes = await (await platen.files.download(data.fileId)).bytes();
  expect(new TextDecoder().decode(bytes.subarray(0, 5))).toBe('%PDF-');
  expect(bytes.length).toBe(data.size);

  await platen.files.delete(data.fileId);
  await expect(platen.files.get(data.fileId)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND', status: 404 });
  expect((await platen.usage()).byTemplate).toEqual([{ templateId: template.id, live: 1, test: 0 }]);
});

test('the TypeScript client previews a draft, and publishes it', async () => {
  const platen = await client();
  const { id } = await platen.templates.create({ name: 'letter', content: '<p>one</p>', publish: false });
  const refused = platen.generate({ templateId: id });
  await expect(refused).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  const preview = await platen.templates.preview(id);
  expect(new TextDecoder().decode(preview.subarray(0, 5))).toBe('%PDF-');
  await platen.templates.publish(id, 1);
  expect((await platen.generatePdf({ templateId: id })).length).toBeGreaterThan(500);
  expect((await platen.usage()).quotaUsed).toBe(1);
});

test('the TypeScript client lets a job make a PDF, waits for it, and cancels another', async () => {
  const platen = await client();
  const body = { htmlContent: '<p>later</p>' };
  const accepted = await platen.jobs.create(body, { idempotencyKey: 'later-1' });
  const job = await platen.jobs.wait(accepted);
  expect(job).toMatchObject({ state: 'succeeded', file: { generationMethod: 'html' } });
  const again = await platen.jobs.create(body, { idempotencyKey: 'later-1' });
  expect(again).toMatchObject({ jobId: job.jobId, fileId: job.fileId });

  const { data: atOnce } = await platen.generate(body, { idempotencyKey: 'at-once-1' });
  const noJob = platen.jobs.create(body, { idempotencyKey: 'at-once-1' });
  await expect(noJob).rejects.toMatchObject({ response: { data: { fileId: atOnce.fileId } } });

  const endless = await platen.jobs.create({ ...body, options: { waitForSelector: '#never' } });
  expect(await platen.jobs.cancel(endless.jobId)).toMatchObject({ state: 'canceled' });
  expect(await platen.jobs.get(endless.jobId)).toMatchObject({ state: 'canceled' });
  const { data: jobs } = await platen.jobs.list({ state: 'succeeded' });
  expect(jobs.map(({ jobId }) => jobId)).toEqual([job.jobId]);
});

test("the TypeScript client's errors have the code, the details and the request id", async () => {
  const platen = await client();
  const error = await platen
    .generate({ htmlContent: '<p></p>', options: { scale: 9 } })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PlatenError);
  expect(error).toMatchObject({
    code: 'VALIDATION_ERROR',
    status: 400,
    details: ['options.scale: must be 2 or less'],
  });
  expect((error as PlatenError).requestId).toMatch(/^req_/);
});
