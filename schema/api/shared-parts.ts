import { z } from 'zod';
import { answerOf, pageOf } from './paging.ts';
import { documentText } from '../text.ts';

/** What the templates of a workspace share. Source: contract 20 and 21. */
export const PART_KINDS = ['asset', 'partial'] as const;

export type PartKind = (typeof PART_KINDS)[number];

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
] as const;

export type AssetType = (typeof ASSET_TYPES)[number];

export const PARTIAL_TYPE = 'text/x-handlebars-template';

/** The bytes of one asset. */
export const MAX_ASSET_BYTES = 10_000_000;

/** The parts that one version of a template can pin. */
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

/** What a file says about itself. An asset without one of these leaves it out. */
export const partDetails = z
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
  .meta({ id: 'AssetDetails', description: 'What the file says about itself.' });

export type PartDetails = z.infer<typeof partDetails>;

/** A version of a part that a version of a template prints. */
export const pin = z.object({
  kind: z.enum(PART_KINDS).meta({ description: 'An asset or a partial.' }),
  name: z.string().meta({ description: 'The name of the asset or partial.' }),
  version: z.int().min(1).meta({ description: 'The version that the template prints.' }),
  digest: z.string().meta({ description: 'SHA-256 of its bytes, in hexadecimal.' }),
  objectId: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  details: partDetails.optional(),
});

export type Pin = z.infer<typeof pin>;

/** The size of one partial in UTF-8. */
export const MAX_PARTIAL_BYTES = 500_000;

export const MAX_PART_NOTE_CHARACTERS = 500;

const partNote = z
  .string()
  .nullable()
  .meta({ description: 'A note of the author about this version. Null if there is none.' });

const versionFields = {
  version: z.int().meta({ description: 'Starts at 1.' }),
  mediaType: z.string().meta({ description: 'What the bytes are.', example: 'image/svg+xml' }),
  bytes: z.int().meta({ description: 'The size of this version.' }),
  digest: z.string().meta({ description: 'SHA-256 of the bytes, in hexadecimal.' }),
  details: partDetails,
  note: partNote,
};

const partSummary = z.object({
  name: z.string(),
  latestVersion: z.int().meta({ description: 'The newest version.' }),
  createdAt: z.iso.datetime().meta({ description: 'When the first version was saved.' }),
  updatedAt: z.iso.datetime().meta({ description: 'When the newest version was saved.' }),
  ...versionFields,
});

export type PartSummary = z.infer<typeof partSummary>;

export const asset = partSummary
  .extend({ name: assetName })
  .meta({ id: 'Asset', description: 'A version of an asset.' });

export type Asset = z.infer<typeof asset>;

const partialSummary = partSummary
  .extend({ name: partialName })
  .meta({ id: 'PartialSummary', description: 'A partial without its content.' });

export const partial = partSummary
  .extend({ name: partialName, content: z.string().meta({ description: 'Handlebars.' }) })
  .meta({ id: 'Partial', description: 'A version of a partial.' });

export type PartialBody = z.infer<typeof partial>;

export const putPartial = z
  .object({
    content: documentText().meta({
      description: `Handlebars. At most ${MAX_PARTIAL_BYTES.toLocaleString('en')} bytes.`,
    }),
    note: z
      .string()
      .trim()
      .max(MAX_PART_NOTE_CHARACTERS)
      .optional()
      .meta({ description: `At most ${MAX_PART_NOTE_CHARACTERS} characters. A note about the new version.` }),
  })
  .meta({ id: 'PutPartial', description: 'A new version of a partial.' });

/** The print measures these texts, together with the other partials that the template calls. */
export const partialTexts = z.record(partialName, documentText()).meta({
  description:
    'Texts by name. Each is printed instead of the saved partial of this name, or as a new partial. Nothing is saved. The other assets and partials are the newest.',
});

export type PutPartial = z.infer<typeof putPartial>;

export const partVersion = z
  .object({ ...versionFields, createdAt: z.iso.datetime().meta({ description: 'When it was saved.' }) })
  .meta({ id: 'PartVersion', description: 'A version of an asset or a partial.' });

export type PartVersionSummary = z.infer<typeof partVersion>;

const pinnedVersion = (whose: string) =>
  z
    .int()
    .nullable()
    .meta({ description: `The version that the ${whose} version of the template uses, or null.` });

export const partUse = z
  .object({
    templateId: z.string().meta({ description: 'The template.' }),
    name: z.string().meta({ description: 'The name of the template.' }),
    publishedPin: pinnedVersion('published'),
    latestPin: pinnedVersion('newest'),
    versions: z
      .int()
      .meta({ description: 'How many kept versions of the template use the asset or partial.' }),
  })
  .meta({ id: 'PartUse', description: 'A template that uses an asset or a partial.' });

export type PartUse = z.infer<typeof partUse>;

export const assetAnswer = answerOf(asset);
export const assetPage = pageOf(asset);
export const partialAnswer = answerOf(partial);
export const partialPage = pageOf(partialSummary);
export const partVersionPage = pageOf(partVersion);
export const partUsePage = pageOf(partUse);
export const deletedPart = answerOf(
  z
    .object({
      name: z.string().meta({ description: 'The name. It is free again.' }),
      deleted: z.literal(true).meta({ description: 'It no longer exists.' }),
    })
    .meta({ description: 'What was deleted.' }),
);
