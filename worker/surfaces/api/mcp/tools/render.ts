import { z } from 'zod';
import { findRequestProblems } from '../../../../../compose/request-problems.ts';
import { inTurns } from '../../../../../compose/turns.ts';
import { findUnknownFields, toProblems } from '../../../../../compose/unknown-fields/index.ts';
import { generateRequest, type GenerateResponse } from '../../../../../schema/api/generate.ts';
import { isJsonObject } from '../../../../../schema/json-object.ts';
import { invalidRequest } from '../../../../lib/api-error.ts';
import { generation } from '../../../../verbs/make/generate.ts';
import { edgeLane } from '../../../../verbs/make/lanes/lane.ts';
import { requireThumbnails } from '../../../../verbs/make/thumbnail.ts';
import { requireCtx, requireMemory } from '../../../http/context.ts';
import { claimKey, hashJson, MAX_IDEMPOTENCY_KEY_CHARACTERS } from '../../../http/idempotency.ts';
import { describeMade, noteMade } from '../../pdf/respond.ts';
import { produceNow } from '../../pdf/produce-now.ts';
import { namesFile } from '../../pdf/names-file.ts';
import { noteTemplate } from '../../pdf/note-template.ts';
import { printOptions } from '../print-options.ts';
import { requirePermission } from '../../authenticate.ts';
import { tool, type ToolResult } from '../tool.ts';

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
  idempotencyKey: z
    .string()
    .min(1)
    .max(MAX_IDEMPOTENCY_KEY_CHARACTERS)
    .optional()
    .describe(
      'A second call with the same key and arguments within 24 hours returns the same file and spends nothing.',
    ),
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
  async run(c, { idempotencyKey }, given) {
    requirePermission(c, 'pdf.generate');
    const json = toRequest(given);
    noteTemplate(c, json);
    const { success, data: body, error } = generateRequest.safeParse(json);
    const { meter } = requireCtx(c);
    const problems = [
      ...findRequestProblems(json, success ? null : error),
      ...toProblems(await inTurns(findUnknownFields(json, generateRequest, meter), meter)),
    ];
    if (!success || problems.length > 0) throw invalidRequest(problems);
    if (body.thumbnail !== undefined) requireThumbnails(requireCtx(c));
    if (namesFile(body.options)) requirePermission(c, 'pdf.read');
    const lane = edgeLane({ body, json, memory: requireMemory(c) });
    const claim =
      idempotencyKey === undefined ? null : await claimKey(c, idempotencyKey, () => hashJson(json));
    const made = await produceNow(c, generation(lane), claim);
    noteMade(c, made);
    return describeFile(await describeMade(c, made));
  },
});

/** With a report: it has the warnings, which a model needs more than a program does. */
function toRequest(given: unknown): unknown {
  if (!isJsonObject(given)) return given;
  const { idempotencyKey: _, options = {}, ...request } = given;
  return { ...request, options: isJsonObject(options) ? { report: true, ...options } : options };
}

function describeFile({ data, usage, report }: GenerateResponse): ToolResult {
  const { pageCount, warnings, failedResources, missingGlyphs, consoleErrors } = report ?? {};
  const made = { ...data, pageCount, warnings, failedResources, missingGlyphs, consoleErrors, usage };
  return {
    content: [
      { type: 'text', text: JSON.stringify(made) },
      { type: 'resource_link', uri: data.url, name: data.filename, mimeType: data.mediaType },
    ],
    structuredContent: made,
  };
}
