import { z } from 'zod';
import { MAX_ENTRY_CHARACTERS, MAX_MERGED, MAX_EXCERPTS, MIN_MERGED } from '../assembling.ts';
import { generatedFile, generateRequest, usage } from './generate.ts';
import { meta } from './meta.ts';
import { succeeded } from './paging.ts';
import { pageRanges } from './page-ranges.ts';
import { pdfOptions } from './pdf-options.ts';
import { reportOption } from './report.ts';
import { sourceProblems } from './sources.ts';
import { thumbnailRequest } from './thumbnail.ts';
import { idText, filenameText } from '../text.ts';

/** Source: contract 16. */

const fileId = idText().min(1).meta({ description: 'The id of a PDF of the workspace.' });

const filename = filenameText().optional().meta({
  description: '1 to 255 characters. `.pdf` is added.',
});

const bands = pdfOptions
  .pick({
    header: true,
    footer: true,
    firstPageNumber: true,
    skipFirstHeader: true,
    skipFirstFooter: true,
    margin: true,
    metadata: true,
    attachments: true,
    watermark: true,
    letterhead: true,
    encryption: true,
    pdfa: true,
    pdfua: true,
    eInvoice: true,
    linearize: true,
    failOn: true,
    locale: true,
    timeZone: true,
  })
  .extend({ report: reportOption });

/** It is written in addresses, and needs no escapes there. */
const ENTRY_NAME = /^[A-Za-z0-9][\w.-]*$/;

export const mergeEntry = generateRequest
  .omit({ pdfOptions: true, output: true, thumbnail: true, meta: true })
  .extend({
    fileId: fileId.optional().meta({
      description:
        'A PDF of the workspace. Without it, the entry is printed, and has the fields of a generation.',
    }),
    pdf: z.base64().min(1).max(MAX_ENTRY_CHARACTERS).optional().meta({
      description:
        'A PDF of your own, in base64: up to 3 MB. Upload a larger one with `POST /v1/files`, and give its `fileId`.',
    }),
    name: z.string().max(64).regex(ENTRY_NAME).optional().meta({
      description:
        'A name by which other entries refer to this one: `entry:annex` is its first page, `entry:annex#terms` an element. 1 to 64 letters, digits, `.`, `-` and `_`. No two entries have the same.',
      example: 'annex',
    }),
    bookmark: z.string().min(1).max(255).optional().meta({
      description:
        'The title of the bookmark of this entry. The default is the title of the document, or its filename without `.pdf`.',
    }),
  })
  .meta({
    id: 'MergeEntry',
    description: 'A PDF of the workspace, one of your own, or one that is printed for the merge.',
  });

export type MergeEntry = z.infer<typeof mergeEntry>;

export const mergeRequest = z
  .object({
    entries: z
      .array(mergeEntry)
      .min(MIN_MERGED)
      .max(MAX_MERGED)
      .meta({ description: 'The PDFs, in their order.' }),
    filename,
    templateData: generateRequest.shape.templateData.meta({
      description: 'Values for the placeholders in `options`.',
    }),
    options: bands.optional().meta({
      id: 'MergeOptions',
      description:
        'Options for the merged PDF. `header` and `footer` are drawn over all of its pages, with page numbers across the whole.',
    }),
    thumbnail: thumbnailRequest.optional(),
    meta,
  })
  .meta({ id: 'MergeRequest', description: 'PDFs to put into one.' });

export type MergeRequest = z.infer<typeof mergeRequest>;

export const finishRequest = z
  .object({
    fileId,
    filename: filename.meta({
      description: '1 to 255 characters. `.pdf` is added. The default is the name of the file.',
    }),
    templateData: generateRequest.shape.templateData.meta({
      description: 'Values for the placeholders in `options`.',
    }),
    options: bands.meta({ id: 'FinishOptions', description: 'Options for finishing the PDF.' }),
    thumbnail: thumbnailRequest.optional(),
    meta,
  })
  .meta({ id: 'FinishRequest', description: 'A PDF to finish. The file itself stays as it is.' });

export type FinishRequest = z.infer<typeof finishRequest>;

