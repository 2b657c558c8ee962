import { z } from 'zod';

/** The schema of all options would be longer than most conversations, so a model gets the usual ones in words. */
export const printOptions = (defaults: string) =>
  z
    .looseObject({})
    .optional()
    .meta({
      description: [
        'Options for printing. Lengths are numbers of millimetres. `format` ("A4", "Letter", …, "Custom" with `width` and `height`);',
        '`orientation` ("portrait", "landscape"); `margin` {top, right, bottom, left};',
        '`header` and `footer` {content: HTML with Handlebars, height, pages}, where elements with the classes `pageNumber` and `totalPages` are filled;',
        '`locale` ("de-DE") and `timeZone` for helpers; `outputName`; `outline`; `tagged`; `forms`; `watermark` {text}; `letterhead` {asset: name of a PDF below the pages}; `metadata` {title, author};',
        '`pdfa` ("2b"); `pdfua`; `attachments`; `encryption`; `failOn` (["overflow", "glyphs", "resources", "placeholders"]).',
        `${defaults} All fields: section 6 of /docs/contract.md.`,
      ].join(' '),
    });
