import { z } from 'zod';
import { eInvoice } from './e-invoice.ts';
import { filledPageRanges } from './page-ranges.ts';
import { text, contentText, idText } from '../text.ts';
import { assetName } from './components.ts';

/** These options change a PDF after it is printed. Source: contract 15. */

/** Source: contract 15.1. */
export const MAX_METADATA_CHARACTERS = 1_000;
const MAX_KEYWORDS = 50;
/** Source: contract 15.2. */
const MAX_ATTACHMENTS = 20;
export const MAX_ATTACHMENT_BYTES = 5_000_000;
export const MAX_ATTACHMENTS_BYTES = 10_000_000;
/** Source: contract 15.3. */
export const MAX_WATERMARK_CHARACTERS = 200;
export const MAX_WATERMARK_IMAGE_BYTES = 2_000_000;
/** Source: contract 15.8. */
export const MAX_LETTERHEAD_BYTES = 5_000_000;
const WATERMARK_WIDTH_MM = { min: 5, max: 5_080 } as const;
/** Source: contract 15.4. After SASLprep, in UTF-8 (ISO 32000-2, 7.6.4.3.3). */
export const MAX_PASSWORD_BYTES = 127;

/** A text with placeholders may be longer than what it makes. */
const MAX_TEMPLATE_CHARACTERS = 10_000;

const HANDLEBARS = 'Handlebars, filled from `templateData`.';

/** A text with a form. It is checked again when its placeholders are filled. */
interface FilledForm {
  readonly form: z.ZodString;
  /** As it may be in a request. */
  readonly field: z.ZodString;
}

/** The texts are bounded before they are matched. */
const formOf = (pattern: string, problem: string, maxCharacters: number): FilledForm => ({
  form: text(maxCharacters).regex(new RegExp(`^${pattern}$`), problem),
  field: text(MAX_TEMPLATE_CHARACTERS).regex(new RegExp(String.raw`^${pattern}$|\{\{`), problem),
});

/** The colour of the text of a watermark. */
export const COLOUR = formOf(
  String.raw`#(?:[\dA-Fa-f]{3}|[\dA-Fa-f]{6})`,
  'must be a colour such as "#cc0000" or "#c00"',
  7,
);

/** The media type of an attachment. */
export const ATTACHMENT_TYPE = formOf(
  String.raw`[\w.+-]+\/[\w.+-]+`,
  'must be a media type such as "text/xml"',
  127,
);

const filled = (description: string, example: string) =>
  text(MAX_TEMPLATE_CHARACTERS)
    .optional()
    .meta({ description: `${description} ${HANDLEBARS}`, example });

const metadata = z
  .object({
    title: filled('Readers show it in place of the filename.', 'Invoice {{number}}'),
    author: filled('Who wrote the document.', 'Acme Ltd'),
    subject: filled('What the document is about.', 'Invoice of {{month}}'),
    keywords: z
      .array(text(MAX_TEMPLATE_CHARACTERS))
      .max(MAX_KEYWORDS)
      .optional()
      .meta({ description: `At most ${MAX_KEYWORDS}. ${HANDLEBARS}`, example: ['invoice', '{{customer}}'] }),
    creator: filled('The program that made the document. The default is Chromium.', 'Acme Billing'),
    language: filled('The language of the document, as a BCP 47 tag.', 'de-DE'),
  })
  .meta({
    description: 'The metadata of the PDF. A field that is left out stays as Chromium wrote it.',
  });

const RELATIONSHIPS = ['source', 'data', 'alternative', 'supplement', 'unspecified'] as const;

const attachment = z
  .object({
    name: text(MAX_TEMPLATE_CHARACTERS)
      .min(1)
      .meta({
        description: `The name of the file, with its extension. Each attachment has another one. ${HANDLEBARS}`,
        example: 'invoice-{{number}}.xml',
      }),
    content: contentText().meta({
      description: `The file, as \`encoding\` says. ${HANDLEBARS}`,
      example: '<invoice number="{{number}}"/>',
    }),
    encoding: z
      .enum(['text', 'base64'])
      .optional()
      .meta({ default: 'text', description: '`text` is stored in UTF-8.' }),
    mediaType: ATTACHMENT_TYPE.field.optional().meta({
      description: `The default is \`text/plain\` for text and \`application/octet-stream\` for base64. ${HANDLEBARS}`,
      example: 'text/xml',
    }),
    description: filled('A description of the file.', 'The invoice as data'),
    relationship: z.enum(RELATIONSHIPS).optional().meta({
      default: 'unspecified',
      description: 'The relation of the file to the document (`AFRelationship`).',
    }),
  })
  .meta({ description: 'A file inside the PDF.' });

