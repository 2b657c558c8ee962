import { z } from '@hono/zod-openapi';
import { pageQuery } from '../../../schema/api/paging.ts';
import {
  ASSET_TYPES,
  assetAnswer,
  assetName,
  assetPage,
  deletedComponent,
  MAX_ASSET_BYTES,
  MAX_FAMILY_CHARACTERS,
  MAX_COMPONENT_NOTE_CHARACTERS,
  partialAnswer,
  partialName,
  partialPage,
  type ComponentKind,
  componentUsePage,
  componentVersionPage,
  putPartial as putPartialRequest,
} from '../../../schema/api/components.ts';
import { text } from '../../../schema/text.ts';
import { wholeNumber } from '../../../schema/whole-number.ts';
import type { Ctx } from '../../ctx.ts';
import { readMediaType } from '../http/decode-body.ts';
import { withBytes } from '../http/read-bytes.ts';
import { ASSET_HEADERS } from '../http/response-headers.ts';
import { serveComponent } from '../http/serve-component.ts';
import { contentRoute, verbRoute } from '../http/route.ts';

const binary = z.string().meta({ format: 'binary', description: 'The bytes of the file.' });

/** The bodies that an asset can have. */
export const ASSET_CONTENT = Object.fromEntries(
  ASSET_TYPES.map((type) => [type, { schema: binary, example: '…' }]),
);

const loadVerbs = () => import('../../verbs/components/component-verbs.ts');

const assetParams = z.object({ name: assetName });
const partialParams = z.object({ name: partialName });

const versionQuery = z.object({
  version: wholeNumber({ min: 1 })
    .optional()
    .meta({ type: 'integer', description: 'A version. The default is the newest one.' }),
});

const uploadQuery = z.object({
  family: text(MAX_FAMILY_CHARACTERS)
    .optional()
    .meta({ description: 'The CSS family of a font. The default is the one that the font says.' }),
  note: text(MAX_COMPONENT_NOTE_CHARACTERS)
    .optional()
    .meta({
      description: `At most ${MAX_COMPONENT_NOTE_CHARACTERS} characters. A note about the new version.`,
    }),
});

const componentSearch = pageQuery.extend({
  search: text(100).optional().meta({ description: 'Part of a name, in capital or small letters.' }),
});

/** Both kinds have these routes. */
const componentVerbs = (kind: ComponentKind, params: typeof assetParams) => ({
  delete: verbRoute({
    method: 'delete',
    path: '/{name}',
    params,
    answer: deletedComponent,
    async run(ctx, { name }) {
      await (await loadVerbs()).deleteComponent(ctx, { kind, name });
      return { data: { name, deleted: true as const } };
    },
  }),
  listVersions: verbRoute({
    method: 'get',
    path: '/{name}/versions',
    params,
    query: pageQuery,
    answer: componentVersionPage,
    run: async (ctx, query) => (await loadVerbs()).listComponentVersions(ctx, { ...query, kind }),
  }),
  listUses: verbRoute({
    method: 'get',
    path: '/{name}/uses',
    params,
    query: pageQuery,
    answer: componentUsePage,
    run: async (ctx, query) => (await loadVerbs()).listUses(ctx, { ...query, kind }),
  }),
});

export const assetVerbs = {
  list: verbRoute({
    method: 'get',
    path: '/',
    query: componentSearch,
    answer: assetPage,
    run: async (ctx, query) => (await loadVerbs()).listComponents(ctx, { ...query, kind: 'asset' }),
  }),
  read: verbRoute({
    method: 'get',
    path: '/{name}',
    params: assetParams,
    query: versionQuery,
    answer: assetAnswer,
    async run(ctx, reference) {
      const { describeComponent, getComponent } = await loadVerbs();
      return { data: describeComponent(await getComponent(ctx, { ...reference, kind: 'asset' })) };
    },
  }),
  /** Reads its body itself: the bytes of the file. */
  put: verbRoute({
    method: 'put',
    path: '/{name}',
    params: assetParams,
    query: uploadQuery,
    answer: assetAnswer,
    async run(ctx, input, c) {
      const declaredType = readMediaType(c);
      const { describeComponent, putAsset } = await loadVerbs();
      const saved = await withBytes(c, MAX_ASSET_BYTES, (bytes, memory) =>
        putAsset(ctx, { ...input, bytes, memory, declaredType }),
      );
      return { data: describeComponent(saved) };
    },
  }),
  content: contentRoute({
    method: 'get',
    path: '/{name}/content',
    params: assetParams,
    query: versionQuery,
    headers: ASSET_HEADERS,
    content: ASSET_CONTENT,
    async run(ctx, reference, c) {
      const { getComponent, openComponent } = await loadVerbs();
      const found = await getComponent(ctx, { ...reference, kind: 'asset' });
      return serveComponent(c, found, () => openComponent(ctx, found.version));
    },
  }),
  ...componentVerbs('asset', assetParams),
};

async function showPartial(ctx: Ctx, name: string, version?: number) {
  const { describeComponent, getComponent, readComponentContent } = await loadVerbs();
  const found = await getComponent(ctx, { kind: 'partial', name, version });
  return { data: { ...describeComponent(found), content: await readComponentContent(ctx, found.version) } };
}

export const partialVerbs = {
  list: verbRoute({
    method: 'get',
    path: '/',
    query: componentSearch,
    answer: partialPage,
    run: async (ctx, query) => (await loadVerbs()).listComponents(ctx, { ...query, kind: 'partial' }),
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
  ...componentVerbs('partial', partialParams),
};
