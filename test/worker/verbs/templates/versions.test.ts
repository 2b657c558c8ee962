import { env } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PLANS } from '../../../../schema/plans.ts';
import { RequestMemory } from '../../../../worker/lib/memory/request-memory.ts';
import { ApiError } from '../../../../worker/lib/api-error.ts';
import { buildServices } from '../../../../worker/services.ts';
import { deleteTemplate } from '../../../../worker/verbs/templates/delete-template.ts';
import { listTemplates, readTemplate } from '../../../../worker/verbs/templates/describe-template.ts';
import { getTemplate } from '../../../../worker/verbs/templates/get-template.ts';
import { listVersions } from '../../../../worker/verbs/templates/list-versions.ts';
import { publishTemplate } from '../../../../worker/verbs/templates/publish-template.ts';
import { createTemplate, updateTemplate } from '../../../../worker/verbs/templates/save-template.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { migrate, newWorkspace } from '../../support/service.ts';
import { variation } from '../../../support/thorough.ts';

const memory = new RequestMemory('tests', Infinity);

let workspaceId: string;
let templateId: string;

const ctx = () => operatorCtx(workspaceId);

beforeAll(migrate);

beforeEach(async () => {
  workspaceId = await newWorkspace('growth');
  templateId = await createTemplate(ctx(), { name: 'Invoice', content: '<p>1</p>' });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const save = (change: object) => updateTemplate(ctx(), { templateId, ...change });
const publish = (version: number) => publishTemplate(ctx(), { templateId, version });
const read = (reference = templateId) => readTemplate(ctx(), reference);

let admissions = 0;
const print = async (reference = templateId) =>
  (await getTemplate(ctx(), { reference, version: (admissions += 1), memory })).content;

const countRows = async (): Promise<number> => {
  const counting = env.DB.prepare('SELECT COUNT(*) AS n FROM template_versions WHERE workspace_id = ?');
  return (await counting.bind(workspaceId).first<number>('n')) ?? 0;
};

const countObjects = async (): Promise<number> =>
  (await env.TEMPLATES.list({ prefix: `templates/${workspaceId}/` })).objects.length;

describe('publishing an older version', () => {
  beforeEach(async () => {
    for (const version of [2, 3]) await save({ content: `<p>${version}</p>` });
    await publish(2);
  });

  test('is a rollback: prints, reads and the list follow', async () => {
    expect(await print()).toBe('<p>2</p>');
    expect(await read()).toMatchObject({ version: 3, latestVersion: 3, publishedVersion: 2 });
    expect((await listTemplates(ctx(), {})).templates).toMatchObject([{ publishedVersion: 2 }]);
  });

  test('keeps the history, and references with a number', async () => {
    expect(await print(`${templateId}@3`)).toBe('<p>3</p>');
    const { versions } = await listVersions(ctx(), { templateId });
    expect(versions.map(({ publishedAt }) => publishedAt === null)).toEqual([false, false, false]);
  });

  test('holds until the next version is published, and drafts do not change it', async () => {
    await save({ content: '<p>4</p>', publish: false });
    expect(await print()).toBe('<p>2</p>');
    await save({ content: '<p>5</p>' });
    expect(await print()).toBe('<p>5</p>');
  });

  test('is reversed by a save of what the newest version has', async () => {
    await save({ content: '<p>3</p>' });
    expect(await read()).toMatchObject({ latestVersion: 3, publishedVersion: 3 });
  });
});

describe('a save that changes nothing', () => {
  test.each([
    ['an empty body', {}],
    ['the same content', { content: '<p>1</p>' }],
    ['all that the template has', { name: 'Invoice', content: '<p>1</p>', settings: {}, dataSchema: null }],
  ])('makes no version and changes no tag: %s', async (_, change) => {
    const before = await read();
    await save(change);
    expect(await read()).toEqual(before);
    expect(await countObjects()).toBe(2);
  });

  test('makes no version, but publishes a draft that has the same content', async () => {
    await save({ content: '<p>draft</p>', publish: false });
    await save({});
    expect(await read()).toMatchObject({ latestVersion: 2, publishedVersion: 1 });
    await save({ content: '<p>draft</p>' });
    expect(await read()).toMatchObject({ latestVersion: 2, publishedVersion: 2 });
  });

  test('renames without a version, and without publishing a draft', async () => {
    await save({ content: '<p>draft</p>', publish: false });
    await save({ name: 'Receipt' });
    expect(await read()).toMatchObject({ name: 'Receipt', latestVersion: 2, publishedVersion: 1 });
  });
});

describe('saves in parallel', () => {
  variation('lose nothing, however many they are', async () => {
    const names = Array.from({ length: 12 }, (_, at) => ({ name: `name ${at}` }));
    await Promise.all([
      save({ content: '<p>2</p>' }),
      save({ settings: { format: 'A5' } }),
      save({ dataSchema: { type: 'object' } }),
      ...names.map(save),
    ]);
    expect(await read()).toMatchObject({
      version: 4,
      content: '<p>2</p>',
      settings: { format: 'A5' },
      dataSchema: { type: 'object' },
    });
  });

  variation('with a rollback write no version that was computed from the state before it', async () => {
    await Promise.all([save({ content: '<p>2</p>', publish: false }), publish(1), save({ name: 'Receipt' })]);
    expect(await read()).toMatchObject({ name: 'Receipt', content: '<p>2</p>', publishedVersion: 1 });
  });

  test('with a deletion leave no rows and no objects', async () => {
    await Promise.allSettled([save({ content: '<p>2</p>' }), deleteTemplate(ctx(), templateId)]);
    expect([await countRows(), await countObjects()]).toEqual([0, 0]);
  });
});

/** The plan of the workspace with other numbers. */
function allowing(numbers: { maxTemplates?: number; maxVersions?: number }): void {
  const changed = { ...PLANS.growth, ...numbers };
  vi.spyOn(PLANS, 'growth', 'get').mockReturnValue(changed);
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : error);

describe('the number of versions of a template', () => {
  test('is kept by deleting the oldest drafts, with their objects', async () => {
    allowing({ maxVersions: 3 });
    for (const version of [2, 3, 4, 5]) await save({ content: `<p>${version}</p>`, publish: version === 3 });
    const { versions } = await listVersions(ctx(), { templateId });
    expect(versions.map(({ version }) => version)).toEqual([5, 3, 1]);
    expect(await countObjects()).toBe(6);
    expect(await read()).toMatchObject({ content: '<p>5</p>', publishedVersion: 3 });
  });

  test('is refused if all versions were published', async () => {
    allowing({ maxVersions: 2 });
    await save({ content: '<p>2</p>' });
    const refused = { code: 'VERSION_LIMIT_REACHED' };
    await expect(save({ content: '<p>3</p>', publish: false })).rejects.toMatchObject(refused);
    expect([await countRows(), await countObjects()]).toEqual([2, 4]);
    await save({ name: 'still renamed' });
    await publish(1);
    expect(await read()).toMatchObject({ name: 'still renamed', publishedVersion: 1 });
  });

  variation('holds if versions are saved in parallel', async () => {
    allowing({ maxVersions: 3 });
    const saves = Array.from({ length: 6 }, (_, at) => save({ content: `<p>parallel ${at}</p>` }));
    const codes = (await Promise.allSettled(saves)).map((one) =>
      one.status === 'rejected' ? codeOf(one.reason) : 'saved',
    );
    expect(codes.filter((code) => code === 'saved')).toHaveLength(2);
    expect(codes.filter((code) => code === 'VERSION_LIMIT_REACHED')).toHaveLength(4);
    expect([await countRows(), await countObjects()]).toEqual([3, 6]);
  });
});

variation('the number of templates of a workspace holds if templates are created in parallel', async () => {
  allowing({ maxTemplates: 4 });
  const creations = Array.from({ length: 8 }, (_, at) =>
    createTemplate(ctx(), { name: `template ${at}`, content: '<p></p>' }),
  );
  const codes = (await Promise.allSettled(creations)).map((one) =>
    one.status === 'rejected' ? codeOf(one.reason) : 'created',
  );
  expect(codes.filter((code) => code === 'created')).toHaveLength(3);
  expect(codes.filter((code) => code === 'TEMPLATE_LIMIT_REACHED')).toHaveLength(5);
  expect([await countRows(), await countObjects()]).toEqual([4, 8]);
});

test('a template is not created in a workspace that was deleted, and leaves no objects', async () => {
  const gone = operatorCtx('ws_gone', buildServices(env));
  const creation = createTemplate(gone, { name: 'Invoice', content: '<p></p>' });
  await expect(creation).rejects.toMatchObject({ code: 'WORKSPACE_NOT_FOUND' });
  expect((await env.TEMPLATES.list({ prefix: 'templates/ws_gone/' })).objects).toEqual([]);
});
