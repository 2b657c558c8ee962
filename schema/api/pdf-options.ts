import { z } from 'zod';

/**
 * PDF options: of a request, and (the same shape) of a template's saved settings.
 * Sources: specification, section 4.1; decisions 15 to 21. Lengths are millimetres.
 */

/** ISO 216 and the North American formats; `Custom` takes `width` and `height`. */
export const PAGE_FORMATS = [
  'A0',
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'A6',
  'Letter',
  'Legal',
  'Tabloid',
  'Ledger',
  'Custom',
] as const;

export type PageFormat = (typeof PAGE_FORMATS)[number];

/** 5,080 mm (200 in) is the largest page that Acrobat opens. Source: decision 15. */
export const CUSTOM_SIDE_MM = { min: 10, max: 5_080 } as const;

/** Source: decision 16. */
export const MAX_MARGIN_MM = 1_000;
export const MAX_BAND_HEIGHT_MM = 1_000;
export const DEFAULT_BAND_HEIGHT_MM = 15;

/** `1-3,5`: page numbers from 1, ranges that do not run backwards. */
const PAGE_RANGES = /^\s*[1-9]\d{0,5}(\s*-\s*[1-9]\d{0,5})?(\s*,\s*[1-9]\d{0,5}(\s*-\s*[1-9]\d{0,5})?)*\s*$/;

function rangesRunForward(text: string): boolean {
  return text.split(',').every((range) => {
    const [first, last] = range.split('-').map(Number);
    return last === undefined || (first ?? 0) <= last;
  });
}

const sideMm = z.number().min(0).max(MAX_MARGIN_MM).meta({ description: 'Millimetres.' });

export const margin = z
  .object({
    top: sideMm.optional(),
    right: sideMm.optional(),
    bottom: sideMm.optional(),
    left: sideMm.optional(),
  })
  .meta({ description: 'Page margins in millimetres; a missing side is 0.' });

export const band = z
  .object({
    enabled: z.boolean().optional().meta({ description: 'Defaults to true when `content` is given.' }),
    height: z
      .number()
      .min(0)
      .max(MAX_BAND_HEIGHT_MM)
      .optional()
      .meta({
        description: `Height in millimetres, from the edge of the paper; ${DEFAULT_BAND_HEIGHT_MM} by default.`,
      }),
    content: z.string().optional().meta({
      description:
        'HTML with Handlebars. Elements of the classes `pageNumber`, `totalPages`, `date`, `title` and `url` are filled.',
    }),
  })
  .meta({ description: 'A header or footer, printed at the same scale as the page.' });

const customSideMm = z.number().min(CUSTOM_SIDE_MM.min).max(CUSTOM_SIDE_MM.max);

export const pdfOptions = z
  .object({
    format: z.enum(PAGE_FORMATS).optional().meta({
      default: 'A4',
      description: 'Size of the paper; `Custom` takes `width` and `height`.',
    }),
    orientation: z
      .enum(['portrait', 'landscape'])
      .optional()
      .meta({ default: 'portrait', description: '`landscape` swaps width and height.' }),
    width: customSideMm
      .optional()
      .meta({ description: 'Page width in millimetres, with the format `Custom`.' }),
    height: customSideMm
      .optional()
      .meta({ description: 'Page height in millimetres, with the format `Custom`.' }),
    margin: margin.optional(),
    printBackground: z
      .boolean()
      .optional()
      .meta({ default: true, description: 'Whether background colours and images are printed.' }),
    header: band.optional(),
    footer: band.optional(),
    outputName: z
      .string()
      .optional()
      .meta({ description: 'Handlebars template of the filename, filled from `templateData`.' }),
    tagged: z.boolean().optional().meta({ default: false, description: 'A tagged (accessible) PDF.' }),
    outline: z
      .boolean()
      .optional()
      .meta({ default: false, description: 'Bookmarks from headings; implies `tagged`.' }),
    pageRanges: z
      .string()
      .regex(PAGE_RANGES, { error: 'must be page numbers and ranges such as "1-3,5"', abort: true })
      .refine(rangesRunForward, 'has a range that runs backwards')
      .optional()
      .meta({ description: 'Pages to print, such as `1-3,5`; they keep their numbers.', example: '1-3,5' }),
    scale: z
      .number()
      .min(0.1)
      .max(2)
      .optional()
      .meta({ default: 1, description: 'Scale of the content; header and footer keep theirs.' }),
    waitForSelector: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'CSS selector of an element that must exist before printing starts.' }),
    mediaType: z
      .enum(['print', 'screen'])
      .optional()
      .meta({ default: 'print', description: 'Which `@media` rules hold.' }),
    preferCssPageSize: z
      .boolean()
      .optional()
      .meta({ default: false, description: 'Lets `@page` rules of the HTML choose size and orientation.' }),
    skipFirstHeader: z
      .boolean()
      .optional()
      .meta({ default: false, description: 'Leaves the header off the first page, its room empty.' }),
    skipFirstFooter: z
      .boolean()
      .optional()
      .meta({ default: false, description: 'Leaves the footer off the first page, its room empty.' }),
  })
  .meta({ id: 'PdfOptions' });

export type PdfOptions = z.infer<typeof pdfOptions>;

/**
 * What a saved template sets: the same options, and how its helpers write numbers and dates.
 * Whether the locale and the time zone exist is checked where templates are saved.
 */
export const templateSettings = pdfOptions
  .extend({
    locale: z.string().min(1).optional().meta({
      example: 'de-DE',
      description: 'BCP 47 tag by which helpers write numbers and dates; `en-US` unless set.',
    }),
    timeZone: z.string().min(1).optional().meta({
      example: 'Europe/Berlin',
      description: 'IANA time zone of printed dates and times; `UTC` unless set.',
    }),
  })
  .meta({ id: 'TemplateSettings', description: 'How a template prints unless a request says otherwise.' });

export type TemplateSettings = z.infer<typeof templateSettings>;
