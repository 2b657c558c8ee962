import { beforeAll, describe, expect, test } from 'vitest';
import { migrate, newKey, newWorkspace, postJson, call } from '../../support/service.ts';
import { setUpOwner } from '../../support/visitor.ts';

let key: string;

beforeAll(async () => {
  await migrate();
  const permissions = ['template.read', 'template.write'];
  ({ value: key } = await newKey(await newWorkspace('scale-enterprise'), { permissions }));
});

interface TemplateAnswer {
  readonly data?: { readonly id: string; readonly version: number; readonly content: string };
  readonly error?: { readonly code: string };
}

/** Sends a request with a key. Returns the status, the tag and the body, if there is one. */
async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const all = { 'X-API-Key': key, ...headers };
  const init = body === undefined ? { method, headers: all } : postJson(body, all, method);
  const response = await call(`/v1/templates${path}`, init);
  const text = await response.text();
  const { data, error }: TemplateAnswer = text === '' ? {} : JSON.parse(text);
  return { status: response.status, tag: response.headers.get('ETag') ?? '', data, code: error?.code };
}

let names = 0;

async function create(): Promise<{ id: string; tag: string }> {
  const { data, tag } = await send('POST', '', { name: `tagged ${(names += 1)}`, content: '<p>one</p>' });
  return { id: data?.id ?? '', tag };
}

const read = (id: string, headers?: Record<string, string>) => send('GET', `/${id}`, undefined, headers);

describe('the ETag of a template', () => {
  test('stays while nothing changes, and is that of the save', async () => {
    const { id, tag } = await create();
    expect(tag).toMatch(/^"[\da-f]{32}"$/);
    expect((await read(id)).tag).toBe(tag);
    expect((await read(`${id}@1`)).tag).toBe(tag);
  });

  test.each([
    ['a save', 'PUT', '', { content: '<p>two</p>' }],
    ['a new name', 'PUT', '', { name: 'renamed' }],
    ['a draft', 'PUT', '', { content: '<p>two</p>', publish: false }],
    ['a note', 'PUT', '', { note: 'Approved' }],
    ['a note of the published version', 'POST', '/publish', { version: 1, note: 'Approved' }],
  ])('changes with %s', async (_, method, path, change) => {
    const { id, tag } = await create();
    const saved = await send(method, `/${id}${path}`, change);
    expect(saved.tag).not.toBe(tag);
    expect((await read(id)).tag).toBe(saved.tag);
  });

  test('changes when a draft is published', async () => {
    const { id } = await create();
    const { tag } = await send('PUT', `/${id}`, { content: '<p>two</p>', publish: false });
    expect((await send('POST', `/${id}/publish`, { version: 2 })).tag).not.toBe(tag);
  });
});

describe('a read with If-None-Match', () => {
  test.each([
    ['the tag', (tag: string) => tag],
    ['the tag, made weak by a proxy', (tag: string) => `W/${tag}`],
    ['one of several tags', (tag: string) => `"other", ${tag}`],
    ['any tag', () => '*'],
  ])('is 304 without a body: %s', async (_, condition) => {
    const { id, tag } = await create();
    const answer = await read(id, { 'If-None-Match': condition(tag) });
    expect(answer).toEqual({ status: 304, tag, data: undefined, code: undefined });
  });

  test('returns the template if it was changed', async () => {
    const { id, tag } = await create();
    await send('PUT', `/${id}`, { content: '<p>two</p>' });
    const answer = await read(id, { 'If-None-Match': tag });
    expect(answer).toMatchObject({ status: 200, data: { version: 2 } });
  });
});

describe('a save with If-Match', () => {
  test('succeeds once for each tag', async () => {
    const { id, tag } = await create();
    const first = await send('PUT', `/${id}`, { content: '<p>two</p>' }, { 'If-Match': tag });
    expect(first).toMatchObject({ status: 200, data: { version: 2 } });
    const second = await send('PUT', `/${id}`, { content: '<p>three</p>' }, { 'If-Match': tag });
    expect(second).toMatchObject({ status: 412, code: 'TEMPLATE_CHANGED' });
    expect((await read(id)).data).toMatchObject({ version: 2, content: '<p>two</p>' });
  });

  test('succeeds for one of eight saves in parallel', async () => {
    const { id, tag } = await create();
    const saves = Array.from({ length: 8 }, (_, at) =>
      send('PUT', `/${id}`, { content: `<p>${at}</p>` }, { 'If-Match': tag }),
    );
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, ...Array(7).fill(412)]);
    expect((await read(id)).data).toMatchObject({ version: 2 });
  });

  test('is refused for a template that was published since', async () => {
    const { id } = await create();
    const { tag } = await send('PUT', `/${id}`, { content: '<p>two</p>', publish: false });
    await send('POST', `/${id}/publish`, { version: 2 });
    const save = await send('PUT', `/${id}`, { content: '<p>three</p>' }, { 'If-Match': tag });
    expect(save).toMatchObject({ status: 412, code: 'TEMPLATE_CHANGED' });
  });
});

test('saves of different fields in parallel lose nothing', async () => {
  const { id } = await create();
  const changes = [{ content: '<p>two</p>' }, { settings: { format: 'A5' } }, { name: 'both' }];
  const saves = await Promise.all(changes.map((change) => send('PUT', `/${id}`, change)));
  expect(saves.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await read(id)).data).toMatchObject({ version: 3, ...Object.assign({}, ...changes) });
});

test('the dashboard sends tags and takes If-Match', async () => {
  const { visitor, workspaceId } = await setUpOwner();
  const path = `/workspaces/${workspaceId}/templates`;
  const created = await visitor.post(path, { name: 'edited', content: '<p>one</p>' });
  const tag = created.headers.get('ETag') ?? '';
  const change = (content: string) =>
    visitor.send('PUT', `${path}/${String(created.data.id)}`, { content }, { 'If-Match': tag });
  expect((await change('<p>two</p>')).status).toBe(200);
  expect(await change('<p>three</p>')).toMatchObject({ status: 412, code: 'TEMPLATE_CHANGED' });
});
