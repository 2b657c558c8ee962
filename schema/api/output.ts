import { z } from 'zod';
import { isJsonObject } from '../json-object.ts';
import { type MediaType, PDF_TYPE } from '../media-types.ts';

/** Source: contract 17. */

const MAX_DEVICE_SCALE_FACTOR = 3;
const MAX_OUTPUT_SELECTOR_CHARACTERS = 2_000;

const OUTPUT_TYPES = {
  pdf: PDF_TYPE,
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
} as const satisfies Record<string, MediaType>;

export const output = z
  .object({
    type: z
      .enum(['pdf', 'png', 'jpeg', 'webp'])
      .meta({ description: 'A PDF, or a picture of the document.', example: 'png' }),
    fullPage: z.boolean().optional().meta({
      default: false,
      description: 'The picture is as high as the content, and at least as high as the paper.',
    }),
    selector: z.string().min(1).max(MAX_OUTPUT_SELECTOR_CHARACTERS).optional().meta({
      description: 'CSS selector. The picture has only the first element that matches.',
      example: '#chart',
    }),
    deviceScaleFactor: z.number().min(0.1).max(MAX_DEVICE_SCALE_FACTOR).optional().meta({
      default: 1,
      description: 'Pixels of the picture for each CSS pixel. 96 CSS pixels are an inch.',
    }),
    quality: z.int().min(1).max(100).optional().meta({
      description: 'Only `jpeg` and `webp`. The default is that of Chromium: 92 for `jpeg`, 80 for `webp`.',
    }),
    transparent: z.boolean().optional().meta({
      default: false,
      description: 'Only `png` and `webp`. Without white behind the document.',
    }),
  })
  .meta({ id: 'Output', description: 'The type of file that the document becomes. The default is a PDF.' });

export type Output = z.infer<typeof output>;

export const mediaTypeOf = (chosen: Output | undefined): MediaType => OUTPUT_TYPES[chosen?.type ?? 'pdf'];

export const isPicture = (chosen: Output | undefined): chosen is Output =>
  chosen !== undefined && chosen.type !== 'pdf';

/** Options that a picture does not use. A new option is in this list, or in `PICTURE_OPTIONS` of `test/unit/schema/output.test.ts`. */
export const PDF_OPTIONS: readonly string[] = [
  'header',
  'footer',
  'firstPageNumber',
  'sections',
  'skipFirstHeader',
  'skipFirstFooter',
  'pageRanges',
  'preferCssPageSize',
  'fit',
  'printBackground',
  'deviceScaleFactor',
  'forms',
  'tagged',
  'outline',
  'metadata',
  'attachments',
  'watermark',
  'letterhead',
  'encryption',
  'pdfa',
  'eInvoice',
  'pdfua',
  'linearize',
];

const PICTURE_FIELDS = ['fullPage', 'selector', 'deviceScaleFactor', 'quality', 'transparent'] as const;

/** Finds problems that the schema cannot express: which fields go together. */
export function outputProblems(body: unknown): string[] {
  if (!isJsonObject(body) || !isJsonObject(body.output)) return [];
  const { output: chosen, options, thumbnail } = body;
  const { type, selector, fullPage, quality, transparent } = chosen;
  if (type === 'pdf') {
    return PICTURE_FIELDS.filter((field) => chosen[field] !== undefined).map(
      (field) => `output.${field}: is only for pictures${useInstead(field, 'options')}`,
    );
  }
  const problems: string[] = [];
  if (thumbnail !== undefined) problems.push('thumbnail: is only for a PDF');
  if (type === 'png' && quality !== undefined) problems.push('output.quality: is only for jpeg and webp');
  if (type === 'jpeg' && transparent === true) problems.push('output.transparent: is only for png and webp');
  if (selector !== undefined && fullPage === true)
    problems.push('output.selector: must not be given together with output.fullPage');
  const given = isJsonObject(options) ? options : {};
  for (const field of PDF_OPTIONS)
    if (isUsed(field, given[field]))
      problems.push(`options.${field}: is not for a picture${useInstead(field, 'output')}`);
  return problems;
}

/** The one field that both have, with other limits. */
const useInstead = (field: string, place: 'options' | 'output'): string =>
  field === 'deviceScaleFactor' ? `; use ${place}.deviceScaleFactor` : '';

/** Clients may send every option with its default. */
export function isUsed(field: string, value: unknown): boolean {
  if (field === 'printBackground') return value === false;
  if (value === undefined || value === false) return false;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.some((one) => !isJsonObject(one) || one.enabled !== false);
}
