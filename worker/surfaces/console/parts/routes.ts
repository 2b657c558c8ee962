import { createRoute } from '@hono/zod-openapi';
import { assetAnswer } from '../../../../schema/api/shared-parts.ts';
import { jsonResponse } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import {
  ASSET_CONTENT,
  assetVerbs,
  contentRequest,
  partialVerbs,
  serveAsset,
  uploadAsset,
  uploadRequest,
} from '../../shared/parts.ts';
import { inWorkspace, inWorkspaceChange, inWorkspaceContent, memberRoute } from '../http/in-workspace.ts';

const put = createRoute({
  method: 'put',
  path: '/{name}',
  middleware: inWorkspaceChange('member'),
  request: uploadRequest,
  responses: { 200: jsonResponse('The newest version of the asset', assetAnswer) },
});

const content = createRoute({
  method: 'get',
  path: '/{name}/content',
  middleware: inWorkspace('member'),
  request: contentRequest,
  responses: {
    200: { description: 'The file', content: ASSET_CONTENT },
  },
});

export const assetRoutes = validatingRouter()
  .openapi(put, (c) => uploadAsset(c, { ...c.req.valid('param'), ...c.req.valid('query') }))
  .openapi(content, (c) => serveAsset(c, { ...c.req.valid('param'), ...c.req.valid('query') }))
  .openapiRoutes([
    memberRoute(assetVerbs.list, inWorkspace('member'), 'A page of assets, by name'),
    memberRoute(assetVerbs.read, inWorkspace('member'), 'A version of an asset'),
    memberRoute(assetVerbs.listVersions, inWorkspace('member'), 'A page of versions, newest first'),
    memberRoute(assetVerbs.listUses, inWorkspace('member'), 'A page of templates that use it'),
    memberRoute(assetVerbs.delete, inWorkspaceChange('member'), 'The asset is deleted'),
  ]);

export const partialRoutes = validatingRouter().openapiRoutes([
  memberRoute(partialVerbs.list, inWorkspace('member'), 'A page of partials, by name'),
  memberRoute(partialVerbs.read, inWorkspace('member'), 'A version of a partial'),
  memberRoute(partialVerbs.put, inWorkspaceContent('member'), 'The newest version of the partial'),
  memberRoute(partialVerbs.listVersions, inWorkspace('member'), 'A page of versions, newest first'),
  memberRoute(partialVerbs.listUses, inWorkspace('member'), 'A page of templates that use it'),
  memberRoute(partialVerbs.delete, inWorkspaceChange('member'), 'The partial is deleted'),
]);
