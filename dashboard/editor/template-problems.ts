import { Meter } from '@platen/meter';
import type { TextProblem } from './diagnostics.ts';
import { checkTemplate } from '../../compose/check-template.ts';
import {
  InvalidComposition,
  InvalidTranslations,
  isTemplateDocument,
  TemplateError,
  type TemplateDocument,
} from '../../compose/errors.ts';
import { chooseFilename } from '../../compose/filename.ts';
import { listPartialNames } from '../../compose/partials/collect-partials.ts';
import { EDGE_LIMITS } from '../../compose/template-limits.ts';
import { listTexts } from '../../compose/template-texts.ts';
import { startTemplating } from '../../compose/templating.ts';
import type { Translator } from '../../compose/translations/load-translator.ts';
import { type BandOptions, type BandsOptions, MAX_BANDS } from '../../schema/api/band-options.ts';
import { describeIssues } from '../../schema/api/issues.ts';
import { type TemplateSettings, templateSettings } from '../../schema/api/pdf-options.ts';

/** Checks templates without printing them. Contains Handlebars, so it loads on demand. */

export interface TemplateProblem {
  /** `settings` for errors outside of the templates, such as in margins. */
  readonly document: TemplateDocument | 'settings' | 'translations';
  readonly message: string;
  readonly at: { readonly line: number; readonly column: number } | null;
}

interface Draft {
  readonly content: string;
  readonly settings: TemplateSettings;
  /** Default: there are no translations. */
  readonly translator?: Translator | null;
}

/** One round for the error of each document, and one for the settings. */
const MAX_ROUNDS = 2 * MAX_BANDS + 3;

/**
 * Returns the first error in each document, and all errors in the settings and the translations.
 *
 * @param partials the names that exist, or null if they are unknown. The service checks what they call
 */
export function findProblems(draft: Draft, partials: readonly string[] | null = []): TemplateProblem[] {
  const known = Object.fromEntries((partials ?? listCalledNames(draft)).map((name) => [name, '']));
  const problems: TemplateProblem[] = settingsProblems(draft.settings);
  let rest = draft;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    try {
      checkTemplate({ ...rest, meter: unmetered(), partials: known });
      return problems;
    } catch (error) {
      if (error instanceof InvalidTranslations) {
        // `checkTemplate` checks translations last.
        return [...problems, ...error.details.map(toTranslationProblem)];
      }
      if (error instanceof InvalidComposition) {
        problems.push(
          ...error.details.map((message) => ({ document: 'settings' as const, message, at: null })),
        );
        rest = { ...rest, settings: pickTexts(rest.settings) };
      } else if (error instanceof TemplateError) {
        problems.push(toTemplateProblem(error));
        rest = without(rest, error.document);
      } else throw error;
    }
  }
  return problems;
}

/** In the browser of their author, texts cost nobody else's time. */
const unmetered = () => new Meter({ maxWork: Number.POSITIVE_INFINITY });

const listCalledNames = ({ content, settings }: Draft): readonly string[] =>
  listPartialNames(
    listTexts(content, settings).map(([, text]) => text),
    EDGE_LIMITS,
    unmetered(),
  );

const toTranslationProblem = (detail: string): TemplateProblem => ({
  document: 'translations',
  message: detail.replace(/^translations(?:\.|: )/, ''),
  at: null,
});

/** Returns the first error in the text of a partial. It does not check the partials that the text calls. */
export function findPartialProblems(name: string, content: string): TextProblem[] {
  const partials = { [name]: content };
  try {
    startTemplating({ limits: EDGE_LIMITS, meter: unmetered(), now: 0, partials }).checkPartial(name);
    return [];
  } catch (error) {
    if (error instanceof TemplateError) return [toTemplateProblem(error)];
    throw error;
  }
}

/** Errors of the schema: a margin of -1, invalid page ranges. */
const settingsProblems = (settings: TemplateSettings): TemplateProblem[] =>
  describeIssues(templateSettings.safeParse(settings).error, settings).map((message) => ({
    document: 'settings',
    message,
    at: null,
  }));

interface Language {
  readonly translator?: Translator | null;
  /** The locale of the preview. Default: the locale of the template. */
  readonly locale?: string | undefined;
}

/** Returns the filename with this data, or null if `outputName` cannot be rendered. */
export function outputFilename(
  { outputName, locale: preset, timeZone }: TemplateSettings,
  data: Readonly<Record<string, unknown>>,
  templateName: string,
  { translator, locale }: Language = {},
): string | null {
  const translation = translator?.start({ asked: locale, preset }) ?? null;
  const templating = startTemplating({
    limits: EDGE_LIMITS,
    meter: unmetered(),
    locale: locale ?? preset,
    timeZone,
    translation,
    now: Date.now(),
  });
  try {
    const rendered = outputName ? templating.fill('outputName', outputName, data) : null;
    return chooseFilename({
      requested: null,
      outputName: rendered,
      templateName,
      title: null,
      extension: 'pdf',
    });
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

/** `header, line 2, column 7: …`. The editor shows the position itself. */
const PLACE = /^([a-zA-Z]+(?:\[\d+\]|:[\w-]+)?)(?:, line (\d+), column (\d+))?: (.*)$/s;

/** An unclosed block is reported at the end of the text. Show it where the block starts. */
const OPENER = /opened at line (\d+), column (\d+)/;

function toTemplateProblem({ document, message, position }: TemplateError): TemplateProblem {
  const [, line, column] = OPENER.exec(message) ?? [];
  const opener = line && column ? { line: Number(line), column: Number(column) } : null;
  return { document, message: PLACE.exec(message)?.[4] ?? message, at: opener ?? position };
}

/** Reads the position from the message of an error that occurred while rendering. */
export function readProblem(message: string): TemplateProblem | null {
  const [, document, line, column, text = message] = PLACE.exec(message) ?? [];
  if (!isTemplateDocument(document)) return null;
  // The position is in a text that the page does not show.
  if (document.startsWith('partial:')) return { document: 'html', message, at: null };
  const at = line && column ? { line: Number(line), column: Number(column) } : null;
  return { document, message: text, at };
}

function pickTexts({ header, footer, outputName, ...others }: TemplateSettings): TemplateSettings {
  const { templating, metadata, attachments, watermark, encryption, eInvoice } = others;
  return {
    ...(templating && { templating }),
    ...(metadata && { metadata }),
    ...(attachments && { attachments }),
    ...(watermark && { watermark }),
    ...(encryption && { encryption }),
    ...(eInvoice && { eInvoice: { xmlTemplate: eInvoice.xmlTemplate } }),
    header: header && changeBands(header, ({ content }) => ({ content })),
    footer: footer && changeBands(footer, ({ content }) => ({ content })),
    ...(outputName !== undefined && { outputName }),
  };
}

function without({ content, settings, translator = null }: Draft, document: TemplateDocument): Draft {
  // The content of a template is HTML.
  if (document === 'html' || document === 'markdown') return { content: '', settings, translator };
  const [, edge, index = '0'] = /^(header|footer)(?:\[(\d+)\])?$/.exec(document) ?? [];
  if (edge === 'header' || edge === 'footer') {
    const bands = changeBands(settings[edge] ?? {}, (band, place) => (place === Number(index) ? {} : band));
    return { content, settings: { ...settings, [edge]: bands }, translator };
  }
  return {
    content,
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => name !== document)),
    translator,
  };
}

const changeBands = (
  bands: BandsOptions,
  change: (band: BandOptions, index: number) => BandOptions,
): BandsOptions => (Array.isArray(bands) ? bands.map(change) : change(bands, 0));
