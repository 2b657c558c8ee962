import { z } from 'zod';
import { contentText, text } from '../text.ts';
import { toMillimetres } from './millimetres.ts';
import { CUSTOM_SIDE_MM, MAX_MARGIN_MM, PAGE_FORMATS, type PageFormat } from './pdf-options.ts';
import { MAX_CHARACTERS as MAX_RANGES_CHARACTERS, pageRanges } from './page-ranges.ts';

/** The options of `page.pdf()` of Puppeteer, which `/pdf` of Cloudflare's Browser Run takes too. Source: contract 6.10. */

/** By their names in lower case. */
const NAMES = new Map<string, PageFormat>(PAGE_FORMATS.map((format) => [format.toLowerCase(), format]));

/** Of a length, or of the name of a format. */
const MAX_LENGTH_CHARACTERS = 30;

const MM_PER_PX = 25.4 / 96;

/** Returns the millimetres of pixels or of a length such as `"1in"`, or null. */
export const lengthMm = (length: number | string): number | null =>
  typeof length === 'number' ? length * MM_PER_PX : toMillimetres(length, 'px');

const lengthWithin = (minMm: number, maxMm: number) =>
  z
    .union([z.number(), text(MAX_LENGTH_CHARACTERS)], {
      error: 'must be a number of pixels, or a length such as "1in"',
    })
    .refine(
      (length) => {
        const mm = lengthMm(length);
        return mm !== null && mm >= minMm && mm <= maxMm;
      },
      { error: `must be a number of pixels, or a length such as "1in", of ${minMm} to ${maxMm} mm` },
    );

const side = lengthWithin(0, MAX_MARGIN_MM)
  .optional()
  .meta({ description: 'Pixels, or a length such as `"1cm"`.' });
const paperSide = lengthWithin(CUSTOM_SIDE_MM.min, CUSTOM_SIDE_MM.max);

/** @param name `a4` or `A4` */
export const formatOf = (name: string): PageFormat | null => NAMES.get(name.toLowerCase()) ?? null;

export const puppeteerOptions = z
  .object({
    format: text(MAX_LENGTH_CHARACTERS)
      .refine((name) => formatOf(name) !== null && formatOf(name) !== 'Custom', {
        error: `must be one of: ${[...NAMES.keys()].filter((name) => name !== 'custom').join(', ')}`,
      })
      .optional()
      .meta({
        default: 'letter',
        description: 'Size of the paper, in lower or upper case. It wins over `width` and `height`.',
      }),
    width: paperSide.optional().meta({ description: 'Page width: pixels, or a length such as `"210mm"`.' }),
    height: paperSide.optional().meta({ description: 'Page height: pixels, or a length such as `"297mm"`.' }),
    landscape: z.boolean().optional().meta({ default: false, description: 'Swaps width and height.' }),
    margin: z
      .object({
        top: side,
        right: side,
        bottom: side,
        left: side,
      })
      .optional()
      .meta({ description: 'Pixels, or lengths such as `"1cm"`. The header and the footer are in them.' }),
    scale: z.number().min(0.1).max(2).optional().meta({ default: 1, description: 'Scale of the content.' }),
    displayHeaderFooter: z
      .boolean()
      .optional()
      .meta({ default: false, description: 'Whether the two templates are printed.' }),
    headerTemplate: contentText().optional().meta({ description: 'HTML, as `options.header.content`.' }),
    footerTemplate: contentText().optional().meta({ description: 'HTML, as `options.footer.content`.' }),
    printBackground: z
      .boolean()
      .optional()
      .meta({ default: false, description: 'Whether backgrounds are printed.' }),
    pageRanges: text(MAX_RANGES_CHARACTERS)
      .refine((ranges) => ranges === '' || pageRanges.safeParse(ranges).success, {
        error: 'must be page numbers and ranges such as "1-3,5"',
      })
      .optional()
      .meta({ description: 'Pages to print, such as `1-3,5`.' }),
    preferCSSPageSize: z
      .boolean()
      .optional()
      .meta({ default: false, description: '`@page` rules of the HTML set the size of the paper.' }),
    outline: z.boolean().optional().meta({ default: false, description: 'Bookmarks from headings.' }),
    tagged: z
      .boolean()
      .optional()
      .meta({ default: false, description: 'A tagged (accessible) PDF. Puppeteer has true as its default.' }),
  })
  .meta({
    id: 'PuppeteerOptions',
    description:
      'The options of `page.pdf()` of Puppeteer, with their own names, units and defaults. `options` override them, field by field.',
  });

export type PuppeteerOptions = z.infer<typeof puppeteerOptions>;
