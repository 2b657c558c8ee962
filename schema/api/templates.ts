import { z } from 'zod';
import { pdfOptions, templateSettings } from './pdf-options.ts';
import { answerOf, pageOf, pageQuery } from './paging.ts';
import { partialTexts, pin } from './components.ts';
import { isJsonObject } from '../json-object.ts';
import { contentText } from '../text.ts';
import { nullableTranslations, translations } from './translations.ts';

/** Source: contract 10.2. */

/** The size of the settings as JSON. */
export const MAX_SETTINGS_BYTES = 64_000;

/** The size of the schema as JSON. It holds as it was sent, and again after its references are resolved. */
export const MAX_DATA_SCHEMA_BYTES = 64_000;

export const MAX_NOTE_CHARACTERS = 500;

/** A JSON Schema (draft 2020-12). */
export type DataSchema = Record<string, unknown>;

const dataSchema = z.custom<DataSchema>(isJsonObject, 'must be an object').meta({
  type: 'object',
  additionalProperties: true,
  description: 'JSON Schema for `templateData`. At most 64,000 bytes of JSON.',
});

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: '1 to 100 characters, unique in the workspace.' });
const content = contentText().min(1).meta({ description: 'HTML with Handlebars.' });

const publish = z
  .boolean()
  .optional()
  .meta({ default: true, description: 'False saves a draft. Only previews print a draft.' });

/** The versions of assets and partials that a version of a template prints. */
const COMPONENT_CHOICES = ['pinned', 'current'] as const;

export type ComponentsChoice = (typeof COMPONENT_CHOICES)[number];

/** @param effect what the note does in the request */
const note = (effect: string) =>
  z
    .string()
    .trim()
    .max(MAX_NOTE_CHARACTERS)
    .optional()
    .meta({ description: `At most ${MAX_NOTE_CHARACTERS} characters. ${effect}` });

export const createTemplate = z
  .object({
    name,
    content,
    settings: templateSettings.optional(),
    dataSchema: dataSchema.optional(),
    translations: translations.optional(),
    publish,
    note: note('A note about the first version.'),
  })
  .meta({ id: 'CreateTemplate', description: 'A new template and its first version.' });

export type CreateTemplate = z.infer<typeof createTemplate>;

export const updateTemplate = z
  .object({
    name: name.optional(),
    content: content.optional(),
    settings: templateSettings.optional(),
    // A union, because `nullable` has no effect on a schema with its own description.
    dataSchema: z
      .union([dataSchema, z.null()])
      .optional()
      .meta({ description: 'JSON Schema for `templateData`. `null` removes it.' }),
    translations: nullableTranslations(
      'They replace all translations of the template. `null` removes them.',
    ).optional(),
    publish,
    note: note(
      'A note about the new version. If the request makes no version, the note replaces that of the newest one.',
    ),
  })
  .meta({
    id: 'UpdateTemplate',
    description:
      'A field that is left out keeps its value from the newest version. Without `content`, `settings`, `dataSchema` and `translations`, `publish` is false by default.',
  });

export type UpdateTemplate = z.infer<typeof updateTemplate>;

export const publishTemplate = z
  .object({
    version: z.int().min(1).meta({ description: 'The version to publish.' }),
    note: note('Replaces the note of this version. An empty text removes it.'),
    parts: z.enum(COMPONENT_CHOICES).optional().meta({
      default: 'pinned',
      description:
        '`current` publishes the version with the newest assets and partials. If they differ from those that it has, this makes a new version. A draft that was never published always gets the newest ones.',
    }),
  })
  .meta({ id: 'PublishTemplate', description: 'The version that `templateId` without a version prints.' });

export type PublishTemplate = z.infer<typeof publishTemplate>;

export const previewTemplate = z
  .object({
    templateData: z.custom<Record<string, unknown>>(isJsonObject, 'must be an object').optional().meta({
      type: 'object',
      additionalProperties: true,
      description: 'Values for the Handlebars placeholders.',
    }),
    locale: pdfOptions.shape.locale,
    parts: z.enum(COMPONENT_CHOICES).optional().meta({
      description:
        '`pinned` prints the assets and partials that the version has, `current` the newest ones. Default: `pinned` for a version that was published, `current` for a draft and with `partials`.',
    }),
    partials: partialTexts.optional(),
  })
  .refine(({ parts, partials }) => parts !== 'pinned' || partials === undefined, {
    path: ['parts'],
    error: 'must not be pinned together with partials',
  })
  .meta({ id: 'PreviewTemplate', description: 'Data for the preview.' });

export type PreviewTemplate = z.infer<typeof previewTemplate>;

const versionNote = z
  .string()
  .nullable()
  .meta({ description: 'A note of the author about this version, or `null` if there is none.' });

export const templateSummary = z
  .object({
    id: z.string().meta({ description: 'The `templateId` of other requests.' }),
    name: z.string().meta({ description: 'The filename of PDFs, if no other name is given.' }),
    latestVersion: z.int().meta({ description: 'The newest version, published or draft.' }),
    publishedVersion: z.int().nullable().meta({
      description:
        'The version that `templateId` prints: the last one that was published, or `null` if there is none.',
    }),
    createdAt: z.iso.datetime().meta({ description: 'Time at which the first version was saved.' }),
    updatedAt: z.iso.datetime().meta({ description: 'Time at which the template last changed.' }),
  })
  .meta({ id: 'TemplateSummary', description: 'A template without its content.' });

export type TemplateSummary = z.infer<typeof templateSummary>;

export const templatePin = pin
  .pick({ kind: true, name: true, version: true, digest: true })
  .meta({ id: 'TemplatePin', description: 'A version of an asset or partial that a template prints.' });

export type TemplatePin = z.infer<typeof templatePin>;

export const templateBody = templateSummary
  .extend({
    version: z.int().meta({ description: 'The version of the fields below.' }),
    published: z.boolean().meta({
      description: 'Whether this version was published at some time. Only previews print a draft.',
    }),
    content: z.string().meta({ description: 'HTML with Handlebars.' }),
    contentBytes: z.int().meta({ description: 'Bytes of `content` in UTF-8.' }),
    note: versionNote,
    settings: templateSettings,
    dataSchema: z
      .union([dataSchema, z.null()])
      .meta({ description: 'JSON Schema for `templateData`. `null` allows any data.' }),
    translations: nullableTranslations(
      'The messages of `{{t "key"}}`, as they were saved, or `null` if the version has no translations.',
    ),
    pins: z
      .array(templatePin)
      .meta({ description: 'The versions of assets and partials that this version prints.' }),
  })
  .meta({ id: 'Template', description: 'One version of a template.' });

export type TemplateBody = z.infer<typeof templateBody>;

export const templateVersion = z
  .object({
    version: z.int().meta({ description: 'Starts at 1. `templateId@3` reads and prints version 3.' }),
    contentBytes: z.int().meta({ description: 'Bytes of `content` in UTF-8.' }),
    createdAt: z.iso.datetime().meta({ description: 'Time at which the version was saved.' }),
    publishedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time at which the version was first published, or `null` for a draft.' }),
    note: versionNote,
  })
  .meta({ id: 'TemplateVersion', description: 'A version of a template, without its content.' });

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
        .meta({ description: 'The template and its versions no longer exist. Files made from it are kept.' }),
    })
    .meta({ description: 'A deleted template.' }),
);
