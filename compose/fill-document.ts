import type { TemplateLimits } from '@platen/handlebars';
import { InvalidComposition, TemplateError } from './errors.ts';
import type { MarkdownRenderer } from './markdown/load-markdown.ts';
import { MarkdownTooLong } from './markdown/too-long.ts';
import { MarkdownValues } from './markdown/values.ts';
import type { PartialSources } from './partials/closure.ts';
import type { FillOptions, Templating } from './templating.ts';
import { exceedsUtf8Bytes, utf8Bytes } from './utf8.ts';

export interface DocumentSource {
  /** The Handlebars source. */
  readonly html: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** If false, the document has no placeholders, and is printed as it is. */
  readonly isFilled: boolean;
  readonly maxHtmlBytes: number;
  /** The field that the document comes from. */
  readonly sourceField: string;
  /** Present if the source is Markdown. */
  readonly markdown: MarkdownRenderer | null;
}

/**
 * Enforces the plan's limit before and after the placeholders are filled. Source: contract 1.6.
 * @throws {TemplateError | InvalidComposition}
 */
export function fillDocument(
  source: DocumentSource,
  templating: Templating,
  { outputChars }: TemplateLimits,
): string {
  const { html, maxHtmlBytes, sourceField: field, markdown } = source;
  // There are never more characters than bytes, so output of more characters exceeds the plan's limit too.
  const maxOutputChars = Math.min(outputChars, maxHtmlBytes);
  if (exceedsUtf8Bytes(html, maxHtmlBytes))
    throw tooLarge(field, `${utf8Bytes(html)} bytes of UTF-8`, maxHtmlBytes);
  let filled: string;
  try {
    filled =
      markdown === null
        ? fill(source, 'html', templating, { maxOutputChars })
        : fillMarkdown(source, markdown, templating, maxOutputChars);
  } catch (error) {
    const stopped = error instanceof TemplateError && error.limit === 'outputChars';
    if (stopped && maxOutputChars === maxHtmlBytes) {
      throw tooLarge(field, `more than ${maxHtmlBytes} bytes of UTF-8 after templating`, maxHtmlBytes);
    }
    throw error;
  }
  if (filled !== html && exceedsUtf8Bytes(filled, maxHtmlBytes)) {
    throw tooLarge(field, `${utf8Bytes(filled)} bytes of UTF-8 after templating`, maxHtmlBytes);
  }
  return filled;
}

/** Handlebars first: a placeholder may be anywhere in the Markdown, and blocks repeat parts of it. */
function fillMarkdown(
  source: DocumentSource,
  { render, maxChars }: MarkdownRenderer,
  templating: Templating,
  maxOutputChars: number,
): string {
  const values = new MarkdownValues(maxOutputChars);
  const html = MarkdownValues.clean(source.html);
  const mask = (value: string) => values.mask(value);
  const filled = fill({ ...source, html }, 'markdown', templating, { mask, maxOutputChars });
  if (filled.length > maxChars) throw new MarkdownTooLong(source.sourceField, filled.length, maxChars);
  return render(filled, values);
}

/** Partials of Markdown are cleaned as the Markdown itself. */
export const cleanPartials = (partials: PartialSources | undefined): PartialSources | undefined =>
  partials &&
  Object.fromEntries(Object.entries(partials).map(([name, text]) => [name, MarkdownValues.clean(text)]));

const fill = (
  { html, data, isFilled }: DocumentSource,
  document: 'html' | 'markdown',
  templating: Templating,
  options: FillOptions,
): string => (isFilled ? templating.fill(document, html, data, options) : html);

const tooLarge = (field: string, size: string, maxHtmlBytes: number): InvalidComposition =>
  new InvalidComposition([`${field}: is ${size}; the plan allows ${maxHtmlBytes}`]);
