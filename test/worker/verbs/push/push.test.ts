import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PushRequest, PushResult } from '../../../../schema/api/push.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { type Ctx, enterWorkspace } from '../../../../worker/ctx.ts';
import { ApiError } from '../../../../worker/lib/api-error.ts';
import { toApiError } from '../../../../worker/lib/to-api-error.ts';
import { buildServices } from '../../../../worker/services.ts';
import { putPartial } from '../../../../worker/verbs/components/put-partial.ts';
import { findTargets } from '../../../../worker/verbs/push/find-targets.ts';
import { push } from '../../../../worker/verbs/push/push.ts';
import { deleteTemplate } from '../../../../worker/verbs/templates/delete-template.ts';
import { readTemplate } from '../../../../worker/verbs/templates/describe-template.ts';
import { listSampleSets, putSampleSets } from '../../../../worker/verbs/templates/sample-sets.ts';
import { createTemplate, updateTemplate } from '../../../../worker/verbs/templates/save-template.ts';
import { IS_THOROUGH, LONG, variation } from '../../../support/thorough.ts';
import { operatorCtx, requestTime } from '../../support/ctx.ts';
import { migrate, newWorkspace } from '../../support/service.ts';

let workspaceId: string;

beforeAll(migrate);

beforeEach(async () => {
  workspaceId = await newWorkspace('growth');
});

const ctx = () => operatorCtx(workspaceId);
const send = (request: PushRequest, as: Ctx = ctx()): Promise<PushResult> => push(as, request);

async function problemsOf(
  request: PushRequest,
  as: Ctx = ctx(),
): Promise<{ code: string; details: readonly string[] }> {
  const error = await send(request, as).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error ?? new Error('The push was accepted');
  return { code: error.code, details: error.details };
}

const count = async (table: string): Promise<number> =>
  (await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table} WHERE workspace_id = ?`)
    .bind(workspaceId)
    .first('n')) ?? 0;

/** Everything of the workspace that a push can change. */
async function snapshot() {
  const tables = ['templates', 'template_versions', 'shared_parts', 'shared_part_versions'];
  const rows = await Promise.all(
    tables.map((table) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE workspace_id = ? ORDER BY 1, 2`).bind(workspaceId).all(),
    ),
  );
  const { objects } = await env.TEMPLATES.list({ prefix: `templates/${workspaceId}/` });
  return { rows: rows.map(({ results }) => results), objects: objects.map(({ key, etag }) => [key, etag]) };
}

const INVOICE = { name: 'Invoice', content: '<p>{{number}}</p>{{> footer}}' };
const FOOTER = { name: 'footer', content: '<i>Acme</i>' };