const watermark = z
  .object({
    enabled: z.boolean().optional().meta({
      default: true,
      description: "False prints none, also if the template's settings have one.",
    }),
    text: filled(
      `At most ${MAX_WATERMARK_CHARACTERS} characters. Exactly one of \`text\` and \`image\` is required.`,
      'DRAFT',
    ),
    image: contentText()
      .optional()
      .meta({
        description: `A PNG or a JPEG, in base64 or as a data URL. At most ${MAX_WATERMARK_IMAGE_BYTES.toLocaleString('en')} bytes. ${HANDLEBARS}`,
      }),
    color: COLOUR.field.optional().meta({
      default: '#000000',
      description: `Of the text, in three or six hexadecimal digits. \`opacity\` makes it transparent. ${HANDLEBARS}`,
      example: '#cc0000',
    }),
    opacity: z
      .number()
      .min(0.01)
      .max(1)
      .optional()
      .meta({ default: 0.15, description: '1 hides what is behind it.' }),
    angle: z.number().min(-360).max(360).optional().meta({
      description: 'Degrees, counter-clockwise. The default is 45 for text and 0 for an image.',
      example: 45,
    }),
    layer: z
      .enum(['above', 'below'])
      .optional()
      .meta({ default: 'above', description: 'Above or below the content of the page, with its bands.' }),
    tiled: z
      .boolean()
      .optional()
      .meta({ default: false, description: 'Repeats it all over the page, in place of once in the middle.' }),
    width: z.number().min(WATERMARK_WIDTH_MM.min).max(WATERMARK_WIDTH_MM.max).optional().meta({
      description: 'Millimetres, before it is turned. The default depends on the page.',
      example: 120,
    }),
    pageRanges: filledPageRanges.optional().meta({
      description: `Pages that have it, such as \`1-3,5\`. The default is all. ${HANDLEBARS}`,
      example: '1',
    }),
  })
  .meta({ description: 'A text or an image on the pages.' });

const letterheadPage = (pages: string, otherwise: string) =>
  z
    .union([z.int().min(1), z.literal('none')], 'must be the number of a page, or "none"')
    .optional()
    .meta({
      description: `The page of the letterhead below ${pages}, or \`none\`. The default is ${otherwise}.`,
      example: 1,
    });

const letterhead = z
  .object({
    enabled: z.boolean().optional().meta({
      default: true,
      description: "False draws none, also if the template's settings have one.",
    }),
    fileId: idText().min(1).optional().meta({
      description:
        'A PDF of the workspace, such as one of `POST /v1/files`. It ends with its retention. A key needs the permission `pdf.read`. Exactly one of `fileId` and `asset` is required.',
    }),
    asset: assetName.optional().meta({
      description: 'The name of an asset that is a PDF.',
      example: 'letterhead.pdf',
    }),
    first: letterheadPage('the first page', '1'),
    others: letterheadPage('all other pages', '2, or 1 if the letterhead has one page'),
  })
  .meta({
    description: `A PDF of your own below the pages. At most ${MAX_LETTERHEAD_BYTES.toLocaleString('en')} bytes.`,
  });

const allowed = (description: string) => z.boolean().optional().meta({ default: false, description });

const permissions = z
  .object({
    print: z
      .enum(['none', 'low', 'high'])
      .optional()
      .meta({ default: 'none', description: '`low` prints at 150 dpi.' }),
    copy: allowed('Copying text and images. Programs for people with disabilities may always read the text.'),
    modify: allowed('Changing the content.'),
    annotate: allowed('Adding comments.'),
    fillForms: allowed('Filling in forms.'),
    assemble: allowed('Inserting, deleting and turning pages.'),
  })
  .meta({
    description:
      'Permissions of a reader who opens the PDF without the owner password. They need `ownerPassword`. The default allows everything. Readers are trusted to obey.',
  });

