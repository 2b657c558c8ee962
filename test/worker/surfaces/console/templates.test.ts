import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  MAX_SAMPLE_DATA_BYTES,
  MAX_SAMPLE_SETS,
  sampleSetsAnswer,
} from '../../../../schema/api/sample-sets.ts';
import { deletedTemplate, templatePage, templateVersionPage } from '../../../../schema/api/templates.ts';
import {
  type EditedTemplate,
  editedTemplateAnswer,
  sampleDataAnswer,
} from '../../../../schema/console/templates.ts';
import { ask, migrate, newKey, operate } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { anotherWorkspace, type Insider, invited, setUpOwner } from '../../support/visitor.ts';
import { variation } from '../../../support/thorough.ts';

let member: Insider;
let stranger: Insider;
/** The id of a template of the stranger. */
let foreign: string;

beforeAll(async () => {
  await migrate();
  const owner = await setUpOwner();
  [member, stranger] = await Promise.all([invited(owner, 'member'), anotherWorkspace(owner)]);
  await operate('PATCH', `/workspaces/${owner.workspaceId}`, { plan: 'growth' });
  foreign = (await create({}, stranger)).id;
});

const send = (method: string, path: string, body?: unknown, who = member) =>
  who.visitor.send(method, `/workspaces/${who.workspaceId}/templates${path}`, body);

let names = 0;

async function create(more: object = {}, who = member): Promise<EditedTemplate> {
  const request = { name: `template ${(names += 1)}`, content: '<p>one</p>', ...more };
  const { status, body } = await send('POST', '', request, who);
  expect(status).toBe(201);
  return shaped(editedTemplateAnswer, body).data;
}

async function read(reference: string): Promise<EditedTemplate> {
  return shaped(editedTemplateAnswer, (await send('GET', `/${reference}`)).body).data;
}

async function update(id: string, change: object): Promise<EditedTemplate> {
  const { status, body } = await send('PUT', `/${id}`, change);
  expect(status).toBe(200);
  return shaped(editedTemplateAnswer, body).data;
}

const list = async (query = '') => shaped(templatePage, (await send('GET', query)).body);

describe('a template in the dashboard', () => {
  test('is saved, changed, published and deleted by a member', async () => {
    const { id } = await create({ publish: false });
    expect(await update(id, { content: '<p>two</p>', publish: false })).toMatchObject({
      version: 2,
      publishedVersion: null,
    });
    const published = await send('POST', `/${id}/publish`, { version: 2 });
    expect(shaped(editedTemplateAnswer, published.body).data).toMatchObject({ publishedVersion: 2 });
    expect(shaped(deletedTemplate, (await send('DELETE', `/${id}`)).body).data).toEqual({
      id,
      deleted: true,
    });
    expect((await send('GET', `/${id}`)).code).toBe('TEMPLATE_NOT_FOUND');
  });

  test('is the same one that keys of the workspace use', async () => {
    const { id } = await create();
    const { value } = await newKey(member.workspaceId, { permissions: ['template.read'] });
    expect(await ask(value, 'GET', `/v1/templates/${id}`)).toMatchObject({ body: { data: { id } } });
  });

  variation('is restored by saving an old version again', async () => {
    const { id } = await create({ content: '<p>old</p>', settings: { format: 'A5' } });
    await update(id, { content: '<p>new</p>', settings: {} });
    const { content, settings, dataSchema } = await read(`${id}@1`);
    expect(await update(id, { content, settings, dataSchema })).toMatchObject({
      version: 3,
      content: '<p>old</p>',
      settings: { format: 'A5' },
    });
  });

  test('is in the audit trail under the name of the person who changed it', async () => {
    const { id } = await create();
    await update(id, { content: '<p>two</p>', publish: false });
    await send('POST', `/${id}/publish`, { version: 2 });
    await send('DELETE', `/${id}`);
    const { results } = await env.DB.prepare(
      'SELECT DISTINCT actor, action FROM audit_trail WHERE subject = ? ORDER BY id',
    )
      .bind(id)
      .run();
    const actor = `person:${member.personId}`;
    expect(results).toEqual(
      ['created', 'changed', 'published', 'deleted'].map((verb) => ({ actor, action: `template.${verb}` })),
    );
  });

  test.each([
    ['PUT', '', { content: '<p>three</p>' }],
    ['DELETE', '', undefined],
    ['GET', '/versions', undefined],
    ['POST', '/publish', { version: 1 }],
    ['PUT', '/sample-data', { sampleData: {} }],
  ] as const)('is read by one of its versions and not changed by it: %s …%s', async (method, path, body) => {
    const { id } = await create();
    await update(id, { content: '<p>two</p>' });
    expect((await send(method, `/${id}@1${path}`, body)).code).toBe('TEMPLATE_NOT_FOUND');
    expect(await read(id)).toMatchObject({ version: 2, content: '<p>two</p>', sampleData: null });
    const { results } = await env.DB.prepare(
      'SELECT template_id, version FROM template_versions WHERE template_id LIKE ? ORDER BY version',
    )
      .bind(`${id}%`)
      .run();
    expect(results).toEqual([1, 2].map((version) => ({ template_id: id, version })));
  });
});

