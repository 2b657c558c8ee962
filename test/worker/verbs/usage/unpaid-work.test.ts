import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../../worker/ctx.ts';
import { putAsset } from '../../../../worker/verbs/components/put-asset.ts';
import { putPartial } from '../../../../worker/verbs/components/put-partial.ts';
import { publishTemplate } from '../../../../worker/verbs/templates/publish-template.ts';
import { putSampleSets } from '../../../../worker/verbs/templates/sample-sets.ts';
import { createTemplate, updateTemplate } from '../../../../worker/verbs/templates/save-template.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { migrate, newWorkspace } from '../../support/service.ts';

let workspaceId: string;
let templateId: string;

beforeAll(async () => {
  await migrate();
  workspaceId = await newWorkspace('growth');
  templateId = await createTemplate(operatorCtx(workspaceId), {
    name: 'saved',
    content: '{{a}}',
    publish: false,
  });
});

const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="9"/>');

/** Saves that cost no credit, some of which are refused after their texts were read. */
const SAVES: readonly (readonly [what: string, save: (ctx: Ctx) => Promise<unknown>])[] = [
  ['a new template', (ctx) => createTemplate(ctx, { name: 'new', content: '{{a}}' })],
  ['a template that is refused', (ctx) => createTemplate(ctx, { name: 'bad', content: '{{> a}}{{/if}}' })],
  ['a change of a template', (ctx) => updateTemplate(ctx, { templateId, content: '{{b}}' })],
  ['a publication', (ctx) => publishTemplate(ctx, { templateId, version: 1 })],
  ['samples', (ctx) => putSampleSets(ctx, { templateId, sampleSets: [{ name: 'one', data: { a: 1 } }] })],
  ['a partial', (ctx) => putPartial(ctx, { name: 'part', content: '{{> other}}' })],
  ['a partial that is refused', (ctx) => putPartial(ctx, { name: 'part', content: '{{> other}}{{/if}}' })],
  [
    'an asset',
    (ctx) =>
      putAsset(ctx, {
        name: 'mark.svg',
        bytes: svg,
        memory: { expand: async () => {} },
        declaredType: 'image/svg+xml',
      }),
  ],
];

test.each(SAVES)('%s is lost time with what its request has read', async (_, save) => {
  const ctx = operatorCtx(workspaceId);
  const lost: number[] = [];
  const endPreview = async (_id: string, lostMs: number) => void lost.push(lostMs);
  ctx.meter.charge(200_000);
  await save({ ...ctx, ledger: { ...ctx.ledger, endPreview } }).catch(() => {});
  expect(lost).toEqual([ctx.meter.work / 200_000]);
  expect(lost[0]).toBeGreaterThanOrEqual(1);
});

test.each(SAVES)(
  '%s is refused while another check of a workspace that lost much time runs',
  async (_, save) => {
    const ctx = operatorCtx(workspaceId);
    const refused = { refusal: 'PRINTS_LIMITED', retryAfterSeconds: 7, until: Date.now() } as const;
    const ledger = { ...ctx.ledger, beginPreview: async () => refused };
    await expect(save({ ...ctx, ledger })).rejects.toMatchObject({ code: 'PRINTS_LIMITED' });
  },
);