export const splitRequest = z
  .object({
    fileId,
    ranges: z
      .array(pageRanges)
      .min(1)
      .max(MAX_EXCERPTS)
      .optional()
      .meta({ description: 'A file for each entry, such as `1-3,5`.', example: ['1-3', '4,6-8'] }),
    everyPages: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'A file for each so many pages. The last one may have fewer.' }),
    bookmarks: z.literal(true).optional().meta({
      description:
        'A file for each bookmark of the first level. Pages before the first bookmark are a file of their own.',
    }),
    filename: filename.meta({
      description:
        'The start of the names: `-1.pdf`, `-2.pdf` and so on are added. The default is the name of the file.',
    }),
    thumbnail: thumbnailRequest
      .optional()
      .meta({ description: 'Also makes a PNG of page one of each file.' }),
    meta,
  })
  .meta({
    id: 'SplitRequest',
    description: 'A PDF to split. Exactly one of `ranges`, `everyPages` and `bookmarks` is required.',
  });

export type SplitRequest = z.infer<typeof splitRequest>;

export const excerpt = generatedFile
  .extend({
    pages: z.string().meta({ description: 'The pages of the file that was split.', example: '4-6' }),
  })
  .meta({ id: 'FilePart', description: 'A file with some of the pages of another.' });

export type ExcerptAnswer = z.infer<typeof excerpt>;

export const splitResponse = z
  .object({
    ...succeeded,
    data: z
      .object({ files: z.array(excerpt).meta({ description: 'In the order of the request.' }) })
      .meta({ description: 'The files that were made.' }),
    usage,
  })
  .meta({ id: 'SplitResponse', description: 'The stored files. Each has spent one credit.' });

export type SplitResponse = z.infer<typeof splitResponse>;

/** A request that makes PDFs of others. The body is valid already. */
export type Assembly =
  | { readonly kind: 'merge'; readonly body: MergeRequest }
  | { readonly kind: 'split'; readonly body: SplitRequest }
  | { readonly kind: 'finish'; readonly body: FinishRequest };

/** Finds the problems that the schema cannot express. */
export function mergeProblems(body: unknown): string[] {
  const entries: unknown = typeof body === 'object' && body !== null && 'entries' in body ? body.entries : [];
  // The schema counts them. Problems of each entry would make an answer of many times the body.
  if (!Array.isArray(entries) || entries.length > MAX_MERGED) return [];
  const names = new Map<unknown, number>();
  return entries.flatMap((entry: unknown, index) =>
    [...entryProblems(entry), ...nameProblems(entry, index, names)].map(
      (problem) => `entries[${index}].${problem}`,
    ),
  );
}

/** @param names the indexes of the entries before it, by name */
function nameProblems(entry: unknown, index: number, names: Map<unknown, number>): string[] {
  if (typeof entry !== 'object' || entry === null || !('name' in entry)) return [];
  const first = names.get(entry.name) ?? index;
  names.set(entry.name, first);
  return entry.name === undefined || first === index ? [] : [`name: is the name of entries[${first}] too`];
}

/** These options belong to the merged PDF, not to an entry. */
const OF_THE_WHOLE = ['encryption', 'attachments', 'pdfa', 'pdfua', 'eInvoice'] as const;

/** These options belong to a file, which an entry is not. */
const OF_A_FILE = ['output', 'thumbnail', 'meta'] as const;

/** An entry that has one of these is a PDF already. */
const READY = ['fileId', 'pdf'] as const;

function entryProblems(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const ofFile = OF_A_FILE.filter((field) => field in entry).map(
    (field) => `${field}: must not be in an entry`,
  );
  if (ofFile.length > 0) return ofFile;
  const ready = READY.find((field) => field in entry && Reflect.get(entry, field) !== undefined);
  if (ready === undefined)
    return [...sourceProblems(entry), ...wholeProblems('options' in entry ? entry.options : null)];
  const other = Object.keys(entry).find(
    (field) => ![ready, 'bookmark', 'name'].includes(field) && field in mergeEntry.shape,
  );
  return other === undefined ? [] : [`${ready}: must not be given together with ${other}`];
}

const wholeProblems = (options: unknown): string[] =>
  OF_THE_WHOLE.filter((field) => typeof options === 'object' && options !== null && field in options).map(
    (field) => `options.${field}: must be in the options of the merge`,
  );

const SPLIT_MODES = ['ranges', 'everyPages', 'bookmarks'] as const;

export function splitProblems(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const fields = new Map<string, unknown>(Object.entries(body));
  const given = SPLIT_MODES.filter((mode) => fields.get(mode) !== undefined);
  if (given.length === 1) return [];
  if (given.length === 0) return ['ranges: is required, unless everyPages or bookmarks is given'];
  return [`${given[1]}: must not be given together with ${given[0]}`];
}
