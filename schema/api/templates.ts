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

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: '1 to 100 characters, of which the workspace has no other template.' });
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
  .meta({ id: 'CreateTemplate', description: 'A new template and its first version.' });

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
  .meta({ id: 'UpdateTemplate', description: 'What is left out stays as it is in the newest version.' });

export type UpdateTemplate = z.infer<typeof updateTemplate>;

export const publishTemplate = z
  .object({ version: z.int().min(1).meta({ description: 'The version to publish.' }) })
  .meta({ id: 'PublishTemplate', description: 'Which version `templateId` is to mean.' });

export const previewTemplate = z
  .object({
    templateData: z.custom<Record<string, unknown>>(isObject, 'must be an object').optional().meta({
      type: 'object',
      additionalProperties: true,
      description: 'Fills the Handlebars placeholders.',
    }),
  })
  .meta({ id: 'PreviewTemplate', description: 'Data to try the template with.' });

export type PreviewTemplate = z.infer<typeof previewTemplate>;

export const templateSummary = z
  .object({
    id: z.string().meta({ description: 'The `templateId` of other requests.' }),
    name: z.string().meta({ description: 'Names files that nothing else names.' }),
    latestVersion: z.int().meta({ description: 'The newest version, published or draft.' }),
    publishedVersion: z.int().nullable().meta({ description: 'What `templateId` means; null: nothing yet.' }),
    createdAt: z.iso.datetime().meta({ description: 'When its first version was saved.' }),
    updatedAt: z.iso.datetime().meta({ description: 'When it last changed.' }),
  })
  .meta({ id: 'TemplateSummary', description: 'A template without its content.' });

export type TemplateSummary = z.infer<typeof templateSummary>;

export const templateBody = templateSummary
  .extend({
    version: z.int().meta({ description: 'The version that the fields below are of.' }),
    published: z.boolean().meta({ description: 'False: a draft, which only previews print.' }),
    content: z.string().meta({ description: 'HTML with Handlebars.' }),
    contentBytes: z.int().meta({ description: 'Bytes of `content` in UTF-8.' }),
    settings: templateSettings,
    dataSchema: z
      .union([dataSchema, z.null()])
      .meta({ description: 'JSON Schema that `templateData` must fit; null: any data does.' }),
  })
  .meta({ id: 'Template', description: 'One version of a template.' });

export type TemplateBody = z.infer<typeof templateBody>;

/** One of a template's versions, without what it holds. */
export const templateVersion = z
  .object({
    version: z.int().meta({ description: 'Counts from 1. `templateId@3` reads and prints the third.' }),
    contentBytes: z.int().meta({ description: 'Bytes of `content` in UTF-8.' }),
    createdAt: z.iso.datetime().meta({ description: 'When it was saved.' }),
    publishedAt: z.iso.datetime().nullable().meta({ description: 'When it was published; null: a draft.' }),
  })
  .meta({ id: 'TemplateVersion', description: 'One of the versions of a template, without what it holds.' });

export type TemplateVersionSummary = z.infer<typeof templateVersion>;

export const templateQuery = pageQuery;
export const templateVersionPage = pageOf(templateVersion);
export const templateAnswer = answerOf(templateBody);
export const templatePage = pageOf(templateSummary);
export const deletedTemplate = answerOf(
  z
    .object({
      id: z.string().meta({ description: 'The template that was deleted.' }),
      deleted: z
        .literal(true)
        .meta({ description: 'It is gone with all its versions; files made from it stay.' }),
    })
    .meta({ description: 'What was deleted.' }),
);
