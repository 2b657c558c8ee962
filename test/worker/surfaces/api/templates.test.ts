import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { ask, migrate, newKey, newWorkspace, operate } from '../../support/service.ts';

let workspaceId: string;
let key: string;

beforeAll(async () => {
  await migrate();
  workspaceId = await newWorkspace('scale-enterprise');
  ({ value: key } = await newKey(workspaceId, { permissions: ['template.read', 'template.write'] }));
});

interface Template {
  readonly id: string;
  readonly content: string;
  readonly version: number;
  readonly publishedVersion: number | null;
}

let names = 0;

const create = async (more: object = {}): Promise<Template> => {
  const request = { name: `template ${(names += 1)}`, content: '<p>one</p>', ...more };
  const { status, body } = await ask(key, 'POST', '/v1/templates', request);
  expect([status, body]).toMatchObject([201, { success: true }]);
  return body.data as Template;
};

const read = async (reference: string): Promise<Template> =>
  (await ask(key, 'GET', `/v1/templates/${reference}`)).body.data as Template;

const update = (id: string, change: object) => ask(key, 'PUT', `/v1/templates/${id}`, change);

describe('a template', () => {
  test('is saved, read and listed', async () => {
    const { id } = await create({ name: 'Invoice', settings: { format: 'A5' } });
    expect(await read(id)).toMatchObject({
      id,
      name: 'Invoice',
      content: '<p>one</p>',
      contentBytes: 10,
      settings: { format: 'A5' },
      dataSchema: null,
      version: 1,
      published: true,
      latestVersion: 1,
      publishedVersion: 1,
    });
    const { body } = await ask(key, 'GET', '/v1/templates');
    expect(body.data).toContainEqual(expect.objectContaining({ id, name: 'Invoice', publishedVersion: 1 }));
  });

  test('gets a new version with each update; the old ones stay as they were', async () => {
    const { id } = await create();
    const updated = await update(id, { content: '<p>two</p>' });
    expect(updated).toMatchObject({ status: 200, body: { data: { version: 2, publishedVersion: 2 } } });
    expect(await read(`${id}@1`)).toMatchObject({ version: 1, content: '<p>one</p>' });
    expect(await read(id)).toMatchObject({ version: 2, content: '<p>two</p>' });
    expect((await ask(key, 'GET', `/v1/templates/${id}@3`)).status).toBe(404);
  });

  test('keeps what an update leaves out', async () => {
    const { id } = await create({ settings: { format: 'A5' }, dataSchema: { required: ['total'] } });
    await update(id, { content: '<p>two</p>' });
    expect(await read(id)).toMatchObject({ settings: { format: 'A5' }, dataSchema: { required: ['total'] } });
    await update(id, { dataSchema: null });
    expect(await read(id)).toMatchObject({ content: '<p>two</p>', dataSchema: null });
  });

  test('in draft is not what its id means, until it is published', async () => {
    const { id } = await create();
    await update(id, { content: '<p>draft</p>', publish: false });
    expect(await read(id)).toMatchObject({
      version: 2,
      published: false,
      publishedVersion: 1,
      latestVersion: 2,
    });
    const published = await ask(key, 'POST', `/v1/templates/${id}/publish`, { version: 2 });
    expect(published).toMatchObject({ status: 200, body: { data: { version: 2, publishedVersion: 2 } } });
  });

  test('that is deleted is gone with its content; another one with the same keeps its own', async () => {
    const shared = `<p>${newId('req')}</p>`;
    const [first, second] = [await create({ content: shared }), await create({ content: shared })];
    const contents = async () => {
      const { objects } = await env.TEMPLATES.list({ prefix: `templates/${workspaceId}/` });
      return objects.length;
    };
    const before = await contents();
    expect((await ask(key, 'DELETE', `/v1/templates/${first.id}`)).status).toBe(200);
    expect((await ask(key, 'GET', `/v1/templates/${first.id}`)).status).toBe(404);
    expect(await contents()).toBe(before - 2);
    expect(await read(second.id)).toMatchObject({ content: shared });
    await ask(key, 'DELETE', `/v1/templates/${second.id}`);
    expect(await contents()).toBe(before - 4);
  });
});

