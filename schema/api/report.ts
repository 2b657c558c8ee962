import { z } from 'zod';

/** Source: contract 2.5. */

export const reportOption = z.boolean().optional().meta({
  default: false,
  description:
    'Adds `report` to the answer: warnings, failed resources, console errors, missing glyphs and the time of each step.',
});

export const renderWarning = z
  .object({
    code: z.string().meta({ description: 'For programs. New codes may be added.', example: 'UNKNOWN_FIELD' }),
    message: z.string().meta({
      description: 'A description of the problem, with a way to solve it.',
      example: '`options.landscape` is not known: did you mean `options.orientation`?',
    }),
    field: z.string().nullable().meta({
      description: 'The field of the request that it is about, if any.',
      example: 'options.landscape',
    }),
  })
  .meta({ id: 'RenderWarning', description: 'Something that does not stop the PDF.' });

const printReport = z.object({
  pageCount: z.int().meta({ description: 'Number of pages.' }),
  failedResources: z
    .array(
      z.object({
        url: z.string().meta({ description: 'The address of the resource.' }),
        reason: z.string().meta({ description: 'The reason why it did not load.' }),
      }),
    )
    .readonly()
    .meta({ description: 'Images, styles, fonts and scripts that did not load.' }),
  consoleErrors: z
    .array(z.string())
    .readonly()
    .meta({ description: "Errors that the page's scripts wrote to the console or did not catch." }),
  missingGlyphs: z
    .array(z.string())
    .readonly()
    .meta({ description: 'Characters for which no font had a glyph.' }),
  warnings: z
    .array(renderWarning)
    .readonly()
    .meta({ description: 'Reasons why the PDF may not be what you expect.' }),
  phases: z.record(z.string(), z.number()).meta({ description: 'Milliseconds of each step.' }),
  finalUrl: z
    .string()
    .optional()
    .meta({ description: 'Only with `url`: the address that the page came from, after redirects.' }),
});

const entryReport = printReport
  .extend({ index: z.int().meta({ description: 'Of the entry in the request, from 0.' }) })
  .meta({ id: 'EntryReport', description: 'The report of an entry of a merge that was printed.' });

export const renderReport = printReport
  .extend({
    entries: z
      .array(entryReport)
      .readonly()
      .optional()
      .meta({ description: 'Only of a merge: the entries that were printed for it.' }),
  })
  .meta({ id: 'RenderReport', description: 'The problems that were found while the page rendered.' });

export type Report = z.infer<typeof renderReport>;
