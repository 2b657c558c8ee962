import { findRequestProblems } from '../../../compose/request-problems.ts';
import { generateRequest } from '../../../schema/api/generate.ts';
import { ApiError, invalidRequest } from '../../lib/api-error.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { toApiError } from '../../lib/to-api-error.ts';
import { generation } from '../../verbs/make/generate.ts';
import { type EdgeLane, edgeLane } from '../../verbs/make/lanes/lane.ts';
import type { Produced, Product } from '../../verbs/make/production.ts';
import { reworkOf } from '../../verbs/make/rework/rework.ts';
import { requireCtx } from '../http/context.ts';
import { outputName } from './answer.ts';
import { isUnwanted } from './errors.ts';
import type { Fields } from './fields.ts';
import { type Finishing, readFinishing } from './finish-fields.ts';
import type { Given } from './given.ts';
import { InlineFiles } from './inline-files.ts';
import { Literals } from './literals.ts';
import { fillMarkdown } from './markdown.ts';
import { readMarks } from './mark-fields.ts';
import { type PageRequest, readPrint, readScreenshot, requirePrintable } from './print-fields.ts';
import { refused } from './refusals.ts';
import { readRotation, revisionOf, type Rotation } from './revision-fields.ts';
import { readSplit } from './split-fields.ts';

export type PageSource = 'html' | 'url' | 'markdown';

/** Makes files of a valid form. */
export type Work = (produce: (product: Product) => Promise<Produced>) => Promise<Produced>;

/** @throws {ApiError} the form is not valid */
export async function planScreenshot(given: Given, source: PageSource): Promise<Work> {
  const request = readScreenshot(given.fields);
  const document = await readDocument(given, source);
  return planPrint(given, { request, document, options: {}, literals: new Literals() }, generation);
}

/** @throws {ApiError} the form is not valid */
export async function planConversion(given: Given, source: PageSource): Promise<Work> {
  const { fields, memory } = given;
  const literals = new Literals();
  const request = readPrint(fields);
  const toSplit = readSplit(fields);
  const toFinishing = readFinishing(fields, literals);
  const toWatermarks = readMarks(fields, 'watermark', literals);
  const toStamps = readMarks(fields, 'stamp', literals);
  const toRotation = readRotation(fields);
  if (fields.bool('optimizeImages')) fields.ignored.add('optimizeImages');
  const document = await readDocument(given, source);
  requirePrintable(fields);
  const steps = {
    marks: [...toWatermarks(), ...toStamps()],
    finishing: toFinishing(),
    rotation: toRotation(),
    split: toSplit(),
  };
  // What one print can do is one print.
  if (isPrinted(steps)) {
    const [watermark] = steps.marks;
    const options = { ...steps.finishing.options, ...(watermark && { watermark }) };
    return planPrint(given, { request, document, options, literals }, generation);
  }
  const { marks, finishing, rotation, split } = steps;
  return planPrint(given, { request, document, options: toPrinted(finishing), literals }, (lane) =>
    reworkOf(
      { kind: 'document', lane },
      {
        split,
        marks: marks.map((watermark) => ({ watermark })),
        revision: revisionOf({ rotation, info: finishing.info }),
        finish: finishing.options,
        templateData: literals.data,
      },
      memory,
    ),
  );
}

interface Steps {
  readonly marks: readonly unknown[];
  readonly finishing: Finishing;
  readonly rotation: Rotation | null;
  readonly split: unknown;
}

const isPrinted = ({ marks, finishing, rotation, split }: Steps): boolean =>
  marks.length < 2 && finishing.info === null && rotation === null && split === null;

/** A PDF/UA and a PDF/A of level a need tags, which only a print can make. */
const toPrinted = ({ options: { pdfa, pdfua } }: Finishing): Record<string, unknown> =>
  pdfua === true || String(pdfa).endsWith('a') ? { tagged: true } : {};

interface Document {
  readonly source: { readonly htmlContent: string } | { readonly url: string };
  readonly files: InlineFiles | null;
}

/** The last of the fields to be read: then the form is known to be valid. */
async function readDocument({ c, fields }: Given, kind: PageSource): Promise<Document> {
  const { meter } = requireCtx(c);
  if (kind === 'url') {
    fields.require('url');
    fields.finish();
    const url = fields.string('url');
    if (/^\s*file:/i.test(url))
      throw refused(
        'file:// URLs are not accepted on this route. Use the /convert/html or /convert/markdown routes to render local HTML',
      );
    const files = new InlineFiles(fields.form.files.filter(isLoaded), meter);
    return { source: { url }, files: files.isEmpty ? null : files };
  }
  const index = fields.requireFile('index.html');
  const markdown = kind === 'markdown' ? fields.requireFilesOf('.md') : [];
  fields.finish();
  const html = new TextDecoder().decode(index?.bytes);
  const filled = kind === 'markdown' ? await fillMarkdown(html, markdown, meter) : html;
  const files = new InlineFiles(fields.form.files.filter(isLoaded), meter);
  // A document without content is a blank page.
  const htmlContent = (await files.name(filled)) || '<!doctype html>';
  return { source: { htmlContent }, files: files.isEmpty ? null : files };
}

