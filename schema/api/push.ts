import { z } from 'zod';
import { idText, contentText } from '../text.ts';
import { answerOf } from './paging.ts';
import { putSampleSets } from './sample-sets.ts';
import { assetName, partialName } from './components.ts';
import { createTemplate, updateTemplate } from './templates.ts';

/** Templates and partials that are saved together. Source: contract 23. */

/** The maximum number of each kind: templates, partials, assets. */
export const MAX_PUSHED = 100;

const digest = z
  .string()
  .max(64, { abort: true })
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal');

const ifVersion = (what: string) =>
  z
    .int()
    .min(1)
    .nullable()
    .optional()
    .meta({
      description: `The newest version of the ${what} that you have seen. If it has another one now, the push is refused. \`null\` means that there must be none. Without the field, nothing is compared.`,
    });

export const pushedPartial = z
  .object({
    name: partialName,
    content: contentText().meta({ description: 'Handlebars.' }),
    ifVersion: ifVersion('partial'),
  })
  .meta({ id: 'PushedPartial', description: 'A partial as it shall be.' });

const pushedAsset = z
  .object({ name: assetName, digest: digest.meta({ description: 'SHA-256 of the bytes, in hexadecimal.' }) })
  .meta({
    id: 'PushedAsset',
    description: 'An asset that was uploaded before. In a dry run, one that will be uploaded.',
  });

export const pushedTemplate = createTemplate
  .extend({
    id: idText().optional().meta({
      description:
        'The template to change. Without it, the template with this `name` is changed, or created.',
    }),
    dataSchema: updateTemplate.shape.dataSchema.meta({
      description: 'JSON Schema for `templateData`. Without it, the template has none.',
    }),
    translations: updateTemplate.shape.translations.meta({
      description: 'All translations. Without them, the template has none.',
    }),
    sampleSets: putSampleSets.shape.sampleSets.optional().meta({
      description: 'All sets of sample data. Without the field, the template keeps its sets.',
    }),
    publish: z.boolean().optional().meta({
      description:
        'False saves the new version as a draft. True also publishes a draft that has this content already. By default, only a new version is published.',
    }),
    ifVersion: ifVersion('template'),
    ifDigest: digest.optional().meta({
      description:
        'The `digest` of the template that you have seen. It also changes with the name and the sample data, which have no versions.',
    }),
  })
  .meta({ id: 'PushedTemplate', description: 'A template as a whole. What it leaves out is removed.' });

const listOf = <Item extends z.ZodType>(item: Item, what: string) =>
  z
    .array(item)
    .max(MAX_PUSHED)
    .optional()
    .meta({ description: `At most ${MAX_PUSHED} ${what}.` });

export const pushRequest = z
  .object({
    dryRun: z.boolean().optional().meta({
      default: false,
      description: 'Checks everything and says what would change, and saves nothing.',
    }),
    partials: listOf(pushedPartial, 'partials'),
    assets: listOf(pushedAsset, 'assets'),
    templates: listOf(pushedTemplate, 'templates'),
  })
  .meta({ id: 'PushRequest', description: 'Templates and partials that are saved together, or not at all.' });

export type PushRequest = z.infer<typeof pushRequest>;
export type PushedTemplate = z.infer<typeof pushedTemplate>;
export type PushedPartial = z.infer<typeof pushedPartial>;

const PUSH_CHANGES = ['created', 'changed', 'unchanged'] as const;

const change = z.enum(PUSH_CHANGES).meta({ description: 'The change that the push makes.' });

/** A push can change these fields of a template. */
export const PUSH_FIELDS = [
  'name',
  'content',
  'settings',
  'dataSchema',
  'translations',
  'parts',
  'sampleSets',
  'publication',
] as const;

export type PushField = (typeof PUSH_FIELDS)[number];

const before = z
  .object({
    version: z.int().meta({ description: 'The newest version before the push.' }),
    digest: z.string().meta({ description: 'The `digest` of that state.' }),
  })
  .nullable()
  .meta({ description: 'The state in the workspace before the push, or `null` if it had none.' });

const pushedComponent = {
  name: z.string().meta({ description: 'The name of the partial.' }),
  change,
  version: z.int().meta({ description: 'The newest version after the push.' }),
  digest: z.string().meta({ description: 'SHA-256 of the content, in hexadecimal.' }),
  before,
};

export const pushResult = z
  .object({
    dryRun: z.boolean().meta({ description: 'True if nothing was saved.' }),
    partials: z
      .array(
        z
          .object(pushedComponent)
          .meta({ id: 'PushedPartialResult', description: 'A partial, as it is after the push.' }),
      )
      .meta({ description: 'The partials of the request.' }),
    assets: z
      .array(
        z.object({ name: z.string().meta({ description: 'The name of the asset.' }), before }).meta({
          id: 'PushedAssetResult',
          description: 'An asset, as the workspace has it.',
        }),
      )
      .meta({ description: 'The assets of the request.' }),
    templates: z
      .array(
        z
          .object({
            id: z.string().nullable().meta({
              description: 'The id of the template, or `null` if a dry run found no template with the name.',
            }),
            name: z.string().meta({ description: 'The name of the template.' }),
            change,
            fields: z.array(z.enum(PUSH_FIELDS)).meta({
              description: '`parts`: the template uses other versions of assets or partials than before.',
            }),
            version: z.int().meta({ description: 'The newest version after the push.' }),
            published: z.boolean().meta({ description: 'Whether the `id` alone prints this version.' }),
            digest: z.string().meta({ description: 'Names the state of the template, for `ifDigest`.' }),
            before,
          })
          .meta({ id: 'PushedTemplateResult', description: 'A template, as it is after the push.' }),
      )
      .meta({ description: 'The templates of the request.' }),
  })
  .meta({ id: 'PushResult', description: 'The changes of a push, in the order of the request.' });

export type PushResult = z.infer<typeof pushResult>;

export const pushAnswer = answerOf(pushResult);
