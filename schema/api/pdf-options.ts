import { z } from 'zod';
import { failOn } from './fail-on.ts';
import { encryptionSetting, finishOptions } from './finish-options.ts';
import { describeNoLength, millimetres } from './millimetres.ts';
import { pageRanges } from './page-ranges.ts';
import { MAX_SELECTOR_CHARACTERS, waitFor } from './wait-for.ts';
import { bands } from './band-options.ts';
import { text } from '../text.ts';

/** Lengths are in millimetres. Source: contract 6. */

/** `Custom` needs `width` and `height`. */
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

/** 5,080 mm (200 in) is the largest page that Acrobat opens. Source: contract 6.2. */
export const CUSTOM_SIDE_MM = { min: 10, max: 5_080 } as const;

/** Source: contract 6.4. */
export const MAX_MARGIN_MM = 1_000;

/** Source: contract 6.6. */
export const MAX_FIRST_PAGE_NUMBER = 999_999;

/** Source: contract 6.6. */
export const DEVICE_SCALE_FACTOR = { min: 1, max: 3, default: 2 } as const;

const sideMm = millimetres().min(0).max(MAX_MARGIN_MM).meta({ description: 'Millimetres.' });

const margin = z
  .object({
    top: sideMm.optional(),
    right: sideMm.optional(),
    bottom: sideMm.optional(),
    left: sideMm.optional(),
  })
  .meta({ description: 'Page margins in millimetres. A missing side is 0.' });

const customSideMm = millimetres().min(CUSTOM_SIDE_MM.min).max(CUSTOM_SIDE_MM.max);

/** A page that is as high as its content. */
export const AUTO_HEIGHT = 'auto';

const heightMm = z.union([customSideMm, z.literal(AUTO_HEIGHT)], {
  error: ({ input }) => `${describeNoLength(input)}, or "auto"`,
});

export const pdfOptions = z
  .object({
    format: z.enum(PAGE_FORMATS).optional().meta({
      default: 'A4',
      description: 'Size of the paper. `Custom` needs `width` and `height`.',
    }),
    orientation: z
      .enum(['portrait', 'landscape'])
      .optional()
      .meta({ default: 'portrait', description: '`landscape` swaps width and height.' }),
    width: customSideMm
      .optional()
      .meta({ description: 'Page width in millimetres, for the format `Custom`.' }),
    height: heightMm.optional().meta({
      description:
        'Page height in millimetres, for the format `Custom`. `auto` makes one page that is as high as its content, ' +
        `${CUSTOM_SIDE_MM.max} mm at most.`,
    }),
    margin: margin.optional(),
    printBackground: z
      .boolean()
      .optional()
      .meta({ default: true, description: 'Whether background colours and images are printed.' }),
    header: bands.optional().meta({
      description: 'Content at the top of the pages: a header, or a list of them for different pages.',
    }),
    footer: bands.optional().meta({
      description: 'Content at the bottom of the pages: a footer, or a list of them for different pages.',
    }),
    firstPageNumber: z.int().min(0).max(MAX_FIRST_PAGE_NUMBER).optional().meta({
      default: 1,
      description:
        'The number of the first page, in header and footer, references, margin boxes and page labels. `totalPages` is then the number of the last page.',
    }),
    sections: text(MAX_SELECTOR_CHARACTERS).min(1).optional().meta({
      default: 'h1',
      description:
        'CSS selector of the elements that begin a section, for the classes `sectionTitle`, `sectionPage` and `sectionPages` in header and footer.',
    }),
    outputName: text(10_000)
      .optional()
      .meta({ description: 'Handlebars template for the filename, filled from `templateData`.' }),
    tagged: z.boolean().optional().meta({ default: false, description: 'A tagged (accessible) PDF.' }),
    outline: z.boolean().optional().meta({
      default: false,
      description: 'Bookmarks from headings, or from `bookmark-level` in CSS. Implies `tagged`.',
    }),
    forms: z.boolean().optional().meta({
      default: false,
      description: '`<input>`, `<textarea>` and `<select>` of the document become fields that can be filled.',
    }),
    pageRanges: pageRanges.optional().meta({
      description: 'Pages to print, such as `1-3,5`. They keep their page numbers.',
      example: '1-3,5',
    }),
    scale: z
      .number()
      .min(0.1)
      .max(2)
      .optional()
      .meta({ default: 1, description: 'Scale of the content. Header and footer are not scaled.' }),
    fit: z.enum(['width']).optional().meta({
      description:
        '`width` scales the content down until all of it is within the width of the page. Header and footer are not scaled.',
    }),
    deviceScaleFactor: z.number().min(DEVICE_SCALE_FACTOR.min).max(DEVICE_SCALE_FACTOR.max).optional().meta({
      default: DEVICE_SCALE_FACTOR.default,
      description:
        'Pixels of the screen for each CSS pixel: how sharp a `<canvas>` is, and which image `srcset` chooses. Above 1, it changes no length.',
    }),
    waitForSelector: text(MAX_SELECTOR_CHARACTERS).min(1).optional().meta({
      description:
        'CSS selector of an element that must exist before printing starts. Short for `waitFor` with a `selector`.',
    }),
    waitFor: waitFor.optional(),
    mediaType: z
      .enum(['print', 'screen'])
      .optional()
      .meta({ default: 'print', description: 'Which `@media` rules apply.' }),
    preferCssPageSize: z
      .boolean()
      .optional()
      .meta({ default: false, description: '`@page` rules of the HTML set the size and the orientation.' }),
    skipFirstHeader: z
      .boolean()
      .optional()
      .meta({ default: false, description: 'No header on the first page. Its space stays empty.' }),
    skipFirstFooter: z
      .boolean()
      .optional()
      .meta({ default: false, description: 'No footer on the first page. Its space stays empty.' }),
    failOn: failOn.optional(),
    locale: text(100).min(1).optional().meta({
      default: 'en-US',
      example: 'de-DE',
      description: 'BCP 47 tag: the language of the translations, and how helpers write numbers and dates.',
    }),
    timeZone: text(100).min(1).optional().meta({
      default: 'UTC',
      example: 'Europe/Berlin',
      description: 'IANA time zone for dates and times in helpers.',
    }),
    ...finishOptions,
  })
  .meta({ id: 'PdfOptions' });

export type PdfOptions = z.infer<typeof pdfOptions>;

/** Contract 1.4. */
export const TEMPLATE_LANGUAGES = ['handlebars', 'none'] as const;

export type TemplateLanguage = (typeof TEMPLATE_LANGUAGES)[number];

export const templating = z.enum(TEMPLATE_LANGUAGES).optional().meta({
  default: 'handlebars',
  description:
    '`none` prints the HTML or the Markdown as it is, with every `{{`. Placeholders of `options` are filled all the same.',
});

export const templateSettings = pdfOptions
  .extend({
    templating,
    encryption: encryptionSetting,
  })
  .meta({
    id: 'TemplateSettings',
    description: 'Options for printing a template. The options of a request override them.',
  });

export type TemplateSettings = z.infer<typeof templateSettings>;
