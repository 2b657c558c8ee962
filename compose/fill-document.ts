import type { TemplateLimits } from '@platen/handlebars';
import type { Meter } from '@platen/meter';
import { InvalidComposition, TemplateError } from './errors.ts';
import type { MarkdownRenderer } from './markdown/load-markdown.ts';
import { MarkdownValues } from './markdown/values.ts';
import type { PartialContents } from './partials/closure.ts';
import type { FillOptions, Templating } from './templating.ts';
import { exceedsUtf8Bytes, utf8Bytes } from './utf8.ts';

export interface DocumentSource {
  /** The Handlebars source. */
  readonly content: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** If false, the document has no placeholders, and is printed as it is. */
  readonly isFilled: boolean;
  readonly maxHtmlBytes: number;
  /** The field that the document comes from. */
  readonly sourceField: string;
  /** Present if the source is Markdown. */
  readonly markdown: MarkdownRenderer | null;
  readonly templating: Templating;
  readonly meter: Meter;
}

/**
 * Enforces the plan's limit before and after the placeholders are filled. Source: contract 1.6.
 * @throws {TemplateError | InvalidComposition}
 */
export function fillDocument(source: DocumentSource, { outputChars }: TemplateLimits): string {
  const { content, maxHtmlBytes, sourceField: field, markdown } = source;
  // There are never more characters than bytes, so output of more characters exceeds the plan's limit too.
  const maxOutputChars = Math.min(outputChars, maxHtmlBytes);
  if (exceedsUtf8Bytes(content, maxHtmlBytes))
    throw tooLarge(field, `${utf8Bytes(content)} bytes of UTF-8`, maxHtmlBytes);
  let filled: string;
  try {
    filled =
      markdown === null
        ? fill(source, 'html', { maxOutputChars })
        : fillMarkdown(source, markdown, maxOutputChars);
  } catch (error) {
    const stopped = error instanceof TemplateError && error.limit === 'outputChars';
    if (stopped && maxOutputChars === maxHtmlBytes) {
      throw tooLarge(field, `more than ${maxHtmlBytes} bytes of UTF-8 after templating`, maxHtmlBytes);
    }
    throw error;
  }
  if (filled !== content && exceedsUtf8Bytes(filled, maxHtmlBytes)) {
    throw tooLarge(field, `${utf8Bytes(filled)} bytes of UTF-8 after templating`, maxHtmlBytes);
  }
  return filled;
}

/** Handlebars first: a placeholder may be anywhere in the Markdown, and blocks repeat parts of it. */
function fillMarkdown(
  source: DocumentSource,
  { render, maxChars }: MarkdownRenderer,
  maxOutputChars: number,
): string {
  const values = new MarkdownValues(maxOutputChars);
  const content = MarkdownValues.clean(source.content);
  const mask = (value: string) => values.mask(value);
  const filled = fill({ ...source, content }, 'markdown', { mask, maxOutputChars });
  const limits = { field: source.sourceField, maxChars };
  return render(filled, values, { meter: source.meter, limits });
}

/** Partials of Markdown are cleaned as the Markdown itself. */
export const cleanPartials = (partials: PartialContents | undefined): PartialContents | undefined =>
  partials &&
  Object.fromEntries(Object.entries(partials).map(([name, text]) => [name, MarkdownValues.clean(text)]));

const fill = (
  { content, data, isFilled, templating }: DocumentSource,
  document: 'html' | 'markdown',
  options: FillOptions,
): string => (isFilled ? templating.fill(document, content, data, options) : content);

const tooLarge = (field: string, size: string, maxHtmlBytes: number): InvalidComposition =>
  new InvalidComposition([`${field}: is ${size}; the plan allows ${maxHtmlBytes}`]);