describe('the list of templates', () => {
  const found = async (search: string) =>
    (await list(`?search=${encodeURIComponent(search)}`)).data.map(({ name }) => name);

  test('is searched by a part of the name, in lower or upper case', async () => {
    await create({ name: 'Rechnung Müller' });
    expect(await found('nung')).toEqual(['Rechnung Müller']);
    expect(await found('RECHNUNG')).toEqual(['Rechnung Müller']);
    expect(await found('no such name')).toEqual([]);
  });

  variation('takes what is searched for as it is, wildcards and quotes too', async () => {
    await create({ name: '100% off_season' });
    await create({ name: '100 percent offXseason' });
    await create({ name: "it's [a] \\ b" });
    expect(await found('100%')).toEqual(['100% off_season']);
    expect(await found('off_season')).toEqual(['100% off_season']);
    expect(await found('%')).toEqual(['100% off_season']);
    expect(await found("it's [a] \\")).toEqual(["it's [a] \\ b"]);
  });

  variation('is searched for long names too', async () => {
    const name = 'a long name, '.repeat(7).trim();
    await create({ name });
    expect(await found(name)).toEqual([name]);
  });

  test('is paged, with the same search on each page', async () => {
    for (const at of [1, 2, 3]) await create({ name: `paged ${at}` });
    const first = await list('?search=paged&limit=2');
    expect(first.data.map(({ name }) => name)).toEqual(['paged 3', 'paged 2']);
    const second = await list(`?search=paged&limit=2&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ data: [{ name: 'paged 1' }], nextCursor: null });
  });

  variation('holds as many as a page may have', async () => {
    const numbered = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)';
    const now = new Date().toISOString();
    await env.DB.batch(
      [
        `INSERT INTO templates (id, workspace_id, name, created_at, updated_at) ${numbered}
         SELECT 'tpl_' || i, ?1, 'many ' || i, ?2, ?2 FROM n`,
        `INSERT INTO template_versions
           (template_id, version, workspace_id, content_hash, content_bytes, settings, created_at) ${numbered}
         SELECT 'tpl_' || i, 1, ?1, 'hash', 1, '{}', ?2 FROM n`,
      ].map((statement) => env.DB.prepare(statement).bind(stranger.workspaceId, now)),
    );
    const { body } = await send('GET', '?limit=200', undefined, stranger);
    const { data } = shaped(templatePage, body);
    expect(data).toHaveLength(200);
    expect(data.every(({ latestVersion }) => latestVersion === 1)).toBe(true);
  });
});

describe("a template's versions", () => {
  const versions = async (id: string, query = '') =>
    shaped(templateVersionPage, (await send('GET', `/${id}/versions${query}`)).body);

  test('are listed newest first, drafts among them', async () => {
    const { id } = await create();
    await update(id, { content: '<p>second</p>', publish: false, note: 'Shorter' });
    const { data, nextCursor } = await versions(id);
    expect(data).toMatchObject([
      { version: 2, contentBytes: 13, publishedAt: null, note: 'Shorter' },
      { version: 1, contentBytes: 10, publishedAt: expect.any(String), note: null },
    ]);
    expect(nextCursor).toBeNull();
  });

  variation('come in pages, each version once', async () => {
    const { id } = await create();
    for (let at = 0; at < 4; at += 1) await update(id, { content: `<p>${at}</p>` });
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await versions(id, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.data.map(({ version }) => version));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });

  test.each(['%20', 'abc', 'LTE', 'MQoy'])(
    'are not listed from %j, which is no cursor of theirs',
    async (cursor) => {
      const { id } = await create();
      const { status, body } = await send('GET', `/${id}/versions?cursor=${cursor}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { details: ['cursor: must be the nextCursor of a page'] } });
    },
  );

  variation('are the same over the API, for a key that may read templates', async () => {
    const { id } = await create();
    await update(id, { content: '<p>second</p>' });
    const { value } = await newKey(member.workspaceId, { permissions: ['template.read'] });
    const { status, body } = await ask(value, 'GET', `/v1/templates/${id}/versions?limit=1`);
    expect(status).toBe(200);
    const page = shaped(templateVersionPage, body);
    expect(page.data).toEqual((await versions(id)).data.slice(0, 1));
    expect(page.nextCursor).not.toBeNull();
    const { value: other } = await newKey(member.workspaceId, { permissions: ['pdf.read'] });
    expect((await ask(other, 'GET', `/v1/templates/${id}/versions`)).status).toBe(403);
  });
});

