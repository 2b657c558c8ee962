import { createRoute } from '@hono/zod-openapi';
import { EXAMPLE_ETAG } from '../../../../schema/api/examples.ts';
import { PART_ANSWERS } from '../../../../schema/api/shared-part-examples.ts';
import { assetAnswer } from '../../../../schema/api/shared-parts.ts';
import { ASSET_HEADERS } from '../../http/response-headers.ts';
import { jsonResponse, requestHeader } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import {
  ASSET_CONTENT,
  assetVerbs,
  contentRequest,
  serveAsset,
  uploadAsset,
  uploadRequest,
} from '../../shared/parts.ts';
import { authenticate } from '../authenticate.ts';
import { describeBody } from '../describe-body.ts';
import { keyedErrors } from '../error-responses.ts';
import { describeKeyed, keyed } from '../keyed.ts';
import { keyedRoutes } from '../keyed-routes.ts';
import { limitRate } from '../limit-rate.ts';

const keyedRoute = keyedRoutes('Assets');

const put = createRoute({
  method: 'put',
  path: '/{name}',
  tags: ['Assets'],
  summary: 'Save a version of an asset',
  ...describeKeyed(
    'template.write',
    'The body is the file: WOFF2, TTF, OTF, PNG, JPEG, WebP, SVG or an ICC profile, at most 10 MB. The service checks the bytes. The same bytes as those of the newest version make no version.',
  ),
  middleware: [authenticate('template.write'), limitRate],
  request: uploadRequest,
  responses: {
    200: jsonResponse('The newest version', assetAnswer, PART_ANSWERS.asset),
    ...keyedErrors(
      'VALIDATION_ERROR',
      'UNSUPPORTED_ENCODING',
      'REQUEST_TIMEOUT',
      'ASSET_LIMIT_REACHED',
      'VERSION_LIMIT_REACHED',
      'PART_CHANGED',
      'ASSET_INVALID',
      'SERVICE_BUSY',
    ),
  },
});

const content = createRoute({
  method: 'get',
  path: '/{name}/content',
  tags: ['Assets'],
  summary: 'Download an asset',
  ...keyed('template.read', 'The bytes of the newest version, or of a given one.'),
  parameters: [
    requestHeader('If-None-Match', 'Returns 304 if the asset still has these bytes.', EXAMPLE_ETAG),
  ],
  request: contentRequest,
  responses: {
    200: {
      description: 'The file',
      headers: ASSET_HEADERS,
      content: ASSET_CONTENT,
    },
    304: { description: 'The asset has the bytes that `If-None-Match` names', headers: ASSET_HEADERS },
    ...keyedErrors('VALIDATION_ERROR', 'ASSET_NOT_FOUND'),
  },
});

export const assetRoutes = validatingRouter()
  .openapi({ ...put, hide: true }, (c) =>
    uploadAsset(c, { ...c.req.valid('param'), ...c.req.valid('query') }),
  )
  .openapi(content, (c) => serveAsset(c, { ...c.req.valid('param'), ...c.req.valid('query') }))
  .openapiRoutes([
    keyedRoute(assetVerbs.list, 'template.read', {
      summary: 'List assets by name',
      returns: 'A page of assets, each in its newest version',
      example: PART_ANSWERS.assets,
    }),
    keyedRoute(assetVerbs.read, 'template.read', {
      summary: 'Read what an asset is, without its bytes',
      returns: 'The newest version, or the given one',
      example: PART_ANSWERS.asset,
      errors: ['ASSET_NOT_FOUND'],
    }),
    keyedRoute(assetVerbs.listVersions, 'template.read', {
      summary: 'List the versions of an asset, newest first',
      returns: 'A page of versions',
      example: PART_ANSWERS.versions,
      errors: ['ASSET_NOT_FOUND'],
    }),
    keyedRoute(assetVerbs.listUses, 'template.read', {
      summary: 'List the templates that use an asset',
      returns: 'A page of templates, by name',
      example: PART_ANSWERS.uses,
      errors: ['ASSET_NOT_FOUND'],
    }),
    keyedRoute(assetVerbs.delete, 'template.write', {
      summary: 'Delete an asset with all its versions',
      about: 'An asset that a kept version of a template uses cannot be deleted.',
      returns: 'The asset is deleted',
      example: PART_ANSWERS.deleted,
      errors: ['VALIDATION_ERROR', 'ASSET_NOT_FOUND', 'PART_IN_USE'],
    }),
  ]);

describeBody(assetRoutes, put, { required: true, content: ASSET_CONTENT });