describe('a push', () => {
  test('creates templates and partials together, and each pins the other', async () => {
    const sampleSets = [{ name: 'Sample', data: { number: 'A-17' } }];
    const result = await send({
      partials: [FOOTER],
      templates: [
        { ...INVOICE, sampleSets },
        { name: 'Bare', content: 'x' },
      ],
    });
    expect(result).toMatchObject({
      dryRun: false,
      partials: [{ name: 'footer', change: 'created', version: 1, before: null }],
      templates: [
        { name: 'Invoice', change: 'created', version: 1, published: true, before: null },
        { name: 'Bare', change: 'created', version: 1 },
      ],
    });
    const id = result.templates[0]?.id ?? '';
    expect(await readTemplate(ctx(), id)).toMatchObject({ name: 'Invoice', publishedVersion: 1 });
    expect(await listSampleSets(ctx(), id)).toEqual(sampleSets);
    const pins = await env.DB.prepare('SELECT pins FROM template_versions WHERE template_id = ?')
      .bind(id)
      .first('pins');
    expect(JSON.parse(String(pins))).toMatchObject([{ kind: 'partial', name: 'footer', version: 1 }]);
  });

  test('that is sent again changes nothing', async () => {
    const request = {
      partials: [FOOTER],
      templates: [{ ...INVOICE, sampleSets: [{ name: 'A', data: { b: 1, a: 2 } }] }],
    };
    const first = await send(request);
    const before = await snapshot();
    const entries = await count('audit_trail');
    const second = await send(request);
    expect(second.templates).toMatchObject([{ change: 'unchanged', fields: [], version: 1 }]);
    expect(second.partials).toMatchObject([{ change: 'unchanged', version: 1 }]);
    expect(second.templates[0]?.digest).toBe(first.templates[0]?.digest);
    expect(await snapshot()).toEqual(before);
    expect(await count('audit_trail')).toBe(entries);
  });

  test('of a changed partial makes versions of the templates that use it', async () => {
    await send({ partials: [FOOTER], templates: [INVOICE, { name: 'Bare', content: 'x' }] });
    const result = await send({
      partials: [{ ...FOOTER, content: '<i>Acme Ltd</i>' }],
      templates: [INVOICE, { name: 'Bare', content: 'x' }],
    });
    expect(result.templates).toMatchObject([
      { change: 'changed', fields: ['parts'], version: 2 },
      { change: 'unchanged', version: 1 },
    ]);
  });

  test('names a partial that does not parse, also if a template of the push calls it', async () => {
    const { code, details } = await problemsOf({
      partials: [{ name: 'footer', content: '{{#if a}}' }],
      templates: [INVOICE],
    });
    expect(code).toBe('VALIDATION_ERROR');
    expect(details).toMatchObject([
      expect.stringMatching(/^partials\[0\]: partial:footer, line 1, column 10: /),
      expect.stringMatching(/^templates\[0\]: partial:footer, line 1, column 10: /),
    ]);
  });

  test('names what it changes, and publishes new versions only', async () => {
    const id = await createTemplate(ctx(), { name: 'Letter', content: 'one', publish: false });
    const same = await send({ templates: [{ id, name: 'Letter', content: 'one' }] });
    expect(same.templates).toMatchObject([{ change: 'unchanged', published: false, version: 1 }]);
    const published = await send({ templates: [{ id, name: 'Letter', content: 'one', publish: true }] });
    expect(published.templates).toMatchObject([{ fields: ['publication'], published: true, version: 1 }]);
    const renamed = await send({ templates: [{ id, name: 'Brief', content: 'one' }] });
    expect(renamed.templates).toMatchObject([{ fields: ['name'], version: 1, published: true }]);
    const draft = { id, name: 'Brief', content: 'two', settings: { format: 'A5' as const }, publish: false };
    expect((await send({ templates: [draft] })).templates).toMatchObject([
      { fields: ['content', 'settings'], version: 2, published: false },
    ]);
    expect(await readTemplate(ctx(), id)).toMatchObject({
      name: 'Brief',
      latestVersion: 2,
      publishedVersion: 1,
    });
  });

  variation('lets templates exchange their names', async () => {
    const { templates } = await send({
      templates: [
        { name: 'A', content: 'a' },
        { name: 'B', content: 'b' },
      ],
    });
    const [a, b] = templates.map(({ id }) => id ?? '');
    await send({
      templates: [
        { id: a, name: 'B', content: 'a' },
        { id: b, name: 'A', content: 'b' },
      ],
    });
    expect(await readTemplate(ctx(), a ?? '')).toMatchObject({ name: 'B', content: 'a', version: 1 });
  });

  variation('keeps the order of fields in data, and ignores it in settings', async () => {
    const of = (data: object, settings: object) => ({
      templates: [{ name: 'T', content: 'x', settings, sampleSets: [{ name: 'S', data: { ...data } }] }],
    });
    await send(of({ a: 1, b: 2 }, { format: 'A5', scale: 1 }));
    expect((await send(of({ a: 1, b: 2 }, { scale: 1, format: 'A5' }))).templates[0]?.change).toBe(
      'unchanged',
    );
    expect((await send(of({ b: 2, a: 1 }, {}))).templates[0]?.fields).toEqual(['settings', 'sampleSets']);
  });
});

