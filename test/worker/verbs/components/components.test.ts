import { env } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ComponentKind } from '../../../../schema/api/components.ts';
import { type Plan, PLANS } from '../../../../schema/plans.ts';
import { deleteComponent } from '../../../../worker/verbs/components/delete-component.ts';
import {
  getComponent,
  readComponentContent,
  toPin,
} from '../../../../worker/verbs/components/get-component.ts';
import {
  listComponents,
  listComponentVersions,
  listUses,
} from '../../../../worker/verbs/components/list-components.ts';
import { putComponent } from '../../../../worker/verbs/components/put-component.ts';
import { createTemplate } from '../../../../worker/verbs/templates/save-template.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { migrate, newWorkspace } from '../../support/service.ts';

let workspaceId: string;

const ctx = () => operatorCtx(workspaceId);

beforeAll(migrate);

beforeEach(async () => {
  workspaceId = await newWorkspace('growth');
});

afterEach(() => {
  vi.restoreAllMocks();
});

function limitPlan(plan: 'growth', numbers: Partial<Plan>): void {
  const changed = { ...PLANS[plan], ...numbers };
  vi.spyOn(PLANS, plan, 'get').mockReturnValue(changed);
}

const put = (name: string, text: string, kind: ComponentKind = 'asset', more: object = {}) =>
  putComponent(ctx(), {
    kind,
    name,
    bytes: new TextEncoder().encode(text),
    mediaType: 'text/plain',
    details: {},
    ...more,
  });

const read = async (name: string, version?: number, kind: ComponentKind = 'asset') =>
  readComponentContent(ctx(), (await getComponent(ctx(), { kind, name, version })).version);

const countObjects = async () =>
  (await env.TEMPLATES.list({ prefix: `templates/${workspaceId}/parts/` })).objects.length;

const versionsOf = async (name: string) =>
  (await listComponentVersions(ctx(), { kind: 'asset', name })).data.map(({ version }) => version);

/** A version of a template that pins this version. */
async function pin(name: string, version: number, template = `uses ${name}@${version}`): Promise<string> {
  const templateId = await createTemplate(ctx(), { name: template, content: '<p>1</p>' });
  const pins = JSON.stringify([toPin(await getComponent(ctx(), { kind: 'asset', name, version }))]);
  const query = 'UPDATE template_versions SET pins = ? WHERE template_id = ?';
  await env.DB.prepare(query).bind(pins, templateId).run();
  return templateId;
}

