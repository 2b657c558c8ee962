import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { RequestMemory } from '../../../../worker/lib/memory/request-memory.ts';
import { buildServices, type Services } from '../../../../worker/services.ts';
import { deleteTemplate } from '../../../../worker/verbs/templates/delete-template.ts';
import { getTemplate } from '../../../../worker/verbs/templates/get-template.ts';
import { publishTemplate } from '../../../../worker/verbs/templates/publish-template.ts';
import { createTemplate, updateTemplate } from '../../../../worker/verbs/templates/save-template.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { migrate, newWorkspace } from '../../support/service.ts';
import { eventually } from '../../../support/eventually.ts';

const memory = new RequestMemory('tests', Infinity);

const NOON = Date.UTC(2040, 0, 1, 12);
const at = (now: number): Services => ({ ...buildServices(env), now: () => now });
const services = at(NOON);

let workspaceId: string;

const ctx = () => operatorCtx(workspaceId, services);

beforeAll(async () => {
  await migrate();
  workspaceId = await newWorkspace('growth');
});

let names = 0;
const create = (content = '<p>one</p>') =>
  createTemplate(ctx(), { name: `template ${(names += 1)}`, content });

/** What the ledger tells the next admission. */
async function version(): Promise<number> {
  const admission = await services.ledger(workspaceId).admit({
    keyId: 'key_1',
    plan: 'growth',
    reservation: { fileId: `file_${(names += 1)}`, environment: 'test', deadline: NOON + 60_000 },
  });
  return admission.outcome === 'reserved' ? admission.templatesVersion : Number.NaN;
}

const get = async (id: string, now = NOON) =>
  getTemplate(operatorCtx(workspaceId, at(now)), { reference: id, version: await version(), memory });

/** A change that the ledger is not told of: it shows only where the database is read. */
const removeUnseen = (id: string) => env.DB.prepare('DELETE FROM templates WHERE id = ?').bind(id).run();

describe('a template that this isolate remembers', () => {
  test('is printed without asking the database', async () => {
    const id = await create();
    await get(id);
    await removeUnseen(id);
    expect(await get(id)).toMatchObject({ id, content: '<p>one</p>' });
  });

  test('is asked for again after a minute, should a change not have been told', async () => {
    const id = await create();
    await get(id);
    await removeUnseen(id);
    await expect(get(id, NOON + 60_000)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  });

  test('is read again while it prints after half a minute', async () => {
    const id = await create();
    const { name } = await get(id);
    await env.DB.prepare('UPDATE templates SET name = ? WHERE id = ?').bind(`${name} unseen`, id).run();
    expect(await get(id, NOON + 29_999)).toMatchObject({ name });
    expect(await get(id, NOON + 30_000)).toMatchObject({ name });
    await eventually(async () =>
      expect(await get(id, NOON + 30_000)).toMatchObject({ name: `${name} unseen` }),
    );
    // A minute begins again.
    await removeUnseen(id);
    expect(await get(id, NOON + 59_999 + 30_000)).toMatchObject({ id });
  });

  test('is printed until its minute ends if it cannot be read again', async () => {
    const id = await create();
    await get(id);
    await removeUnseen(id);
    expect(await get(id, NOON + 30_000)).toMatchObject({ id });
    expect(await get(id, NOON + 59_999)).toMatchObject({ id });
    await expect(get(id, NOON + 60_000)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  });

  test('is of one workspace: another one does not find it', async () => {
    const id = await create();
    await get(id);
    const other = await newWorkspace('growth');
    const found = getTemplate(operatorCtx(other, services), {
      reference: id,
      version: await version(),
      memory,
    });
    await expect(found).rejects.toMatchObject({
      code: 'TEMPLATE_NOT_FOUND',
    });
  });

  test('is printed as it was saved last, from the answer to the save on', async () => {
    const id = await create();
    await get(id);
    await updateTemplate(ctx(), { templateId: id, name: 'renamed', content: '<p>two</p>' });
    expect(await get(id)).toMatchObject({ name: 'renamed', content: '<p>two</p>' });
  });

  test('is printed as it was published last', async () => {
    const id = await create();
    await updateTemplate(ctx(), { templateId: id, content: '<p>draft</p>', publish: false });
    expect(await get(id)).toMatchObject({ content: '<p>one</p>' });
    await publishTemplate(ctx(), { templateId: id, version: 2 });
    expect(await get(id)).toMatchObject({ content: '<p>draft</p>' });
  });

  test('is gone once it is deleted', async () => {
    const id = await create();
    await get(id);
    await deleteTemplate(ctx(), id);
    await expect(get(id)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  });
});

test('is not remembered when it is large: an isolate has 128 MB for everybody', async () => {
  const id = await create(`<p>${'x'.repeat(128_000)}</p>`);
  await get(id);
  await removeUnseen(id);
  await expect(get(id)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
});
