import { z } from '@hono/zod-openapi';
import { pageQuery } from '../../../schema/api/paging.ts';
import {
  ASSET_TYPES,
  assetAnswer,
  assetName,
  assetPage,
  deletedPart,
  MAX_ASSET_BYTES,
  MAX_FAMILY_CHARACTERS,
  MAX_PART_NOTE_CHARACTERS,
  partialAnswer,
  partialName,
  partialPage,
  type PartKind,
  partUsePage,
  partVersionPage,
  putPartial as putPartialRequest,
} from '../../../schema/api/shared-parts.ts';
import { text } from '../../../schema/text.ts';
import { wholeNumber } from '../../../schema/whole-number.ts';
import type { Ctx } from '../../ctx.ts';
import { answer } from '../http/answer.ts';
import { type AppContext, requireCtx } from '../http/context.ts';
import { readMediaType } from '../http/decode-body.ts';
import { withBytes } from '../http/read-bytes.ts';
import { servePart } from '../http/serve-part.ts';
import { verbRoute } from '../http/verb-route.ts';

const binary = z.string().meta({ format: 'binary', description: 'The bytes of the file.' });

/** The bodies that an asset can have. */
export const ASSET_CONTENT = Object.fromEntries(
  ASSET_TYPES.map((type) => [type, { schema: binary, example: '…' }]),
);

const loadVerbs = () => import('../../verbs/parts/part-verbs.ts');

const assetParams = z.object({ name: assetName });
const partialParams = z.object({ name: partialName });

const versionQuery = z.object({
  version: wholeNumber({ min: 1 })
    .optional()
    .meta({ type: 'integer', description: 'A version. The default is the newest one.' }),
});

const partSearch = pageQuery.extend({
  search: text(100).optional().meta({ description: 'Part of a name, in capital or small letters.' }),
});

/** What both kinds have. */
const partVerbs = (kind: PartKind, params: typeof assetParams) => ({
  delete: verbRoute({
    method: 'delete',
    path: '/{name}',
    params,
    answer: deletedPart,
    async run(ctx, { name }) {
      await (await loadVerbs()).deletePart(ctx, { kind, name });
      return { data: { name, deleted: true as const } };
    },
  }),
  listVersions: verbRoute({
    method: 'get',
    path: '/{name}/versions',
    params,
    query: pageQuery,
    answer: partVersionPage,
    run: async (ctx, query) => (await loadVerbs()).listPartVersions(ctx, { ...query, kind }),
  }),
  listUses: verbRoute({
    method: 'get',
    path: '/{name}/uses',
    params,
    query: pageQuery,
    answer: partUsePage,
    run: async (ctx, query) => (await loadVerbs()).listUses(ctx, { ...query, kind }),
  }),
});

export const assetVerbs = {
  list: verbRoute({
    method: 'get',
    path: '/',
    query: partSearch,
    answer: assetPage,
    run: async (ctx, query) => (await loadVerbs()).listParts(ctx, { ...query, kind: 'asset' }),
  }),
  read: verbRoute({
    method: 'get',
    path: '/{name}',
    params: assetParams,
    query: versionQuery,
    answer: assetAnswer,
    async run(ctx, reference) {
      const { describePart, getPart } = await loadVerbs();
      return { data: describePart(await getPart(ctx, { ...reference, kind: 'asset' })) };
    },
  }),
  ...partVerbs('asset', assetParams),
};

async function showPartial(ctx: Ctx, name: string, version?: number) {
  const { describePart, getPart, readPartText } = await loadVerbs();
  const found = await getPart(ctx, { kind: 'partial', name, version });
  return { data: { ...describePart(found), content: await readPartText(ctx, found.version) } };
}

export const partialVerbs = {
  list: verbRoute({
    method: 'get',
    path: '/',
    query: partSearch,
    answer: partialPage,
    run: async (ctx, query) => (await loadVerbs()).listParts(ctx, { ...query, kind: 'partial' }),
  }),
  read: verbRoute({
    method: 'get',
    path: '/{name}',
    params: partialParams,
    query: versionQuery,
    answer: partialAnswer,
    run: (ctx, { name, version }) => showPartial(ctx, name, version),
  }),
  put: verbRoute({
    method: 'put',
    path: '/{name}',
    params: partialParams,
    body: putPartialRequest,
    answer: partialAnswer,
    async run(ctx, input) {
      await (await loadVerbs()).putPartial(ctx, input);
      return showPartial(ctx, input.name);
    },
  }),
  ...partVerbs('partial', partialParams),
};

/** These two routes send and take bytes instead of JSON, so each surface makes them with its own guards. */
export const contentRequest = { params: assetParams, query: versionQuery };

export const uploadRequest = {
  params: assetParams,
  query: z.object({
    family: text(MAX_FAMILY_CHARACTERS)
      .optional()
      .meta({ description: 'The CSS family of a font. The default is the one that the font says.' }),
    note: text(MAX_PART_NOTE_CHARACTERS)
      .optional()
      .meta({ description: `At most ${MAX_PART_NOTE_CHARACTERS} characters. A note about the new version.` }),
  }),
};

type Upload = z.output<typeof uploadRequest.params> & z.output<typeof uploadRequest.query>;

export async function uploadAsset(c: AppContext, input: Upload) {
  const declaredType = readMediaType(c);
  const { describePart, putAsset } = await loadVerbs();
  const saved = await withBytes(c, MAX_ASSET_BYTES, (bytes, memory) =>
    putAsset(requireCtx(c), { ...input, bytes, memory, declaredType }),
  );
  return c.json(answer(c, describePart(saved)), 200);
}

type Content = z.output<typeof contentRequest.params> & z.output<typeof contentRequest.query>;

export async function serveAsset(c: AppContext, reference: Content): Promise<Response> {
  const ctx = requireCtx(c);
  const { getPart, openPart } = await loadVerbs();
  const found = await getPart(ctx, { ...reference, kind: 'asset' });
  return servePart(c, found, () => openPart(ctx, found.version));
}