const password = (who: string) =>
  text(MAX_TEMPLATE_CHARACTERS)
    .min(1)
    .optional()
    .meta({
      description: `${who} At most ${MAX_PASSWORD_BYTES} bytes. In a template it must be one placeholder. ${HANDLEBARS}`,
      example: '{{password}}',
    });

const encryption = z
  .object({
    userPassword: password('Opens the PDF. Without it, anyone can open the PDF.'),
    ownerPassword: password('Opens the PDF with all permissions.'),
    permissions: permissions.optional(),
  })
  .meta({ description: 'Encrypts the PDF with AES-256. At least one password is required.' });

/** `{{password}}` or `{{customer.password}}`: nothing but a path into the data. */
const PLACEHOLDER = /^\s*\{\{\{?\s*[\w@][\w@.\-/[\]]*\s*\}?\}\}\s*$/;

const IN_A_TEMPLATE =
  'must be one placeholder in a template, such as "{{password}}", so that the template holds no password';

const encryptionOfTemplate = encryption
  .extend({
    userPassword: encryption.shape.userPassword.refine(isPlaceholder, IN_A_TEMPLATE),
    ownerPassword: encryption.shape.ownerPassword.refine(isPlaceholder, IN_A_TEMPLATE),
  })
  .meta({
    description:
      'Encrypts the PDF with AES-256. At least one password is required. Each is one placeholder, such as `{{password}}`.',
  });

function isPlaceholder(given: string | undefined): boolean {
  return given === undefined || PLACEHOLDER.test(given);
}

/** Parts 1, 2 and 3 of ISO 19005, with their conformance levels. `none` turns off the level of a template. */
export const PDFA_CHOICES = ['1b', '2b', '2u', '2a', '3b', '3u', '3a', 'none'] as const;

export const finishOptions = {
  metadata: metadata.optional(),
  attachments: z
    .array(attachment)
    .max(MAX_ATTACHMENTS)
    .optional()
    .meta({
      description: `Files inside the PDF. At most ${MAX_ATTACHMENTS}, of ${MAX_ATTACHMENT_BYTES.toLocaleString('en')} bytes each and ${MAX_ATTACHMENTS_BYTES.toLocaleString('en')} together.`,
    }),
  watermark: watermark.optional(),
  letterhead: letterhead.optional(),
  encryption: encryption.optional(),
  pdfa: z
    .enum(PDFA_CHOICES)
    .optional()
    .meta({
      description:
        'Makes a PDF/A, for archives: part 2, part 3, which may have attachments, or part 1, which has no transparency. `b` keeps the look, `u` also gives each character its text, ' +
        '`a` also implies `tagged`. A document that cannot be PDF/A is refused with `PDFA_IMPOSSIBLE`. Not together with `encryption` or `forms`. ' +
        "`none` turns PDF/A off, even if the template's settings have a level.",
      example: '3b',
    }),
  eInvoice: eInvoice.optional(),
  pdfua: z
    .boolean()
    .optional()
    .meta({
      default: false,
      description:
        "Makes a PDF that passes veraPDF's checks for PDF/UA-1, for people who use a screen reader. It implies `tagged`. A document that cannot be PDF/UA, " +
        'because it has no title or an image without `alt`, is refused with `PDFUA_IMPOSSIBLE`. Not together with `forms`.',
    }),
  linearize: z.literal(false, 'must be false. Platen does not linearize PDFs').optional().meta({
    default: false,
    deprecated: true,
    description: 'Platen does not linearize PDFs. `true` is refused.',
  }),
};

/** The setting of a template, which must not hold a password. */
export const encryptionSetting = encryptionOfTemplate.optional();

export type MetadataOptions = z.infer<typeof metadata>;
export type AttachmentOptions = z.infer<typeof attachment>;
export type WatermarkOptions = z.infer<typeof watermark>;
export type LetterheadOptions = z.infer<typeof letterhead>;
export type EncryptionOptions = z.infer<typeof encryption>;