describe('a push with one bad template', () => {
  test('changes none, and names the problems of all', async () => {
    await send({ templates: [{ name: 'Good', content: 'one' }] });
    const before = await snapshot();
    const { code, details } = await problemsOf({
      partials: [
        { name: 'broken', content: '{{#if}' },
        { name: 'loop', content: '{{> loop}}' },
      ],
      templates: [
        { name: 'Good', content: 'two' },
        { name: 'Missing', content: '{{> nowhere}}' },
        { name: 'Settings', content: 'x', settings: { locale: 'xx-nowhere-at-all' } },
        { name: 'Schema', content: 'x', dataSchema: { pattern: 'a+' } },
        { name: 'Samples', content: 'x', sampleSets: [{ name: 'S', data: { long: 'x'.repeat(200_001) } }] },
        { name: 'Good', content: 'twice' },
      ],
    });
    expect(code).toBe('VALIDATION_ERROR');
    const places = details.map((detail) => /^\w+\[\d+\](?:\.\w+)?/.exec(detail)?.[0]);
    expect(new Set(places)).toEqual(
      new Set([
        'templates[5].name',
        'partials[0]',
        'partials[1]',
        'templates[1]',
        'templates[2].settings',
        'templates[3].dataSchema',
        'templates[4].sampleSets',
      ]),
    );
    expect(await snapshot()).toEqual(before);
  });

  test('is refused if another template has the name', async () => {
    await createTemplate(ctx(), { name: 'Taken', content: 'x' });
    const id = await createTemplate(ctx(), { name: 'Mine', content: 'x' });
    expect(await problemsOf({ templates: [{ id, name: 'Taken', content: 'x' }] })).toEqual({
      code: 'VALIDATION_ERROR',
      details: ['templates[0].name: another template has this name'],
    });
  });

  test('is refused if it names an asset that was not uploaded, and a dry run is not', async () => {
    const request = {
      assets: [{ name: 'logo.png', digest: 'a'.repeat(64) }],
      templates: [{ name: 'T', content: '<img src="platen-asset://logo.png">' }],
    };
    expect(await problemsOf(request)).toMatchObject({
      details: [expect.stringContaining('assets[0]: the newest version has other bytes')],
    });
    expect(await send({ ...request, dryRun: true })).toMatchObject({
      templates: [{ change: 'created', id: null }],
    });
    expect(await count('templates')).toBe(0);
  });
});

describe('a dry run', () => {
  test('says the same as the push, and saves nothing', async () => {
    await send({ templates: [{ name: 'T', content: 'one' }] });
    const before = await snapshot();
    const request = { partials: [FOOTER], templates: [{ name: 'T', content: 'two' }, INVOICE] };
    const dry = await send({ ...request, dryRun: true });
    expect(await snapshot()).toEqual(before);
    const real = await send(request);
    const withoutIds = ({ templates, ...rest }: PushResult) => ({
      ...rest,
      dryRun: null,
      templates: templates.map((template) => ({ ...template, id: null })),
    });
    expect(withoutIds(dry)).toEqual(withoutIds(real));
  });
});