describe('sample data', () => {
  const put = (id: string, sampleData: unknown) => send('PUT', `/${id}/sample-data`, { sampleData });

  test('is kept with the template and makes no version', async () => {
    const { id, sampleData } = await create();
    expect(sampleData).toBeNull();
    const { body } = await put(id, { total: 3, items: ['ä'] });
    expect(shaped(sampleDataAnswer, body).data).toEqual({ sampleData: { total: 3, items: ['ä'] } });
    expect(await read(id)).toMatchObject({ version: 1, sampleData: { total: 3, items: ['ä'] } });
    await update(id, { content: '<p>two</p>' });
    expect((await read(`${id}@1`)).sampleData).toEqual({ total: 3, items: ['ä'] });
  });

  test('is kept up to its limit, which is counted in bytes', async () => {
    const { id } = await create();
    const around = JSON.stringify({ text: '' }).length;
    const fits = `${'ä'.repeat((MAX_SAMPLE_DATA_BYTES - around - 1) / 2)}a`;
    expect((await put(id, { text: fits })).status).toBe(200);
    const { status, body } = await put(id, { text: `${fits}a` });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: {
        details: ['sampleData: has more than 200000 bytes of JSON'],
      },
    });
    expect((await read(id)).sampleData).toEqual({ text: fits });
  });

  test.each([[null], [[]], ['text'], [undefined]])('that is %j is refused', async (sampleData) => {
    const { id } = await create();
    const { status, body } = await put(id, sampleData);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { details: [expect.stringMatching('^sampleData: ')] } });
  });

  test('of another workspace is not changed', async () => {
    expect((await put(foreign, {})).code).toBe('TEMPLATE_NOT_FOUND');
  });

  test('is not read by the API', async () => {
    const { id } = await create();
    await put(id, { secret: 1 });
    const { value } = await newKey(member.workspaceId, { permissions: ['template.read'] });
    const { body } = await ask(value, 'GET', `/v1/templates/${id}`);
    expect(body.data).not.toHaveProperty('sampleData');
  });
});

