import type { PdfOptions, TemplateSettings } from '../schema/api/pdf-options.ts';
import type { Band, PrintJob } from '../schema/print-job.ts';
import { dataProblems } from './data-schema.ts';
import { InvalidComposition } from './errors.ts';
import { chooseFilename } from './filename.ts';
import { EDGE_LIMITS, type TemplateLimits } from './handlebars/limits.ts';
import { type PageGeometry, pageGeometry } from './page.ts';
import { mergeSettings } from './settings.ts';
import { fillTemplate, startTemplating } from './templating.ts';
import { exceedsUtf8Bytes, utf8Bytes } from './utf8.ts';

/** Everything a composition depends on: no network, no storage, no clock of its own. */
export interface CompositionInput {
  /** The Handlebars source: the request's `htmlContent`, or the saved template's content. */
  readonly html: string;
  readonly template: {
    readonly name: string;
    readonly settings: TemplateSettings;
    /** JSON Schema that the data must fit, as `writeOutSchema` gave it. */
    readonly dataSchema?: Readonly<Record<string, unknown>> | null;
  } | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly options: PdfOptions;
  /** The request's `filename`, already normalised (decision 13), or null. */
  readonly filename: string | null;
  readonly maxHtmlBytes: number;
  readonly watermark: string | null;
  /** Epoch milliseconds, for helpers that print today's date. */
  readonly now: number;
  /** What templates may cost; `EDGE_LIMITS` unless given. */
  readonly limits?: TemplateLimits;
}

export interface Composition {
  readonly job: PrintJob;
  /** Ends in `.pdf`. */
  readonly filename: string;
}

/**
 * @throws {TemplateError} a template that does not compile or fails while it renders
 * @throws {InvalidComposition} a request that is well-formed but cannot be composed
 */
export function compose(input: CompositionInput): Composition {
  const settings = mergeSettings(input.template?.settings ?? {}, input.options);
  const geometry = pageGeometry(settings, 'options');
  if ('problems' in geometry) throw new InvalidComposition(geometry.problems);
  requireHtmlWithin(input, input.html, '');

  const unfit = input.template?.dataSchema ? dataProblems(input.template.dataSchema, input.data) : [];
  if (unfit.length > 0) throw new InvalidComposition(unfit);

  const { locale, timeZone } = settings;
  startTemplating({ limits: input.limits ?? EDGE_LIMITS, locale, timeZone, now: input.now });
  const html = fillTemplate('html', input.html, input.data);
  requireHtmlWithin(input, html, ' after templating');

  const job = { ...printSettings(settings), ...bands(settings, geometry, input.data), html };
  const outputName =
    settings.outputName === undefined ? null : fillTemplate('outputName', settings.outputName, input.data);
  return {
    job: { ...job, paper: geometry.paper, contentMargin: geometry.contentMargin, watermark: input.watermark },
    filename: chooseFilename({
      requested: input.filename,
      outputName,
      templateName: input.template?.name ?? null,
    }),
  };
}

/** @throws {InvalidComposition} Source: decision 12. */
function requireHtmlWithin({ template, maxHtmlBytes }: CompositionInput, html: string, when: string): void {
  if (!exceedsUtf8Bytes(html, maxHtmlBytes)) return;
  const field = template === null ? 'htmlContent' : 'templateId';
  throw new InvalidComposition([
    `${field}: ${utf8Bytes(html)} bytes of UTF-8${when}; the plan allows ${maxHtmlBytes}`,
  ]);
}

type PrintSettings = Omit<PrintJob, 'html' | 'paper' | 'contentMargin' | 'header' | 'footer' | 'watermark'>;

function printSettings(settings: PdfOptions): PrintSettings {
  const outline = settings.outline ?? false;
  return {
    printBackground: settings.printBackground ?? true,
    mediaType: settings.mediaType ?? 'print',
    scale: settings.scale ?? 1,
    pageRanges: settings.pageRanges ?? null,
    waitForSelector: settings.waitForSelector ?? null,
    preferCssPageSize: settings.preferCssPageSize ?? false,
    tagged: (settings.tagged ?? false) || outline,
    outline,
  };
}

function bands(
  settings: TemplateSettings,
  geometry: PageGeometry,
  data: unknown,
): { header: Band | null; footer: Band | null } {
  const { leftMm, rightMm } = geometry.contentMargin;
  const band = (document: 'header' | 'footer', heightMm: number | null, skipFirst = false): Band | null =>
    heightMm === null
      ? null
      : {
          html: fillTemplate(document, settings[document]?.content ?? '', data),
          heightMm,
          leftMm,
          rightMm,
          skipFirst,
        };
  return {
    header: band('header', geometry.headerHeightMm, settings.skipFirstHeader),
    footer: band('footer', geometry.footerHeightMm, settings.skipFirstFooter),
  };
}
