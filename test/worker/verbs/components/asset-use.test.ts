import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Pin } from '../../../../schema/api/components.ts';
import { findFonts } from '../../../../worker/adapters/d1/components.ts';
import { deleteSomeVersions } from '../../../../worker/adapters/d1/workspaces.ts';
import { assetsOf } from '../../../../worker/verbs/components/asset-files.ts';
import { deleteComponent } from '../../../../worker/verbs/components/delete-component.ts';
import { getComponent, toPin } from '../../../../worker/verbs/components/get-component.ts';
import { putAsset } from '../../../../worker/verbs/components/put-asset.ts';
import { putComponent } from '../../../../worker/verbs/components/put-component.ts';
import { componentsFor } from '../../../../worker/verbs/components/send-components.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { migrate, newWorkspace } from '../../support/service.ts';

let workspaceId: string;

const ctx = () => operatorCtx(workspaceId);

const memory = { attach: async () => {} };

beforeAll(migrate);

beforeEach(async () => {
  workspaceId = await newWorkspace('growth');
});

const put = (name: string, text: string, more: object = {}) =>
  putComponent(ctx(), {
    kind: 'asset',
    name,
    bytes: new TextEncoder().encode(text),
    mediaType: 'image/png',
    details: {},
    ...more,
  });

test('a change that the ledger missed takes effect after a minute', async () => {
  const now = Date.now();
  const base = ctx();
  const at = (time: number) => ({ ...base, services: { ...base.services, now: () => time } });
  const read = async (time: number) =>
    (await assetsOf(at(time), { pins: null, templatesVersion: 1, memory }).find(['a.png']))
      .get('a.png')
      ?.read();
  await put('a.png', 'one');
  expect(await read(now)).toBe(btoa('one'));
  await put('a.png', 'two');
  expect(await read(now + 60_000)).toBe(btoa('two'));
});

test('a document may name more assets than a workspace can have, but D1 looks up no more than that', async () => {
  await put('a.png', 'one');
  await put('b.png', 'two');
  const others = Array.from({ length: 10_000 }, (_, index) => `${index}-none.png`);
  const source = assetsOf(ctx(), { pins: null, templatesVersion: null, memory });
  expect([...(await source.find(['a.png', ...others, 'b.png'])).keys()]).toEqual(['a.png']);
});

test('an asset that was deleted since it was looked up is not found', async () => {
  await put('a.png', 'one');
  const found = await assetsOf(ctx(), { pins: null, templatesVersion: null, memory }).find(['a.png']);
  await deleteComponent(ctx(), { kind: 'asset', name: 'a.png' });
  await expect(found.get('a.png')?.read()).rejects.toMatchObject({
    code: 'ASSET_NOT_FOUND',
    details: ['platen-asset://a.png: the asset was deleted meanwhile'],
  });
});

test('the name of a family ignores the case of ASCII letters only', async () => {
  const details = { family: 'Ärial Bold' };
  await put('a.ttf', 'one', { mediaType: 'font/ttf', details });
  const found = await findFonts(ctx().services.database, workspaceId, ['Ärial bold']);
  expect(found.map(({ component }) => component.name)).toEqual(['a.ttf']);
});

test('a container first gets the fonts, if the pinned assets of the template are too large for one document', async () => {
  const pinned = async (name: string, more: Partial<Pin> = {}): Promise<Pin> => {
    await put(name, name);
    return { ...toPin(await getComponent(ctx(), { kind: 'asset', name })), bytes: 6_000_000, ...more };
  };
  const pins = [
    await pinned('a.png'),
    await pinned('b.png'),
    await pinned('c.ttf', { bytes: 10, details: { family: 'C' } }),
  ];
  const source = componentsFor(ctx(), { pins, partials: {}, templatesVersion: 1, memory });
  const first = await source.first();
  expect([first.assets.map(({ name }) => name), first.asked.assets]).toEqual([['c.ttf'], ['c.ttf']]);
  const next = await source.add(first, { partials: [], assets: ['b.png'] });
  expect(next.assets.map(({ name }) => name)).toEqual(['c.ttf', 'b.png']);
});

test('a compressed font gets memory for its tables before it is expanded', async () => {
  const font = new Uint8Array(60);
  font.set(new TextEncoder().encode('wOF2\0\u0001\0\0'));
  const view = new DataView(font.buffer);
  view.setUint32(8, font.byteLength);
  view.setUint16(12, 1);
  // The table "head" has 2 ** 21 bytes.
  font.set([1, 0x81, 0x80, 0x80, 0x00], 48);
  const expand = vi.fn(async () => {});
  const saved = putAsset(ctx(), { name: 'a.woff2', bytes: font, declaredType: '', memory: { expand } });
  await expect(saved).rejects.toMatchObject({ code: 'ASSET_INVALID' });
  expect(expand.mock.calls).toEqual([[2 ** 21]]);
});

test('the versions of assets are deleted in steps', async () => {
  for (const text of ['1', '2', '3', '4', '5']) await put('a.png', text);
  const count = async () => {
    const query = 'SELECT COUNT(*) AS count FROM shared_part_versions WHERE workspace_id = ?';
    return env.DB.prepare(query).bind(workspaceId).first('count');
  };
  const { database: db } = ctx().services;
  expect([await deleteSomeVersions(db, workspaceId, 3), await count()]).toEqual([true, 2]);
  expect([await deleteSomeVersions(db, workspaceId, 3), await count()]).toEqual([false, 0]);
});
