import { env } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import { PLANS } from '../../../../schema/plans.ts';
import { enterWorkspace, OPERATOR } from '../../../../worker/ctx.ts';
import { buildServices } from '../../../../worker/services.ts';
import { createTemplate } from '../../../../worker/verbs/templates/save-template.ts';
import { deleteComponent } from '../../../../worker/verbs/components/delete-component.ts';
import { listComponents } from '../../../../worker/verbs/components/list-components.ts';
import { putComponent } from '../../../../worker/verbs/components/put-component.ts';
import { requestTime } from '../../support/ctx.ts';
import { migrate, newWorkspace } from '../../support/service.ts';

const PLAN = 'scale-enterprise';

const { maxAssets } = PLANS[PLAN];

let workspaceId: string;

const ctx = () =>
  enterWorkspace(
    { services: buildServices(env), actor: OPERATOR, time: requestTime() },
    { id: workspaceId, plan: PLAN },
  );

const nameOf = (number: number) => `icon-${String(number).padStart(5, '0')}.svg`;

/** Rows without objects: nothing here reads the bytes. */
async function insertAssets(count: number): Promise<void> {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${count})`;
  const time = "'2026-11-27T00:00:00.000Z'";
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO shared_parts (id, workspace_id, kind, name, latest_version, revision, created_at, updated_at)
       ${numbers} SELECT 'part_' || n, ?, 'asset', printf('icon-%05d.svg', n), 1, 0, ${time}, ${time} FROM numbers`,
    ).bind(workspaceId),
    env.DB.prepare(
      `INSERT INTO shared_part_versions
         (part_id, version, workspace_id, digest, object_id, media_type, bytes, details, created_at)
       ${numbers} SELECT 'part_' || n, 1, ?, printf('%064d', n), 'obj_' || n, 'image/svg+xml', 100, '{}', ${time} FROM numbers`,
    ).bind(workspaceId),
  ]);
}

const put = (name: string) =>
  putComponent(ctx(), {
    kind: 'asset',
    name,
    bytes: new TextEncoder().encode(name),
    mediaType: 'image/svg+xml',
    details: {},
  });

beforeAll(migrate);

test(`a workspace keeps ${maxAssets} assets, and each can be listed, replaced, used and deleted`, async () => {
  workspaceId = await newWorkspace(PLAN);
  await insertAssets(maxAssets);

  const names: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof listComponents>> = await listComponents(ctx(), {
      kind: 'asset',
      limit: 100,
      ...(cursor !== '' && { cursor }),
    });
    names.push(...page.data.map(({ name }) => name));
    cursor = page.nextCursor;
  }
  expect(names).toEqual(Array.from({ length: maxAssets }, (_, number) => nameOf(number)));

  const last = nameOf(maxAssets - 1);
  expect((await put(last)).version.version).toBe(2);
  await expect(put('new.svg')).rejects.toMatchObject({
    code: 'ASSET_LIMIT_REACHED',
    message: `The plan ${PLAN} allows ${maxAssets} assets.`,
  });

  const used = Array.from({ length: 100 }, (_, number) => nameOf(number * Math.floor(maxAssets / 100)));
  const content = used.map((name) => `<img src="platen-asset://${name}">`).join('');
  const templateId = await createTemplate(ctx(), { name: 'Icons', content });
  const { pins } = (await env.DB.prepare('SELECT pins FROM template_versions WHERE template_id = ?')
    .bind(templateId)
    .first<{ pins: string }>())!;
  expect((JSON.parse(pins) as { name: string }[]).map(({ name }) => name).toSorted()).toEqual(used);

  await expect(deleteComponent(ctx(), { kind: 'asset', name: nameOf(0) })).rejects.toMatchObject({
    code: 'PART_IN_USE',
  });
  await deleteComponent(ctx(), { kind: 'asset', name: last });
  await put('new.svg');
});
