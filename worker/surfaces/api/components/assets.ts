import { EXAMPLE_ETAG } from '../../../../schema/api/examples.ts';
import { COMPONENT_ANSWERS } from '../../../../schema/api/component-examples.ts';
import { ASSET_HEADERS } from '../../http/response-headers.ts';
import { requestHeader } from '../../http/responses.ts';
import { routerOf } from '../../http/route.ts';
import { ASSET_CONTENT, assetVerbs } from '../../shared/components.ts';
import { keyedRoutes } from '../keyed-route.ts';

const keyedRoute = keyedRoutes('Assets');

export const assetRoutes = routerOf([
  keyedRoute(assetVerbs.put, 'template.write', {
    summary: 'Save a version of an asset',
    about:
      'The body is the file: WOFF2, TTF, OTF, PNG, JPEG, WebP, SVG or an ICC profile, at most 10 MB. The service checks the bytes. The same bytes as those of the newest version make no version.',
    unreadBody: { required: true, content: ASSET_CONTENT },
    returns: 'The newest version',
    example: COMPONENT_ANSWERS.asset,
    errors: [
      'ASSET_LIMIT_REACHED',
      'VERSION_LIMIT_REACHED',
      'PART_CHANGED',
      'ASSET_INVALID',
      'PRINTS_LIMITED',
    ],
  }),
  keyedRoute(assetVerbs.content, 'template.read', {
    summary: 'Download an asset',
    about: 'The bytes of the newest version, or of a given one.',
    parameters: [
      requestHeader('If-None-Match', 'Returns 304 if the asset still has these bytes.', EXAMPLE_ETAG),
    ],
    returns: 'The file',
    otherResponses: {
      304: { description: 'The asset has the bytes that `If-None-Match` names', headers: ASSET_HEADERS },
    },
    errors: ['ASSET_NOT_FOUND'],
  }),
  keyedRoute(assetVerbs.list, 'template.read', {
    summary: 'List assets by name',
    returns: 'A page of assets, each in its newest version',
    example: COMPONENT_ANSWERS.assets,
  }),
  keyedRoute(assetVerbs.read, 'template.read', {
    summary: 'Read what an asset is, without its bytes',
    returns: 'The newest version, or the given one',
    example: COMPONENT_ANSWERS.asset,
    errors: ['ASSET_NOT_FOUND'],
  }),
  keyedRoute(assetVerbs.listVersions, 'template.read', {
    summary: 'List the versions of an asset, newest first',
    returns: 'A page of versions',
    example: COMPONENT_ANSWERS.versions,
    errors: ['ASSET_NOT_FOUND'],
  }),
  keyedRoute(assetVerbs.listUses, 'template.read', {
    summary: 'List the templates that use an asset',
    returns: 'A page of templates, by name',
    example: COMPONENT_ANSWERS.uses,
    errors: ['ASSET_NOT_FOUND'],
  }),
  keyedRoute(assetVerbs.delete, 'template.write', {
    summary: 'Delete an asset with all its versions',
    about: 'An asset that a kept version of a template uses cannot be deleted.',
    returns: 'The asset is deleted',
    example: COMPONENT_ANSWERS.deleted,
    errors: ['VALIDATION_ERROR', 'ASSET_NOT_FOUND', 'PART_IN_USE'],
  }),
]);