describe('a note', () => {
  const notes = async (id: string) => {
    const { body } = await ask(key, 'GET', `/v1/templates/${id}/versions`);
    return (body.data as { note: string | null }[]).map(({ note }) => note);
  };

  test('belongs to the version that the request saves, and is in the list of versions', async () => {
    const { id } = await create({ note: '  The first one.\nWith two lines. ' });
    await update(id, { content: '<p>two</p>' });
    expect(
      await update(id, { content: '<p>three</p>', note: 'The third one.', publish: false }),
    ).toMatchObject({
      body: { data: { version: 3, note: 'The third one.' } },
    });
    expect(await notes(id)).toEqual(['The third one.', null, 'The first one.\nWith two lines.']);
    expect(await read(`${id}@2`)).toMatchObject({ note: null });
  });

  test('is written at publication too, and stays if none is written', async () => {
    const { id } = await create({ note: 'Draft', publish: false });
    const publish = (more: object) =>
      ask(key, 'POST', `/v1/templates/${id}/publish`, { version: 1, ...more });
    expect(await publish({})).toMatchObject({ body: { data: { publishedVersion: 1, note: 'Draft' } } });
    expect(await publish({ note: 'Approved' })).toMatchObject({ body: { data: { note: 'Approved' } } });
    expect(await publish({ note: ' ' })).toMatchObject({ body: { data: { note: null } } });
  });

  test('of a save that makes no version replaces the note of the newest one', async () => {
    const { id } = await create({ note: 'Early', publish: false });
    expect(await update(id, { note: 'Later' })).toMatchObject({
      body: { data: { version: 1, published: false, note: 'Later' } },
    });
    await update(id, { name: `renamed ${id}` });
    expect(await notes(id)).toEqual(['Later']);
  });

  test('has a limit', async () => {
    const { id } = await create({ note: 'x'.repeat(500) });
    const tooLong = { note: 'x'.repeat(501) };
    const refused = { status: 400, body: { error: { code: 'VALIDATION_ERROR' } } };
    expect(await update(id, tooLong)).toMatchObject(refused);
    expect(await ask(key, 'POST', `/v1/templates/${id}/publish`, { version: 1, ...tooLong })).toMatchObject(
      refused,
    );
    expect(await notes(id)).toEqual(['x'.repeat(500)]);
  });
});

describe('a template that cannot work', () => {
  test.each([
    [{ content: 'a\n{{#if x}}' }, 'TEMPLATE_COMPILATION_ERROR'],
    [{ settings: { header: { content: '{{/if}}' } } }, 'TEMPLATE_COMPILATION_ERROR'],
    [{ settings: { format: 'Custom' } }, 'VALIDATION_ERROR'],
    [{ settings: { timeZone: 'Mars/Base' } }, 'VALIDATION_ERROR'],
    [{ dataSchema: { pattern: '(a+)+$' } }, 'VALIDATION_ERROR'],
    [{ content: '' }, 'VALIDATION_ERROR'],
  ])('%j is refused when it is saved, and saves nothing', async (fault, code) => {
    const name = `broken ${(names += 1)}`;
    const created = await ask(key, 'POST', '/v1/templates', { name, content: '<p></p>', ...fault });
    expect(created).toMatchObject({ status: 400, body: { error: { code } } });
    const { id } = await create();
    expect(await update(id, fault)).toMatchObject({ status: 400, body: { error: { code } } });
    expect(await read(id)).toMatchObject({ version: 1 });
  });
});

describe('a name', () => {
  test('belongs to one template of the workspace', async () => {
    const { id } = await create({ name: 'Unique' });
    const taken = { status: 409, body: { error: { code: 'TEMPLATE_NAME_TAKEN' } } };
    expect(await ask(key, 'POST', '/v1/templates', { name: 'Unique', content: 'x' })).toMatchObject(taken);
    const other = await create();
    expect(await update(other.id, { name: 'Unique' })).toMatchObject(taken);
    expect(await update(id, { name: 'Renamed' })).toMatchObject({
      status: 200,
      body: { data: { name: 'Renamed' } },
    });
    expect(await update(other.id, { name: 'Unique' })).toMatchObject({ status: 200 });
  });
});

describe('the audit trail', () => {
  test('tells who changed what, in the order of the changes', async () => {
    const workspace = await newWorkspace('growth');
    const author = await newKey(workspace, { permissions: ['template.read', 'template.write'] });
    const { body } = await ask(author.value, 'POST', '/v1/templates', { name: 'x', content: 'x' });
    const { id } = body.data as Template;
    await ask(author.value, 'PUT', `/v1/templates/${id}`, { content: 'y', publish: false });
    await ask(author.value, 'POST', `/v1/templates/${id}/publish`, { version: 2 });
    await ask(author.value, 'DELETE', `/v1/templates/${id}`);
    await operate('PATCH', `/workspaces/${workspace}`, { plan: 'scale' });
    await operate('POST', `/keys/${author.id}/revoke`);
    await operate('POST', `/keys/${author.id}/revoke`);
    const { body: trail } = await operate('GET', `/workspaces/${workspace}/audit`);
    const entries = trail.entries as { actor: string; action: string; subject: string }[];
    const actor = `key:${author.id}`;
    const told = entries.toReversed().map((entry) => ({
      actor: entry.actor,
      action: entry.action,
      subject: entry.subject,
    }));
    expect(told).toEqual([
      { actor: 'operator', action: 'workspace.created', subject: workspace },
      { actor: 'operator', action: 'key.created', subject: author.id },
      { actor, action: 'template.created', subject: id },
      { actor, action: 'template.changed', subject: id },
      { actor, action: 'template.published', subject: id },
      { actor, action: 'template.deleted', subject: id },
      { actor: 'operator', action: 'workspace.changed', subject: workspace },
      { actor: 'operator', action: 'key.revoked', subject: author.id },
    ]);
  });
});