const NOT_LOADED = new Set(['index.html', 'header.html', 'footer.html']);

const isLoaded = ({ field, name }: { readonly field: string; readonly name: string }): boolean =>
  !NOT_LOADED.has(name) &&
  !['embeds', 'watermark', 'stamp', 'facturxXml'].includes(field) &&
  !/\.md$/i.test(name);

interface PlannedPrint {
  readonly request: PageRequest;
  readonly document: Document;
  /** Beside those of the request. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly literals: Literals;
}

async function planPrint(
  { c, fields, memory }: Given,
  { request, document, options, literals }: PlannedPrint,
  toProduct: (lane: EdgeLane) => Product,
): Promise<Work> {
  const { failOn } = request;
  c.set('gotenbergWords', {
    pageRanges: fields.string('nativePageRanges'),
    expression: fields.string('waitForExpression'),
    waitSelector: fields.string('waitForSelector'),
    selector: fields.string('selector'),
    statuses: failOn.statuses,
    failsOnLoading: failOn.resources,
  });
  const named = await nameBands({ ...request.options, ...options }, document.files, literals);
  const name = outputName(c);
  const body = {
    ...document.source,
    ...fromUrl(document, request, fields),
    templating: 'none' as const,
    templateData: literals.data,
    ...(name !== null && { filename: name }),
    options: named,
    ...(request.output && { output: request.output }),
  };
  const toLane = (json: unknown) => toEdgeLane(json, memory, document.files);
  const lane = toLane(body);
  return async (produce) => {
    try {
      return await produce(toProduct(lane));
    } catch (error) {
      if (!isHarmless(error, failOn)) throw error;
      // Nothing that the client asked about has failed, so the document is printed in spite of it.
      const kept = failOn.scripts ? ['scripts'] : [];
      return produce(toProduct(toLane({ ...body, options: { ...named, failOn: kept } })));
    }
  };
}

/** Bands are templates, and the document is none. */
async function nameBands(
  options: Readonly<Record<string, unknown>>,
  files: InlineFiles | null,
  literals: Literals,
): Promise<Record<string, unknown>> {
  const named: Record<string, unknown> = { ...options };
  for (const edge of ['header', 'footer']) {
    const band = named[edge];
    if (typeof band !== 'object' || band === null || !('content' in band)) continue;
    const content = String(band.content);
    named[edge] = { ...band, content: literals.hold(files === null ? content : await files.name(content)) };
  }
  return named;
}

/** Only a page at an address has cookies and headers. */
function fromUrl(
  { source }: Document,
  { cookies, headers }: PageRequest,
  fields: Fields,
): Record<string, unknown> {
  if (!('url' in source)) {
    if (cookies.length > 0) fields.ignored.add('cookies');
    if (Object.keys(headers).length > 0) fields.ignored.add('extraHttpHeaders');
    return {};
  }
  const { host = '', hostname = '' } = URL.parse(source.url) ?? {};
  const own = cookies.filter(({ domain }) => [host, hostname].includes(domain.replace(/^\./, '')));
  if (own.length < cookies.length) fields.ignored.add('cookies');
  return {
    ...(own.length > 0 && {
      cookies: own.map(({ name, value, path }) => ({ name, value, ...(path !== undefined && { path }) })),
    }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function toEdgeLane(json: unknown, memory: RequestMemory, files: InlineFiles | null): EdgeLane {
  const { success, data: body, error } = generateRequest.safeParse(json);
  const problems = findRequestProblems(json, success ? null : error);
  if (!success || problems.length > 0) throw invalidRequest(problems);
  const reserve = (characters: number) => memory.attach(characters);
  return edgeLane({ body, json, memory, ...(files && { files: files.toSource(reserve) }) });
}

/** The engine finds each resource that does not load. A client may ask about some statuses alone. */
function isHarmless(
  error: unknown,
  { resources, resourceStatuses, ignoredDomains }: PageRequest['failOn'],
): boolean {
  if (resources || resourceStatuses.length === 0) return false;
  const known = error instanceof ApiError ? error : toApiError(error);
  if (known.code !== 'RESOURCES_FAILED') return false;
  return !known.details.some((detail) => isUnwanted(detail, resourceStatuses, ignoredDomains));
}
