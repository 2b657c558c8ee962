import { z } from 'zod';
import { answerOf, pageOf } from './paging.ts';
import { recordOf } from '../record.ts';
import { contentText } from '../text.ts';

/** A component is an asset or a partial, which the templates of a workspace share. Source: contract 20 and 21. */
export const COMPONENT_KINDS = ['asset', 'partial'] as const;

export type ComponentKind = (typeof COMPONENT_KINDS)[number];

/** The media types of assets, recognised by their bytes. */
export const ASSET_TYPES = [
  'font/woff2',
  'font/ttf',
  'font/otf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/svg+xml',
  'application/vnd.iccprofile',
  'application/pdf',
] as const;

export type AssetType = (typeof ASSET_TYPES)[number];

export const PARTIAL_TYPE = 'text/x-handlebars-template';

/** The bytes of one asset. */
export const MAX_ASSET_BYTES = 10_000_000;

/** The components that one version of a template can pin. */
export const MAX_PINS = 100;

export const MAX_FAMILY_CHARACTERS = 100;

const MAX_NAME_CHARACTERS = 100;

/** A name never climbs: two dots in a row are refused. A dot after a reference ends a sentence, so it is not part of the name. */
export const ASSET_NAME = /^(?!.*\.\.)(?!.*\.$)[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export const PARTIAL_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;

export const assetName = z
  .string()
  .max(MAX_NAME_CHARACTERS, { abort: true })
  .regex(
    ASSET_NAME,
    'must begin with a letter or digit, have only letters, digits, "-", "_" and single dots, and not end with a dot',
  )
  .meta({
    description: 'Unique among the assets of the workspace, such as `logo.svg`.',
    example: 'logo.svg',
  });

export const partialName = z
  .string()
  .max(MAX_NAME_CHARACTERS, { abort: true })
  .regex(PARTIAL_NAME, 'must begin with a letter, and have only letters, digits, "-" and "_"')
  .meta({ description: 'Unique among the partials of the workspace: `{{> footer}}`.', example: 'footer' });

const MAX_LENGTH = 100_000;

const pixels = z.int().min(1).max(MAX_LENGTH);

const fontStyle = z.enum(['normal', 'italic']);

/** A file says this about itself. An asset without one of these leaves it out. */
export const assetDetails = z
  .object({
    family: z
      .string()
      .max(MAX_FAMILY_CHARACTERS)
      .optional()
      .meta({ description: 'The CSS family of a font.' }),
    weight: z
      .string()
      .max(20)
      .optional()
      .meta({ description: 'The CSS weight of a font: `400`, or `100 900` for a variable font.' }),
    style: fontStyle.optional().meta({ description: 'The CSS style of a font.' }),
    width: pixels.optional().meta({ description: 'The width of a picture in pixels.' }),
    height: pixels.optional().meta({ description: 'The height of a picture in pixels.' }),
    colourSpace: z.string().max(10).optional().meta({ description: 'The colour space of a profile: `RGB`.' }),
  })
  .meta({
    id: 'AssetDetails',
    description: 'Properties of a font, a picture or a colour profile, read from the file.',
  });

export type AssetDetails = z.infer<typeof assetDetails>;

/** A version of a component that a version of a template prints. */
export const pin = z.object({
  kind: z.enum(COMPONENT_KINDS).meta({ description: 'An asset or a partial.' }),
  name: z.string().meta({ description: 'The name of the asset or partial.' }),
  version: z.int().min(1).meta({ description: 'The version that the template prints.' }),
  digest: z.string().meta({ description: 'SHA-256 of its bytes, in hexadecimal.' }),
  objectId: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  details: assetDetails.optional(),
});

export type Pin = z.infer<typeof pin>;

/** The size of one partial in UTF-8. */
export const MAX_PARTIAL_BYTES = 500_000;

export const MAX_COMPONENT_NOTE_CHARACTERS = 500;

const componentNote = z
  .string()
  .nullable()
  .meta({ description: 'A note of the author about this version, or `null` if there is none.' });

const versionFields = {
  version: z.int().meta({ description: 'Starts at 1.' }),
  mediaType: z.string().meta({ description: 'The media type of the bytes.', example: 'image/svg+xml' }),
  bytes: z.int().meta({ description: 'The size of this version.' }),
  digest: z.string().meta({ description: 'SHA-256 of the bytes, in hexadecimal.' }),
  details: assetDetails,
  note: componentNote,
};

const componentSummary = z.object({
  name: z.string(),
  latestVersion: z.int().meta({ description: 'The newest version.' }),
  createdAt: z.iso.datetime().meta({ description: 'Time at which the first version was saved.' }),
  updatedAt: z.iso.datetime().meta({ description: 'Time at which the newest version was saved.' }),
  ...versionFields,
});

export type ComponentSummary = z.infer<typeof componentSummary>;

export const asset = componentSummary
  .extend({ name: assetName })
  .meta({ id: 'Asset', description: 'A version of an asset.' });

export type Asset = z.infer<typeof asset>;

const partialSummary = componentSummary
  .extend({ name: partialName })
  .meta({ id: 'PartialSummary', description: 'A partial without its content.' });

export const partial = componentSummary
  .extend({ name: partialName, content: z.string().meta({ description: 'Handlebars.' }) })
  .meta({ id: 'Partial', description: 'A version of a partial.' });

export type PartialBody = z.infer<typeof partial>;

export const putPartial = z
  .object({
    content: contentText().meta({
      description: `Handlebars. At most ${MAX_PARTIAL_BYTES.toLocaleString('en')} bytes.`,
    }),
    note: z
      .string()
      .trim()
      .max(MAX_COMPONENT_NOTE_CHARACTERS)
      .optional()
      .meta({
        description: `At most ${MAX_COMPONENT_NOTE_CHARACTERS} characters. A note about the new version.`,
      }),
  })
  .meta({ id: 'PutPartial', description: 'A new version of a partial.' });

/** The print measures these texts, together with the other partials that the template calls. */
export const partialTexts = recordOf(MAX_PINS, partialName, contentText()).meta({
  description: `At most ${MAX_PINS} texts by name. Each is printed instead of the saved partial of this name, or as a new partial. Nothing is saved. The other assets and partials are the newest.`,
});

export type PutPartial = z.infer<typeof putPartial>;

export const componentVersion = z
  .object({
    ...versionFields,
    createdAt: z.iso.datetime().meta({ description: 'Time at which it was saved.' }),
  })
  .meta({ id: 'PartVersion', description: 'A version of an asset or a partial.' });

export type ComponentVersionSummary = z.infer<typeof componentVersion>;

const pinnedVersion = (whose: string) =>
  z
    .int()
    .nullable()
    .meta({
      description: `The version that the ${whose} version of the template uses, or \`null\` if it uses none.`,
    });

export const componentUse = z
  .object({
    templateId: z.string().meta({ description: 'The template.' }),
    name: z.string().meta({ description: 'The name of the template.' }),
    publishedPin: pinnedVersion('published'),
    latestPin: pinnedVersion('newest'),
    versions: z
      .int()
      .meta({ description: 'The number of kept versions of the template that use the asset or partial.' }),
  })
  .meta({ id: 'PartUse', description: 'A template that uses an asset or a partial.' });

export type ComponentUse = z.infer<typeof componentUse>;

export const assetAnswer = answerOf(asset);
export const assetPage = pageOf(asset);
export const partialAnswer = answerOf(partial);
export const partialPage = pageOf(partialSummary);
export const componentVersionPage = pageOf(componentVersion);
export const componentUsePage = pageOf(componentUse);
export const deletedComponent = answerOf(
  z
    .object({
      name: z.string().meta({ description: 'The name. It is free again.' }),
      deleted: z.literal(true).meta({ description: 'It no longer exists.' }),
    })
    .meta({ description: 'A deleted asset or partial.' }),
);
