import { ANSWER_EXAMPLES, EXAMPLE_ETAG, REQUEST_EXAMPLES } from '../../../../schema/api/examples.ts';
import { FAULT_ERRORS } from '../../../../schema/api/fail-on.ts';
import { templateBody } from '../../../../schema/api/templates.ts';
import { TEMPLATE_HEADERS } from '../../http/response-headers.ts';
import { requestHeader } from '../../http/responses.ts';
import { routerOf } from '../../http/route.ts';
import { servePdf } from '../../http/serve-pdf.ts';
import { previewSaved } from '../../shared/preview.ts';
import { sampleVerbs } from '../../shared/sample-sets.ts';
import { templateVerbs } from '../../shared/templates.ts';
import { answerUnchanged } from '../answer-unchanged.ts';
import { keyedRoutes } from '../keyed-route.ts';
import { mayNameFiles } from '../pdf/names-file.ts';

const templates = templateVerbs(templateBody, async (_, template) => template);
const keyedRoute = keyedRoutes('Templates');

export const templateRoutes = routerOf([
  keyedRoute(templates.list, 'template.read', {
    summary: 'List templates, newest first',
    returns: 'A page of templates',
    example: ANSWER_EXAMPLES.templates,
  }),
  keyedRoute(templates.create, 'template.write', {
    summary: 'Create a template',
    about: 'Checks the Handlebars, the helpers and partials that it calls, the settings and the data schema.',
    bodyExample: REQUEST_EXAMPLES.createTemplate,
    returns: 'The template',
    example: ANSWER_EXAMPLES.createdTemplate,
    errors: [
      'TEMPLATE_COMPILATION_ERROR',
      'FILE_NOT_FOUND',
      'TEMPLATE_NAME_TAKEN',
      'TEMPLATE_LIMIT_REACHED',
      'PRINTS_LIMITED',
    ],
    around: mayNameFiles,
  }),
  keyedRoute(templates.read, 'template.read', {
    summary: 'Read the newest version of a template, or a given version',
    parameters: [
      requestHeader('If-None-Match', 'Returns 304 if the template is still in this state.', EXAMPLE_ETAG),
    ],
    returns: 'The template',
    example: ANSWER_EXAMPLES.publishedTemplate,
    otherResponses: {
      304: {
        description: 'The template is in the state that `If-None-Match` names',
        headers: TEMPLATE_HEADERS,
      },
    },
    errors: ['TEMPLATE_NOT_FOUND'],
    around: answerUnchanged,
  }),
  keyedRoute(templates.change, 'template.write', {
    summary: 'Change a template',
    about:
      'Versions never change. A save that changes nothing makes no version. A `templateId` without a version means the published version.',
    parameters: [
      requestHeader('If-Match', 'Saves only if the template is still in this state.', EXAMPLE_ETAG),
    ],
    bodyExample: REQUEST_EXAMPLES.updateTemplate,
    returns: 'The template after the change',
    example: ANSWER_EXAMPLES.draftedTemplate,
    errors: [
      'TEMPLATE_COMPILATION_ERROR',
      'FILE_NOT_FOUND',
      'TEMPLATE_NOT_FOUND',
      'TEMPLATE_NAME_TAKEN',
      'TEMPLATE_CHANGED',
      'VERSION_LIMIT_REACHED',
      'PRINTS_LIMITED',
    ],
    around: mayNameFiles,
  }),
  keyedRoute(templates.publish, 'template.write', {
    summary: 'Publish a version',
    about:
      'A `templateId` without a version means this version, until another one is published. An older version can be published again. With `parts: "current"` it is published with the newest assets and partials.',
    bodyExample: REQUEST_EXAMPLES.publishTemplate,
    returns: 'The published version',
    example: ANSWER_EXAMPLES.publishedTemplate,
    errors: [
      'TEMPLATE_COMPILATION_ERROR',
      'TEMPLATE_NOT_FOUND',
      'TEMPLATE_CHANGED',
      'VERSION_LIMIT_REACHED',
      'PRINTS_LIMITED',
    ],
  }),
  keyedRoute(templates.delete, 'template.write', {
    summary: 'Delete a template with all its versions',
    about: 'Files that were made from the template are not deleted.',
    returns: 'The template is deleted',
    example: ANSWER_EXAMPLES.deletedTemplate,
    errors: ['TEMPLATE_NOT_FOUND'],
  }),
  keyedRoute(templates.listVersions, 'template.read', {
    summary: "List a template's versions, newest first",
    returns: 'A page of versions',
    example: ANSWER_EXAMPLES.templateVersions,
    errors: ['TEMPLATE_NOT_FOUND'],
  }),
  keyedRoute(sampleVerbs.list, 'template.read', {
    summary: "List a template's sets of sample data",
    about: 'Sample data belongs to the template, not to a version. Only the dashboard prints with it.',
    returns: 'The sets, the default one first',
    example: ANSWER_EXAMPLES.sampleSets,
    errors: ['TEMPLATE_NOT_FOUND'],
  }),
  keyedRoute(sampleVerbs.put, 'template.write', {
    summary: "Replace a template's sets of sample data",
    about: 'The first set is the default. An empty list removes all sets.',
    bodyExample: REQUEST_EXAMPLES.putSampleSets,
    returns: 'The saved sets',
    example: ANSWER_EXAMPLES.sampleSets,
    errors: ['TEMPLATE_NOT_FOUND'],
  }),
  keyedRoute(previewSaved('/{templateId}/preview', servePdf), 'template.read', {
    summary: 'Print a template with a watermark, without storing a file or spending a credit',
    about:
      'Without a version in `templateId`, the newest version is printed, draft or not. Each preview counts toward the rate limit.',
    bodyExample: REQUEST_EXAMPLES.previewTemplate,
    returns: 'The PDF',
    errors: [
      'TEMPLATE_COMPILATION_ERROR',
      ...FAULT_ERRORS,
      'TEMPLATE_NOT_FOUND',
      'FILE_TOO_LARGE',
      'PDF_GENERATION_FAILED',
      'PRINTS_LIMITED',
    ],
  }),
]);
