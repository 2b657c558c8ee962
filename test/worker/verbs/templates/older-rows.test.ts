import { applyD1Migrations, env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { putSampleData, withSampleSets } from '../../../../worker/verbs/templates/sample-sets.ts';
import { readTemplate } from '../../../../worker/verbs/templates/describe-template.ts';
import { updateTemplate } from '../../../../worker/verbs/templates/save-template.ts';
import { deleteTemplate } from '../../../../worker/verbs/templates/delete-template.ts';
import { newId } from '../../../../schema/ids.ts';
import { sha256Hex } from '../../../../worker/lib/sha256.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { migrate } from '../../support/service.ts';

const workspaceId = newId('ws');
const [published, unpublished] = [newId('tpl'), newId('tpl')];
const DATE = '2026-01-01T00:00:00.000Z';

const ctx = () => operatorCtx(workspaceId);

const read = async (reference: string) => withSampleSets(ctx(), await readTemplate(ctx(), reference));

const key = (id: string, hash: string) => `templates/${workspaceId}/${id}/${hash}`;

async function insertOldTemplate(id: string, publications: readonly (string | null)[]): Promise<void> {
  const insertTemplate =
    'INSERT INTO templates (id, workspace_id, name, created_at, updated_at, sample_data) VALUES (?, ?, ?, ?, ?, ?)';
  await env.DB.prepare(insertTemplate).bind(id, workspaceId, id, DATE, DATE, '{"total":1}').run();
  for (const [index, publishedAt] of publications.entries()) {
    const content = `<p>${index + 1}</p>`;
    const hash = await sha256Hex(content);
    await env.TEMPLATES.put(key(id, hash), content);
    await env.DB.prepare(
      `INSERT INTO template_versions (template_id, version, workspace_id, content_hash, content_bytes, settings,
         data_schema, created_at, published_at) VALUES (?, ?, ?, ?, 8, '{"format":"A5"}', '{"type":"object"}', ?, ?)`,
    )
      .bind(id, index + 1, workspaceId, hash, DATE, publishedAt)
      .run();
  }
}

beforeAll(async () => {
  const older = env.TEST_MIGRATIONS.filter(({ name }) => name < '0002');
  await applyD1Migrations(env.DB, older);
  const insertWorkspace = 'INSERT INTO workspaces (id, name, plan, created_at) VALUES (?, ?, ?, ?)';
  await env.DB.prepare(insertWorkspace).bind(workspaceId, 'Acme', 'growth', DATE).run();
  await insertOldTemplate(published, [DATE, DATE, null]);
  await insertOldTemplate(unpublished, [null]);
  await migrate();
});

describe('a template from before the published pointer', () => {
  test('prints what it printed before', async () => {
    expect(await read(published)).toMatchObject({
      publishedVersion: 2,
      latestVersion: 3,
    });
    expect(await read(unpublished)).toMatchObject({ publishedVersion: null });
  });

  test('has its content, settings, data schema and sample data', async () => {
    expect(await read(`${published}@1`)).toMatchObject({
      content: '<p>1</p>',
      settings: { format: 'A5' },
      dataSchema: { type: 'object' },
      sampleSets: [{ name: 'Sample', data: { total: 1 } }],
      sampleData: { total: 1 },
    });
  });

  test('keeps what a save leaves out, and its older versions', async () => {
    await updateTemplate(ctx(), { templateId: published, content: '<p>new</p>' });
    await putSampleData(ctx(), { templateId: published, sampleData: { total: 2 } });
    expect(await read(published)).toMatchObject({
      version: 4,
      content: '<p>new</p>',
      settings: { format: 'A5' },
      sampleSets: [{ name: 'Sample', data: { total: 2 } }],
      sampleData: { total: 2 },
    });
    expect(await read(`${published}@3`)).toMatchObject({ content: '<p>3</p>' });
  });

  test('is deleted with all that it has in R2', async () => {
    await deleteTemplate(ctx(), unpublished);
    expect((await env.TEMPLATES.list({ prefix: key(unpublished, '') })).objects).toEqual([]);
  });
});
