import { z } from 'zod';
import { inTurns } from '../../../../../compose/turns.ts';
import { findUnknownFields, toProblems } from '../../../../../compose/unknown-fields/index.ts';
import { describeIssues } from '../../../../../schema/api/issues.ts';
import { templateSettings, type TemplateSettings } from '../../../../../schema/api/pdf-options.ts';
import { listProblems } from '../../../../../schema/list-problems.ts';
import { contentText, text } from '../../../../../schema/text.ts';
import type { Ctx } from '../../../../ctx.ts';
import { invalidRequest } from '../../../../lib/api-error.ts';
import { previewPicture, type PreviewPicture } from '../../../../verbs/templates/preview-picture.ts';
import { previewDraft, previewTemplate } from '../../../../verbs/templates/preview-template.ts';
import { type AppContext, requireCtx, requireMemory } from '../../../http/context.ts';
import { noteSubject } from '../../../http/log-request.ts';
import { printOptions } from '../print-options.ts';
import { requirePermission } from '../../authenticate.ts';
import { namesFile } from '../../pdf/names-file.ts';
import { tool, type ToolResult } from '../tool.ts';
import { data, templateId } from './templates.ts';

const WIDTH = { min: 100, max: 2_000, default: 900 } as const;
const MAX_PAGE = 100_000;

const args = z.strictObject({
  templateId: templateId.optional(),
  htmlContent: contentText().min(1).optional().meta({ description: 'HTML with Handlebars, not saved.' }),
  options: printOptions('Only with `htmlContent`.'),
  templateData: data.optional(),
  locale: text(100)
    .min(1)
    .optional()
    .meta({ description: 'Only with `templateId`: the language, such as "de-DE".' }),
  page: z.int().min(1).max(MAX_PAGE).optional().meta({ description: 'The page to see. The default is 1.' }),
  width: z
    .int()
    .min(WIDTH.min)
    .max(WIDTH.max)
    .optional()
    .meta({ description: `The width of the picture in pixels. The default is ${WIDTH.default}.` }),
});

type Args = z.output<typeof args>;

export const preview = tool({
  name: 'preview',
  title: 'Look at a page',
  description: [
    'Prints a template or HTML with a PREVIEW watermark, and returns one page as a picture, the number of pages, and warnings:',
    'what is cut, what overflows, characters without a glyph, names that the data does not have. Nothing is stored or spent.',
    'Give `templateId` or `htmlContent`.',
  ].join(' '),
  permissions: ['template.read', 'pdf.generate'],
  args,
  async run(c, given) {
    const print = given.templateId === undefined ? await draftPrinter(c, given) : templatePrinter(c, given);
    const { page = 1, width = WIDTH.default } = given;
    const terms = { page, width, arrivedAt: c.get('arrivedAt'), signal: c.req.raw.signal };
    const seen = await previewPicture(requireCtx(c), terms, print);
    requireMemory(c).hold(seen.png.byteLength);
    return describePicture(seen, page);
  },
});

type Printer = Parameters<typeof previewPicture>[2];

const previewTerms = (c: AppContext, { templateData = {} }: Args) => ({
  data: templateData,
  arrivedAt: c.get('arrivedAt'),
  signal: c.req.raw.signal,
  memory: requireMemory(c),
});

function templatePrinter(c: AppContext, given: Args): Printer {
  requirePermission(c, 'template.read');
  const { templateId: reference = '', htmlContent, options, locale } = given;
  const problems = [
    ...(htmlContent === undefined ? [] : ['htmlContent: must not be given together with templateId']),
    ...(options === undefined ? [] : ['options: is only for htmlContent']),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  noteSubject(c, { templateId: reference });
  return (output) =>
    previewTemplate(requireCtx(c), {
      reference,
      locale,
      ...previewTerms(c, given),
      ...(output && { output }),
    });
}

async function draftPrinter(c: AppContext, given: Args): Promise<Printer> {
  requirePermission(c, 'pdf.generate');
  const { htmlContent: content, locale } = given;
  if (content === undefined) throw invalidRequest(['htmlContent: is required, unless templateId is given']);
  if (locale !== undefined) throw invalidRequest(['locale: is only for templateId; use options.locale']);
  if (namesFile(given.options)) requirePermission(c, 'pdf.read');
  const settings = await readSettings(requireCtx(c), given);
  return (output) =>
    previewDraft(requireCtx(c), {
      content,
      settings,
      translations: null,
      ...previewTerms(c, given),
      ...(output && { output }),
    });
}

/** @throws {ApiError} `VALIDATION_ERROR` */
async function readSettings({ meter }: Ctx, { options = {} }: Args): Promise<TemplateSettings> {
  const { success, data: read, error } = settingsOfDraft.safeParse({ options });
  const unknown = await inTurns(findUnknownFields({ options }, settingsOfDraft, meter), meter);
  const problems = [...describeIssues(error, { options }), ...toProblems(unknown)];
  if (!success || problems.length > 0) throw invalidRequest(problems);
  return read.options;
}

const settingsOfDraft = z.object({ options: templateSettings });

function describePicture({ report, png, isPage }: PreviewPicture, page: number): ToolResult {
  const { pageCount, warnings, failedResources, missingGlyphs, consoleErrors } = report;
  const seen = { page, pageCount, isPage, warnings, failedResources, missingGlyphs, consoleErrors };
  return {
    content: [
      { type: 'image', data: png.toBase64(), mimeType: 'image/png' },
      { type: 'text', text: describeSeen(seen) },
    ],
    structuredContent: seen,
  };
}

type Seen = Pick<PreviewPicture, 'isPage'> &
  Omit<PreviewPicture['report'], 'phases' | 'finalUrl'> & { readonly page: number };

function describeSeen({ page, pageCount, isPage, ...found }: Seen): string {
  const lines = [
    isPage
      ? `Page ${page} of ${pageCount}.`
      : `The PDF has ${pageCount === 1 ? '1 page' : `${pageCount} pages`}. The picture shows the document without page breaks, header and footer, because this installation has no container.`,
    ...listProblems(found).map(({ code, message }) => `${code}: ${message}`),
  ];
  return lines.length === 1 ? `${lines[0]} There are no warnings.` : lines.join('\n');
}
