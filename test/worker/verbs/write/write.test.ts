import { env } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { type Plan, PLANS } from '../../../../schema/plans.ts';
import { WriteOutdated } from '../../../../worker/adapters/d1/template-writes.ts';
import { buildServices } from '../../../../worker/services.ts';
import { deleteComponent } from '../../../../worker/verbs/components/delete-component.ts';
import { putComponent } from '../../../../worker/verbs/components/put-component.ts';
import { putPartial } from '../../../../worker/verbs/components/put-partial.ts';
import { checkFields } from '../../../../worker/verbs/templates/check-fields.ts';
import { deleteTemplate } from '../../../../worker/verbs/templates/delete-template.ts';
import { getLatestVersion } from '../../../../worker/verbs/templates/get-template.ts';
import { putSampleSets } from '../../../../worker/verbs/templates/sample-sets.ts';
import { createTemplate, updateTemplate } from '../../../../worker/verbs/templates/save-template.ts';
import { planComponent } from '../../../../worker/verbs/write/plan-component.ts';
import { planTemplate } from '../../../../worker/verbs/write/plan-template.ts';
import { write } from '../../../../worker/verbs/write/write.ts';
import { deleteWorkspaceRows } from '../../../../worker/adapters/d1/workspaces.ts';
import { auditEntry } from '../../../../worker/verbs/audit/audit-entry.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { migrate, newWorkspace } from '../../support/service.ts';

let workspaceId: string;
let templateId: string;

const services = buildServices(env);
const ctx = () => operatorCtx(workspaceId, services);

beforeAll(migrate);

beforeEach(async () => {
  workspaceId = await newWorkspace('growth');
  await putPartial(ctx(), { name: 'footer', content: 'one' });
  await putAsset('logo');
  templateId = await createTemplate(ctx(), { name: 'Invoice', content: '<p>1</p>' });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const bytes = new TextEncoder().encode('12345');

const putAsset = (name: string) =>
  putComponent(ctx(), { kind: 'asset', name, bytes, mediaType: 'text/plain', details: {} });

function limitPlan(numbers: Partial<Plan>): void {
  const changed = { ...PLANS.growth, ...numbers };
  vi.spyOn(PLANS, 'growth', 'get').mockReturnValue(changed);
}

/** All rows of the workspace that a write can change. */
async function allRows() {
  const tables = ['templates', 'template_versions', 'shared_parts', 'shared_part_versions', 'audit_trail'];
  const queries = tables.map((table) =>
    env.DB.prepare(`SELECT * FROM ${table} WHERE workspace_id = ? ORDER BY 1, 2`).bind(workspaceId),
  );
  return (await env.DB.batch(queries)).map(({ results }) => results);
}

const allKeys = async () =>
  (await env.TEMPLATES.list({ prefix: `templates/${workspaceId}/` })).objects
    .map(({ key }) => key)
    .join('\n');

/** A version of the template, a new template that pins the asset, and a new partial and asset. */
async function planAll() {
  const before = await getLatestVersion(ctx(), templateId);
  const check = (name: string, content: string) => {
    const fields = { content, settings: {}, dataSchema: null, translations: null };
    return checkFields(ctx(), { name, fields, given: {} });
  };
  const terms = { publish: true, note: undefined };
  const changed = await check('Receipt', '<p>2</p>');
  const made = await check('Letter', '<img src="platen-asset://logo">');
  const component = { bytes, digest: 'd', mediaType: 'text/plain', details: {} };
  return {
    templates: [
      await planTemplate(ctx(), { before, name: 'Receipt', next: { ...changed, ...terms } }),
      await planTemplate(ctx(), { before: null, name: 'Letter', next: { ...made, ...terms } }),
    ].filter((planned) => planned !== null),
    components: [
      planComponent(ctx(), null, { kind: 'partial', name: 'header', objectId: newId('obj'), ...component }),
      planComponent(ctx(), null, { kind: 'asset', name: 'font', objectId: newId('obj'), ...component }),
    ],
  };
}

const SAMPLE = { name: 'Sample', data: { number: 'A-17' } };

const deleteWorkspace = () =>
  deleteWorkspaceRows(services.database, workspaceId, auditEntry(ctx(), 'workspace.deleted', workspaceId));

const rename = () => updateTemplate(ctx(), { templateId, name: 'Renamed' });
const create = (name: string) => createTemplate(ctx(), { name, content: 'x' });

describe('a write of two templates, a partial and an asset', () => {
  test('writes all of them, each with an entry in the audit trail', async () => {
    await write(ctx(), await planAll());
    const { results } = await env.DB.prepare(
      'SELECT action, detail FROM audit_trail WHERE workspace_id = ? ORDER BY id DESC LIMIT 4',
    )
      .bind(workspaceId)
      .all();
    expect(results.map(({ action, detail }) => [action, JSON.parse(String(detail))])).toEqual([
      ['template.created', { name: 'Letter', version: 1 }],
      ['template.changed', { name: 'Receipt', version: 2 }],
      ['asset.saved', { name: 'font', version: 1 }],
      ['partial.saved', { name: 'header', version: 1 }],
    ]);
  });

  const cases: Readonly<Record<string, readonly [() => Promise<unknown>, Partial<Plan>?]>> = {
    'the template is changed': [rename],
    'its sample data is changed': [() => putSampleSets(ctx(), { templateId, sampleSets: [SAMPLE] })],
    'the template is deleted': [() => deleteTemplate(ctx(), templateId)],
    'the name of the changed template is taken': [() => create('Receipt')],
    'the name of the new template is taken': [() => create('Letter')],
    'the name of the partial is taken': [() => putPartial(ctx(), { name: 'header', content: 'x' })],
    'the name of the asset is taken': [() => putAsset('font')],
    'the pinned asset is deleted': [() => deleteComponent(ctx(), { kind: 'asset', name: 'logo' })],
    'the workspace is deleted': [deleteWorkspace],
    'the last template is created': [() => create('Other'), { maxTemplates: 2 }],
    'the last asset is created': [() => putAsset('other'), { maxAssets: 2 }],
    'the last bytes are used': [() => putAsset('other'), { maxAssetBytes: 10 }],
    'the last partial is created': [
      () => putPartial(ctx(), { name: 'other', content: 'x' }),
      { maxPartials: 2 },
    ],
  };

  test.each(Object.entries(cases))('writes nothing if meanwhile %s', async (_, [meanwhile, limits = {}]) => {
    limitPlan(limits);
    const planned = await planAll();
    const objectIds = [
      ...planned.templates.flatMap(({ next }) => next?.row.objectId ?? []),
      ...planned.components.map(({ version }) => version.objectId),
    ];
    const { templateStore } = services;
    const store = templateStore.put.bind(templateStore);
    let after: unknown = null;
    vi.spyOn(templateStore, 'put').mockImplementationOnce(async (...args) => {
      await meanwhile();
      after = await allRows();
      return store(...args);
    });
    await expect(write(ctx(), planned)).rejects.toBeInstanceOf(WriteOutdated);
    expect(after).not.toBeNull();
    expect(await allRows()).toEqual(after);
    const keys = await allKeys();
    for (const objectId of objectIds) expect(keys).not.toContain(objectId);
  });
});
