import type { TemplateLimits } from '@platen/handlebars';
import type { RenderWarning } from '@platen/pdf';
import type { TemplateSettings } from '../schema/api/pdf-options.ts';
import type { CompositionInput } from './composition-input.ts';
import { isBandDocument, type TemplateDocument } from './errors.ts';
import { cleanPartials } from './fill-document.ts';
import type { Fill } from './finish-form.ts';
import type { MarkdownRenderer } from './markdown/load-markdown.ts';
import { startTemplating, type Templating } from './templating.ts';
import { UnknownNames } from './unknown-names.ts';

/** The kinds of things that a text can miss: names in the data, and texts in the languages. */
export const MISSING_KINDS = ['placeholders', 'translations'] as const;

/** The texts of one composition. They share its limits, its locale and its time. */
export interface Texts {
  readonly templating: Templating;
  /** If false, the document has no placeholders, and is printed as it is. */
  readonly isFilled: boolean;
  /** The field of the request that has the document. */
  readonly sourceField: string;
  /** Present if the document is Markdown. */
  readonly markdown: MarkdownRenderer | null;
  /** Fills a text with the data of the request. @throws {TemplateError} */
  readonly fill: Fill;
  /** Lists what the texts have missed so far. */
  readonly findMissing: () => Readonly<Record<(typeof MISSING_KINDS)[number], readonly RenderWarning[]>>;
}

export function startTexts(
  input: CompositionInput,
  settings: TemplateSettings,
  limits: TemplateLimits,
): Texts {
  const { template, data, options, markdown = null, partials, now } = input;
  const { sourceField = template === null ? 'htmlContent' : 'templateId' } = input;
  const { locale, timeZone } = settings;
  const unknownNames = findsUnknownNames(input, settings) ? new UnknownNames() : null;
  const wanted = { asked: options.locale, preset: template?.settings.locale };
  const translation = input.translator?.start(wanted) ?? null;
  const templating = startTemplating({
    limits,
    meter: input.meter,
    locale,
    timeZone,
    now,
    unknownNames,
    translation,
    name: template?.name,
    partials: markdown === null ? partials : cleanPartials(partials),
  });
  return {
    templating,
    isFilled: (input.templating ?? settings.templating) !== 'none',
    sourceField,
    markdown,
    fill: (document, source) => templating.fill(document, source, data),
    findMissing: () => ({
      placeholders: unknownNames?.toWarnings((document) => fieldOf(document, sourceField)) ?? [],
      translations: translation?.toWarnings() ?? [],
    }),
  };
}

const findsUnknownNames = (
  { options: { report = false }, listsUnknownNames = report }: CompositionInput,
  { failOn = [] }: TemplateSettings,
): boolean => listsUnknownNames || failOn.includes('placeholders');

/** Returns the field of the request that has the text of a document. */
function fieldOf(document: TemplateDocument, sourceField: string): string {
  if (document === 'html' || document === 'markdown') return sourceField;
  return isBandDocument(document) ? `options.${document}.content` : `options.${document}`;
}
