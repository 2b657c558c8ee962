import { z } from 'zod';
import { findRequestProblems } from '../../../../../compose/request-problems.ts';
import { findUnknownFields, toProblems } from '../../../../../compose/unknown-fields/index.ts';
import { generateRequest, type GenerateResponse } from '../../../../../schema/api/generate.ts';
import { isJsonObject } from '../../../../../schema/json-object.ts';
import { invalidRequest } from '../../../../lib/api-error.ts';
import { generation } from '../../../../verbs/make/generate.ts';
import { edgeLane } from '../../../../verbs/make/lanes/lane.ts';
import { requireLinearizer } from '../../../../verbs/make/linearize.ts';
import { requireThumbnails } from '../../../../verbs/make/thumbnail.ts';
import { requireCtx, requireMemory } from '../../../http/context.ts';
import { describeMade, noteMade } from '../../pdf/respond.ts';
import { produceNow } from '../../pdf/produce-now.ts';
import { noteTemplate } from '../../pdf/note-template.ts';
import { printOptions } from '../print-options.ts';
import { requirePermission, tool, type ToolResult } from '../tool.ts';

const { htmlContent, markdown, url, templateId, templateData, templating, filename, output, meta } =
  generateRequest.shape;

/** For the model. The request itself is checked as one of `POST /v1/pdf/generate` with `handling=strict`. */
const args = z.looseObject({
  htmlContent,
  markdown,
  url,
  templateId,
  templateData,
  templating,
  filename,
  options: printOptions("They override the template's settings."),
  output,
  meta,
});

export const render = tool({
  name: 'render',
  title: 'Make a PDF',
  description: [
    'Makes a PDF (or a picture, with `output`) and stores it. Give exactly one of `templateId`, `htmlContent`, `markdown` and `url`.',
    'Returns the addresses, the `fileId` and the credits left. Warnings say what may look wrong. A live key spends one credit;',
    'use `preview` to try things out for free.',
  ].join(' '),
  permissions: ['pdf.generate'],
  changes: true,
  args,
  async run(c, _, given) {
    requirePermission(c, 'pdf.generate');
    const json = withReport(given);
    noteTemplate(c, json);
    const { success, data: body, error } = generateRequest.safeParse(json);
    const problems = [
      ...findRequestProblems(json, success ? null : error),
      ...toProblems(findUnknownFields(json)),
    ];
    if (!success || problems.length > 0) throw invalidRequest(problems);
    requireLinearizer(requireCtx(c), body.options);
    if (body.thumbnail !== undefined) requireThumbnails(requireCtx(c));
    const lane = edgeLane({ body, json, memory: requireMemory(c) });
    const made = await produceNow(c, generation(lane), null);
    noteMade(c, made);
    return describeFile(await describeMade(c, made));
  },
});

/** The report has the warnings, which a model needs more than a program does. */
function withReport(given: unknown): unknown {
  if (!isJsonObject(given)) return given;
  const { options = {} } = given;
  return isJsonObject(options) ? { ...given, options: { report: true, ...options } } : given;
}

function describeFile({ data, usage, report }: GenerateResponse): ToolResult {
  const { pageCount, warnings, failedResources, missingGlyphs } = report ?? {};
  const made = { ...data, pageCount, warnings, failedResources, missingGlyphs, usage };
  return {
    content: [
      { type: 'text', text: JSON.stringify(made) },
      { type: 'resource_link', uri: data.url, name: data.filename, mimeType: data.mediaType },
    ],
    structuredContent: made,
  };
}
