import { z } from 'zod';
import { templateSettings } from './pdf-options.ts';
import { answerOf, pageOf, pageQuery } from './paging.ts';

/** Saved templates over the API. Source: decision 30. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON Schema (draft 2020-12, or the draft that its `$schema` names). */
export type DataSchema = Record<string, unknown>;

const dataSchema = z.custom<DataSchema>(isObject, 'must be an object').meta({
  type: 'object',
  additionalProperties: true,
  description: 'JSON Schema that `templateData` must fit.',
});

const name = z.string().trim().min(1).max(100);
const content = z.string().min(1).meta({ description: 'HTML with Handlebars.' });

const publish = z
  .boolean()
  .optional()
  .meta({ default: true, description: 'False saves a draft, which only previews print.' });

export const createTemplate = z
  .object({
    name,
    content,
    settings: templateSettings.optional(),
    dataSchema: dataSchema.optional(),
    publish,
  })
  .meta({
    id: 'CreateTemplate',
    example: {
      name: 'invoice',
      content: '<h1>Invoice {{number}}</h1>',
      settings: { format: 'A4', locale: 'de-DE', footer: { content: '<span class="pageNumber"></span>' } },
      dataSchema: { type: 'object', required: ['number'], properties: { number: { type: 'string' } } },
    },
  });

export type CreateTemplate = z.infer<typeof createTemplate>;

/** What is left out stays as it is in the newest version. */
export const updateTemplate = z
  .object({
    name: name.optional(),
    content: content.optional(),
    settings: templateSettings.optional(),
    // A union, because `nullable` is lost on a schema that describes itself.
    dataSchema: z
      .union([dataSchema, z.null()])
      .optional()
      .meta({ description: 'Null takes the schema away.' }),
    publish,
  })
  .meta({ id: 'UpdateTemplate' });

export type UpdateTemplate = z.infer<typeof updateTemplate>;

export const publishTemplate = z.object({ version: z.int().min(1) }).meta({ id: 'PublishTemplate' });

export const previewTemplate = z
  .object({
    templateData: z
      .custom<Record<string, unknown>>(isObject, 'must be an object')
      .optional()
      .meta({ type: 'object', additionalProperties: true }),
  })
  .meta({ id: 'PreviewTemplate' });

export type PreviewTemplate = z.infer<typeof previewTemplate>;

export const templateSummary = z
  .object({
    id: z.string(),
    name: z.string(),
    latestVersion: z.int().meta({ description: 'The newest version, published or draft.' }),
    publishedVersion: z.int().nullable().meta({ description: 'What `templateId` means; null: nothing yet.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'TemplateSummary' });

export type TemplateSummary = z.infer<typeof templateSummary>;

export const templateBody = templateSummary
  .extend({
    version: z.int().meta({ description: 'The version that the fields below are of.' }),
    published: z.boolean(),
    content: z.string(),
    contentBytes: z.int(),
    settings: templateSettings,
    dataSchema: z.union([dataSchema, z.null()]),
  })
  .meta({ id: 'Template' });

export type TemplateBody = z.infer<typeof templateBody>;

export const templateQuery = pageQuery;
export const templateAnswer = answerOf(templateBody);
export const templatePage = pageOf(templateSummary);
export const deletedTemplate = answerOf(z.object({ id: z.string(), deleted: z.literal(true) }));