describe('a component', () => {
  test('keeps each version', async () => {
    await put('logo.png', 'one', 'asset', { note: 'First' });
    await put('logo.png', 'two');
    expect([await read('logo.png'), await read('logo.png', 1)]).toEqual(['two', 'one']);
    expect((await listComponentVersions(ctx(), { kind: 'asset', name: 'logo.png' })).data).toMatchObject([
      { version: 2, bytes: 3, note: null },
      { version: 1, note: 'First' },
    ]);
  });

  test('has one version for bytes that are saved again', async () => {
    for (let saves = 0; saves < 3; saves += 1) await put('logo.png', 'one');
    expect(await versionsOf('logo.png')).toEqual([1]);
    expect(await countObjects()).toBe(1);
    await put('logo.png', 'one', 'asset', { details: { family: 'Inter' } });
    expect(await versionsOf('logo.png')).toEqual([2, 1]);
  });

  test('of another kind or another workspace can have the same name', async () => {
    await put('same', 'asset');
    await put('same', 'partial', 'partial');
    expect([await read('same'), await read('same', undefined, 'partial')]).toEqual(['asset', 'partial']);
    workspaceId = await newWorkspace('growth');
    await expect(getComponent(ctx(), { kind: 'asset', name: 'same' })).rejects.toMatchObject({
      code: 'ASSET_NOT_FOUND',
    });
    await expect(getComponent(ctx(), { kind: 'partial', name: 'same' })).rejects.toMatchObject({
      code: 'PARTIAL_NOT_FOUND',
    });
  });

  test('is listed by name, page by page, and found by a part of its name', async () => {
    for (const name of ['c.png', 'a.png', 'b.png']) await put(name, name);
    const first = await listComponents(ctx(), { kind: 'asset', limit: 2 });
    expect(first.data.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    const next = await listComponents(ctx(), { kind: 'asset', limit: 2, cursor: first.nextCursor ?? '' });
    expect(next).toMatchObject({ data: [{ name: 'c.png' }], nextCursor: null });
    expect((await listComponents(ctx(), { kind: 'asset', search: 'B' })).data).toMatchObject([
      { name: 'b.png' },
    ]);
  });
});

describe('parallel saves', () => {
  test('of different bytes under one name lose nothing', async () => {
    const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
    const saved = await Promise.all(texts.map((text) => put('logo.png', text)));
    expect(saved.map(({ version }) => version.version).toSorted((one, other) => one - other)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    expect(await countObjects()).toBe(8);
    const kept = await Promise.all(saved.map(({ version }) => read('logo.png', version.version)));
    expect(kept).toEqual(texts);
  });

  test('of the same bytes make one version', async () => {
    const saved = await Promise.all(Array.from({ length: 8 }, () => put('logo.png', 'one')));
    expect(new Set(saved.map(({ version }) => version.version))).toEqual(new Set([1]));
    expect(await versionsOf('logo.png')).toEqual([1]);
    expect(await countObjects()).toBe(1);
  });
});

describe('the limits of a plan', () => {
  test('hold for the number of assets, and the refused one leaves nothing', async () => {
    limitPlan('growth', { maxAssets: 2 });
    await Promise.all([put('a', 'a'), put('b', 'b')]);
    const others = await Promise.allSettled(['c', 'd'].map((name) => put(name, name)));
    expect(others).toMatchObject([
      { reason: { code: 'ASSET_LIMIT_REACHED', message: 'The plan growth allows 2 assets.' } },
      { reason: { code: 'ASSET_LIMIT_REACHED' } },
    ]);
    expect(await countObjects()).toBe(2);
    await put('a', 'another');
    await put('p', 'partials have their own', 'partial');
  });

  test('hold for the bytes of all versions', async () => {
    limitPlan('growth', { maxAssetBytes: 10 });
    await put('a', '12345');
    await put('a', '67890');
    const message = 'The plan growth allows 10 bytes of assets.';
    await expect(put('a', '1')).rejects.toMatchObject({ code: 'ASSET_LIMIT_REACHED', message });
    await expect(put('b', '1')).rejects.toMatchObject({ code: 'ASSET_LIMIT_REACHED', message });
    expect(await countObjects()).toBe(2);
    await put('p', 'partials do not count', 'partial');
  });

  test('let the oldest versions go that no template uses', async () => {
    limitPlan('growth', { maxVersions: 3 });
    for (const text of ['1', '2', '3']) await put('a', text);
    await pin('a', 1);
    await put('a', '4');
    expect(await versionsOf('a')).toEqual([4, 3, 1]);
    expect(await countObjects()).toBe(3);
    await pin('a', 3);
    await pin('a', 4);
    await expect(put('a', '5')).rejects.toMatchObject({ code: 'VERSION_LIMIT_REACHED' });
    expect(await versionsOf('a')).toEqual([4, 3, 1]);
    expect(await countObjects()).toBe(3);
  });

  test('have a plan of their own', () => {
    const sizes = Object.values(PLANS).map(({ maxAssets, maxAssetBytes }) => [maxAssets, maxAssetBytes]);
    expect(sizes.every(([count = 0, bytes = 0]) => count >= 50 && bytes >= 50_000_000)).toBe(true);
  });
});

describe('a deleted component', () => {
  test('is gone with its objects, and its name is free', async () => {
    await put('a', '1');
    await put('a', '2');
    await deleteComponent(ctx(), { kind: 'asset', name: 'a' });
    expect(await countObjects()).toBe(0);
    await expect(deleteComponent(ctx(), { kind: 'asset', name: 'a' })).rejects.toMatchObject({
      code: 'ASSET_NOT_FOUND',
    });
    await put('a', '3');
    expect(await versionsOf('a')).toEqual([1]);
  });

  test('is refused while a kept version of a template uses it', async () => {
    await put('a', '1');
    await put('a', '2');
    const templateId = await pin('a', 1, 'Invoice');
    await expect(deleteComponent(ctx(), { kind: 'asset', name: 'a' })).rejects.toMatchObject({
      code: 'PART_IN_USE',
      details: [`the template "Invoice" (${templateId}) uses it in 1 version`],
    });
    expect([await read('a'), await countObjects()]).toEqual(['2', 2]);
    const uses = await listUses(ctx(), { kind: 'asset', name: 'a' });
    expect(uses.data).toEqual([{ templateId, name: 'Invoice', publishedPin: 1, latestPin: 1, versions: 1 }]);
  });
});