describe('a push that began from an older state', () => {
  const designer = (): Ctx =>
    enterWorkspace(
      { services: buildServices(env), actor: { kind: 'key', id: 'key_designer' }, time: requestTime() },
      { id: workspaceId, plan: 'growth' },
    );

  test('is refused, and names each of them, its versions and who changed it', async () => {
    const { templates, partials } = await send({
      partials: [FOOTER],
      templates: [{ name: 'T', content: 'one' }],
    });
    const [template] = templates;
    await updateTemplate(designer(), { templateId: template?.id ?? '', content: 'two' });
    await putPartial(ctx(), { name: 'footer', content: 'changed' });
    const before = await snapshot();
    const { code, details } = await problemsOf({
      partials: [{ ...FOOTER, ifVersion: partials[0]?.version }],
      templates: [{ name: 'T', content: 'mine', ifVersion: 1, ifDigest: template?.digest }],
    });
    expect(code).toBe('PUSH_CONFLICT');
    expect(details).toEqual([
      expect.stringMatching(
        /^partials\[0\]: "footer" is at version 2, and the push began from version 1\. The operator changed it at 20/,
      ),
      expect.stringMatching(
        /^templates\[0\]: "T" is at version 2, and the push began from version 1\. Someone who was removed since changed it at 20/,
      ),
    ]);
    expect(await snapshot()).toEqual(before);
  });

  test('is refused for a name that exists already, and for a template that was deleted', async () => {
    const { templates } = await send({ templates: [{ name: 'T', content: 'one' }] });
    const id = templates[0]?.id ?? '';
    const isNew = { templates: [{ name: 'T', content: 'two', ifVersion: null }] };
    expect(await problemsOf(isNew)).toMatchObject({
      code: 'PUSH_CONFLICT',
      details: [expect.stringContaining('exists already, at version 1. The operator created it at')],
    });
    await deleteTemplate(ctx(), id);
    expect(await problemsOf({ templates: [{ id, name: 'T', content: 'two', ifVersion: 1 }] })).toMatchObject({
      code: 'PUSH_CONFLICT',
      details: [expect.stringContaining('does not exist any more')],
    });
    expect(await problemsOf({ templates: [{ name: 'T', content: 'two', ifVersion: 1 }] })).toMatchObject({
      details: ['templates[0]: "T" was at version 1, and does not exist any more'],
    });
  });

  test('is refused if only the sample data or the name has changed', async () => {
    const { templates } = await send({ templates: [{ name: 'T', content: 'one' }] });
    const { id, digest } = templates[0] ?? {};
    await putSampleSets(ctx(), { templateId: id ?? '', sampleSets: [{ name: 'S', data: {} }] });
    const request = {
      templates: [{ name: 'T', content: 'two', ifVersion: 1, ifDigest: digest, sampleSets: [] }],
    };
    expect(await problemsOf(request)).toMatchObject({
      details: [expect.stringContaining('"T" has another name or other sample data now')],
    });
  });

  test('is refused if the sample data of a parallel push is saved first, and both changes are in the audit trail', async () => {
    const { templates } = await send({ templates: [{ name: 'T', content: 'one' }] });
    const { id, digest } = templates[0] ?? {};
    const pushed = ['a', 'b', 'c'].map((name) => [{ name, data: {} }]);
    const results = await Promise.allSettled(
      pushed.map((sampleSets) =>
        send({ templates: [{ name: 'T', content: 'one', ifVersion: 1, ifDigest: digest, sampleSets }] }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const saved = pushed[results.findIndex(({ status }) => status === 'fulfilled')];
    expect(await listSampleSets(ctx(), id ?? '')).toEqual(saved);
    const { updatedAt } = await readTemplate(ctx(), id ?? '');
    await putSampleSets(ctx(), { templateId: id ?? '', sampleSets: [] });
    await putSampleSets(ctx(), { templateId: id ?? '', sampleSets: [] });
    const { results: entries } = await env.DB.prepare(
      "SELECT detail FROM audit_trail WHERE workspace_id = ? AND action = 'template.changed'",
    )
      .bind(workspaceId)
      .all();
    expect(entries).toEqual([{ detail: '{"name":"T"}' }, { detail: '{"name":"T"}' }]);
    expect(await readTemplate(ctx(), id ?? '')).toMatchObject({ updatedAt, version: 1 });
    // The content, the settings and one object of sample data.
    expect((await snapshot()).objects).toHaveLength(3);
  });

  test('is refused if a parallel push is saved first', async () => {
    const { templates } = await send({ templates: [{ name: 'T', content: 'one' }] });
    const base = { name: 'T', ifVersion: 1, ifDigest: templates[0]?.digest };
    const results = await Promise.allSettled(
      ['two', 'three'].map((content) => send({ templates: [{ ...base, content }] })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await count('template_versions')).toBe(2);
    expect((await snapshot()).objects).toHaveLength(4);
  });

  variation('is saved if it has no conditions, also beside parallel pushes', async () => {
    const request = (content: string) => ({
      templates: [{ name: 'T', content }],
      partials: [{ name: 'p', content }],
    });
    await Promise.all(['one', 'two', 'three'].map((content) => send(request(content))));
    expect(await count('templates')).toBe(1);
    expect(await count('template_versions')).toBe(3);
    expect(await count('shared_part_versions')).toBe(3);
  });
});

describe('the limits of the plan', () => {
  const free = (): Ctx => enterWorkspace(ctx(), { id: workspaceId, plan: 'free' });
  const { maxTemplates, maxVersions } = PLANS.free;

  test('hold for the whole push', async () => {
    const templates = Array.from({ length: maxTemplates + 1 }, (_, index) => ({
      name: `T${index}`,
      content: 'x',
    }));
    expect(await problemsOf({ templates }, free())).toMatchObject({ code: 'TEMPLATE_LIMIT_REACHED' });
    expect(await count('templates')).toBe(0);
    await send({ templates: templates.slice(1) }, free());
    expect(await count('templates')).toBe(maxTemplates);
  });

  variation('of memory hold, because a push keeps no sample data of the workspace', async () => {
    const sampleSets = [{ name: 'Sample', data: { number: 'A-17' } }];
    const [saved] = (await send({ templates: [{ name: 'Bare', content: 'x', sampleSets }] })).templates;
    const targets = await findTargets(ctx(), { templates: [{ name: 'Bare', content: 'x' }] });
    expect(targets.templates[0]?.before?.digest).toBe(saved?.digest);
    expect(JSON.stringify(targets)).not.toContain('A-17');
    const [again] = (await send({ templates: [{ name: 'Bare', content: 'y' }] })).templates;
    expect(again).toMatchObject({ fields: ['content'], version: 2 });
    expect(await listSampleSets(ctx(), saved?.id ?? '')).toEqual(sampleSets);
  });

  test('of versions delete the oldest draft, and refuse if all are published', async () => {
    const { templates } = await send({ templates: [{ name: 'T', content: 'draft', publish: false }] });
    const id = templates[0]?.id ?? '';
    const row = await env.DB.prepare('SELECT * FROM template_versions WHERE template_id = ?')
      .bind(id)
      .first();
    const { content_hash: hash, object_id: object, created_at: at } = row ?? {};
    const insert = env.DB.prepare(
      `INSERT INTO template_versions (template_id, version, workspace_id, content_hash, content_bytes, object_id, settings,
        created_at, published_at) VALUES (?, ?, ?, ?, 5, ?, '{}', ?, ?)`,
    );
    await env.DB.batch(
      Array.from({ length: maxVersions - 1 }, (_, index) =>
        insert.bind(id, index + 2, workspaceId, hash, object, at, at),
      ),
    );
    await send({ templates: [{ id, name: 'T', content: 'next' }] }, free());
    expect(await count('template_versions')).toBe(maxVersions);
    expect(await problemsOf({ templates: [{ id, name: 'T', content: 'more' }] }, free())).toEqual({
      code: 'VERSION_LIMIT_REACHED',
      details: ['"T" has no version that could be deleted'],
    });
  });

  const templateCount = IS_THOROUGH ? 100 : 10;
  test(`one push takes ${templateCount} templates`, LONG, async () => {
    const templates = Array.from({ length: templateCount }, (_, index) => ({
      name: `T${index}`,
      content: `{{> footer}}${index}`,
    }));
    const result = await send({ partials: [FOOTER], templates });
    expect(result.templates.every(({ change }) => change === 'created')).toBe(true);
    const again = await send({ partials: [{ ...FOOTER, content: 'new' }], templates });
    expect(again.templates.every(({ fields }) => fields.join() === 'parts')).toBe(true);
  });
});

describe('the work of a push', () => {
  const BIG = `${'{{x}}'.repeat(2_000)}{{> end}}`;
  const END = { name: 'end', content: '{{t "total"}}' };
  const part = (name: string, content: string) => ({ name, content });

  /** Everyone calls one large partial. */
  const manyCallers = (callers: number): PushRequest => ({
    dryRun: true,
    partials: [
      END,
      part('big', BIG),
      ...Array.from({ length: callers }, (_, index) => part(`p${index}`, `{{> big}}${index}`)),
    ],
  });

  const callAll = (size: number, index: number): string =>
    `${index}${Array.from({ length: size }, (_, at) => `{{> p${at}}}`).join('')}`;

  /** Every template calls every partial. */
  const all = (size: number): PushRequest => ({
    dryRun: true,
    partials: Array.from({ length: size }, (_, index) =>
      part(`p${index}`, `${index}${'{{x}}'.repeat(200)}{{> q}}`),
    ),
    templates: Array.from({ length: size }, (_, index) => ({
      name: `T${index}`,
      content: callAll(size, index),
    })),
  });

  const charsOf = ({ partials = [], templates = [] }: PushRequest): number =>
    [...partials, ...templates].reduce((sum, { content }) => sum + content.length, 0);

  /** The work of a push for each character of its texts. */
  async function workOf(request: PushRequest): Promise<number> {
    const as = ctx();
    const result = await send(request, as).catch((error: unknown) => error);
    if (result instanceof ApiError) expect(result.code).toBe('VALIDATION_ERROR');
    return as.meter.work / charsOf(request);
  }

  test.each([
    { shape: 'many callers of one partial', requestOf: manyCallers },
    { shape: 'templates that call all partials', requestOf: all },
  ])('is in proportion to its texts: $shape', async ({ requestOf }) => {
    const works = [];
    for (const size of [5, 10, 20]) works.push(await workOf(requestOf(size)));
    expect(Math.max(...works)).toBeLessThan(1.2 * Math.min(...works));
  });

  variation('is in proportion to its texts also if a partial that all call cannot be read', async () => {
    const broken = (callers: number): PushRequest => ({
      partials: [part('big', `${BIG}{{#if`)],
      templates: Array.from({ length: callers }, (_, index) => ({ name: `T${index}`, content: '{{> big}}' })),
    });
    expect(await workOf(broken(20))).toBeLessThan(1.2 * (await workOf(broken(5))));
    const { details } = await problemsOf(broken(3));
    expect(details.map((detail) => detail.slice(0, 12))).toEqual([
      'partials[0]:',
      'templates[0]',
      'templates[1]',
      'templates[2]',
    ]);
  });

  variation('is nothing if the plan allows fewer templates or partials', async () => {
    const partials = Array.from({ length: PLANS.free.maxPartials + 1 }, (_, at) => part(`p${at}`, BIG));
    const templates = Array.from({ length: PLANS.free.maxTemplates + 1 }, (_, at) => part(`T${at}`, BIG));
    for (const [request, code] of [
      [{ partials }, 'PARTIAL_LIMIT_REACHED'],
      [{ templates }, 'TEMPLATE_LIMIT_REACHED'],
    ] as const) {
      for (const dryRun of [true, false]) {
        const free = enterWorkspace(ctx(), { id: workspaceId, plan: 'free' });
        await expect(send({ ...request, dryRun }, free)).rejects.toMatchObject({ code });
        expect(free.meter.work).toBe(0);
      }
    }
  });

  test('ends at the deadline of the request, also between partials', async () => {
    const { partials = [] } = all(50);
    const time = { ...requestTime(), startedAt: 0 };
    const past = push(enterWorkspace({ ...ctx(), time }, { id: workspaceId, plan: 'growth' }), { partials });
    await expect(past.catch((error: unknown) => Promise.reject(toApiError(error)))).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
    });
  });

  variation('is lost time of the workspace, also of a dry run', async () => {
    const as = ctx();
    const lost: number[] = [];
    const endPreview = async (_id: string, lostMs: number) => void lost.push(lostMs);
    await send({ ...all(5), dryRun: true }, { ...as, ledger: { ...as.ledger, endPreview } }).catch(() => {});
    expect(lost).toEqual([as.meter.work / 200_000]);
    expect(as.meter.work).toBeGreaterThan(0);
  });

  test('is refused while another request of a workspace that lost much time runs', async () => {
    const as = ctx();
    const refused = { refusal: 'PRINTS_LIMITED', retryAfterSeconds: 7, until: Date.now() } as const;
    const ledger = { ...as.ledger, beginPreview: async () => refused };
    await expect(send({ ...all(1), dryRun: true }, { ...as, ledger })).rejects.toMatchObject({
      code: 'PRINTS_LIMITED',
      retryAfterSeconds: 7,
    });
    expect(as.meter.work).toBe(0);
  });

  variation('gives others their turn between its texts', async () => {
    const request = all(60);
    const as = ctx();
    const work = as.meter;
    let most = 0;
    let before = 0;
    const timer = setInterval(() => {
      most = Math.max(most, work.work - before);
      before = work.work;
    }, 0);
    await send({ ...request, templates: [] }, as).catch(() => {});
    clearInterval(timer);
    expect(most).toBeGreaterThan(0);
    expect(work.work).toBeGreaterThan(3 * most);
  });
});