describe('sets of sample data', () => {
  const put = (id: string, sampleSets: unknown) => send('PUT', `/${id}/sample-sets`, { sampleSets });
  const [short, empty] = [
    { name: 'Short', data: { total: 3 } },
    { name: 'Leer', data: {} },
  ];

  test('are kept in their order, and the first one is the sample data', async () => {
    const { id, sampleSets } = await create();
    expect(sampleSets).toEqual([]);
    const { body } = await put(id, [short, empty]);
    expect(shaped(sampleSetsAnswer, body).data).toEqual({ sampleSets: [short, empty] });
    expect(await read(id)).toMatchObject({
      version: 1,
      sampleSets: [short, empty],
      sampleData: { total: 3 },
    });
    await put(id, [empty, short]);
    expect(await read(id)).toMatchObject({ sampleSets: [empty, short], sampleData: {} });
    await put(id, []);
    expect(await read(id)).toMatchObject({ sampleSets: [], sampleData: null });
  });

  variation('keep the other sets when a client that knows one set saves it', async () => {
    const { id } = await create();
    await send('PUT', `/${id}/sample-data`, { sampleData: { total: 1 } });
    expect((await read(id)).sampleSets).toEqual([{ name: 'Sample', data: { total: 1 } }]);
    await put(id, [short, empty]);
    await send('PUT', `/${id}/sample-data`, { sampleData: { total: 4 } });
    expect((await read(id)).sampleSets).toEqual([{ name: 'Short', data: { total: 4 } }, empty]);
  });

  const long = { text: 'a'.repeat(MAX_SAMPLE_DATA_BYTES) };
  const many = Array.from({ length: MAX_SAMPLE_SETS + 1 }, (_, at) => ({ name: `${at}`, data: {} }));
  test.each([
    ['no list', short, 'sampleSets: must be an array'],
    ['too many', many, 'sampleSets: must have 10 or fewer entries'],
    [
      'a name twice',
      [short, { ...short, name: ' Short ' }],
      'sampleSets[1].name: is the name of another set',
    ],
    ['no name', [{ ...short, name: ' ' }], 'sampleSets[0].name: must have 1 character or more'],
    [
      'a long name',
      [{ ...short, name: 'a'.repeat(61) }],
      'sampleSets[0].name: must have 60 characters or fewer',
    ],
    ['a list for data', [{ ...short, data: [] }], 'sampleSets[0].data: must be an object'],
    [
      'long data',
      [short, { ...empty, data: long }],
      'sampleSets[1].data: has more than 200000 bytes of JSON',
    ],
  ])('with %s are refused, and the old ones stay', async (_, sampleSets, detail) => {
    const { id } = await create();
    await put(id, [short]);
    const { status, body } = await put(id, sampleSets);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'VALIDATION_ERROR', details: [detail] } });
    expect((await read(id)).sampleSets).toEqual([short]);
  });

  test('are read and replaced over the API, and make no version and no ETag', async () => {
    const { id } = await create();
    const { value } = await newKey(member.workspaceId, { permissions: ['template.read', 'template.write'] });
    const before = await ask(value, 'GET', `/v1/templates/${id}`);
    const path = `/v1/templates/${id}/sample-sets`;
    expect((await ask(value, 'PUT', path, { sampleSets: [short, empty] })).status).toBe(200);
    expect((await ask(value, 'GET', path)).body.data).toEqual({ sampleSets: [short, empty] });
    const after = await ask(value, 'GET', `/v1/templates/${id}`);
    expect(after.body.data).toEqual(before.body.data);
    expect((await ask(value, 'GET', `/v1/templates/${id}@1/sample-sets`)).status).toBe(404);
  });

  test('of another workspace are not changed', async () => {
    expect((await put(foreign, [])).code).toBe('TEMPLATE_NOT_FOUND');
  });

  test('are deleted with the template', async () => {
    const { id } = await create();
    await put(id, [short]);
    await send('DELETE', `/${id}`);
    const { objects } = await env.TEMPLATES.list({ prefix: `templates/${member.workspaceId}/${id}/` });
    expect(objects).toEqual([]);
  });
});
