import { COMPONENT_ANSWERS, PUT_PARTIAL_EXAMPLE } from '../../../../schema/api/component-examples.ts';
import { routerOf } from '../../http/route.ts';
import { partialVerbs } from '../../shared/components.ts';
import { keyedRoutes } from '../keyed-route.ts';

const keyedRoute = keyedRoutes('Partials');

export const partialRoutes = routerOf([
  keyedRoute(partialVerbs.list, 'template.read', {
    summary: 'List partials by name',
    returns: 'A page of partials, each in its newest version',
    example: COMPONENT_ANSWERS.partials,
  }),
  keyedRoute(partialVerbs.read, 'template.read', {
    summary: 'Read a partial',
    returns: 'The newest version, or the given one',
    example: COMPONENT_ANSWERS.partial,
    errors: ['PARTIAL_NOT_FOUND'],
  }),
  keyedRoute(partialVerbs.put, 'template.write', {
    summary: 'Save a version of a partial',
    about:
      'Checks the Handlebars, the helpers that it calls, and that no partial calls itself. Published versions of templates keep the versions that they use. The same content as that of the newest version makes no version.',
    bodyExample: PUT_PARTIAL_EXAMPLE,
    returns: 'The newest version',
    example: COMPONENT_ANSWERS.partial,
    errors: [
      'TEMPLATE_COMPILATION_ERROR',
      'PARTIAL_LIMIT_REACHED',
      'VERSION_LIMIT_REACHED',
      'PART_CHANGED',
      'PRINTS_LIMITED',
    ],
  }),
  keyedRoute(partialVerbs.listVersions, 'template.read', {
    summary: 'List the versions of a partial, newest first',
    returns: 'A page of versions',
    example: COMPONENT_ANSWERS.versions,
    errors: ['PARTIAL_NOT_FOUND'],
  }),
  keyedRoute(partialVerbs.listUses, 'template.read', {
    summary: 'List the templates that use a partial',
    returns: 'A page of templates, by name',
    example: COMPONENT_ANSWERS.uses,
    errors: ['PARTIAL_NOT_FOUND'],
  }),
  keyedRoute(partialVerbs.delete, 'template.write', {
    summary: 'Delete a partial with all its versions',
    about: 'A partial that a kept version of a template uses cannot be deleted.',
    returns: 'The partial is deleted',
    example: COMPONENT_ANSWERS.deleted,
    errors: ['VALIDATION_ERROR', 'PARTIAL_NOT_FOUND', 'PART_IN_USE'],
  }),
]);
