import type { PdfOptions } from '../schema/api/pdf-options.ts';
import type { Translations } from '../schema/api/translations.ts';
import { type InvoiceMaker, loadInvoiceMaker } from './e-invoice/load-e-invoice.ts';
import { loadMarkdown, type MarkdownRenderer } from './markdown/load-markdown.ts';
import type { PartialContents } from './partials/closure.ts';
import type { PartialCalls } from './partials/collect-partials.ts';
import { loadTranslator, type Translator } from './translations/load-translator.ts';

/** The things that a document uses and its request does not have: partials, and modules that few documents need. */
export interface Prepared {
  /** It is null if the document is not Markdown. */
  readonly markdown: MarkdownRenderer | null;
  /** It is null if no option asks for an invoice. */
  readonly invoiceMaker: InvoiceMaker | null;
  /** It is null if the template has no translations. */
  readonly translator: Translator | null;
  /** The partials that the texts call, and those that these call. */
  readonly partials: PartialContents;
}

export interface Unprepared {
  /** The texts that may call partials. The caller knows the partials of other texts. Default: none. */
  readonly texts?: readonly string[];
  /** The options of the request, and the settings of its template. */
  readonly settings: readonly (PdfOptions | null | undefined)[];
  /** Of the template. Default: none. */
  readonly translations?: Translations | null | undefined;
  /** The longest Markdown. Default: the document is not Markdown. */
  readonly maxMarkdownChars?: number | null;
}

/** Finds partials in a workspace, in a folder, or among those that were sent. */
export type FindPartials = (calls: PartialCalls) => Promise<PartialContents>;

/** Loads what `compose` and `checkTemplate` need. @throws what `findPartials` throws */
export async function prepare(
  { texts = [], settings, translations, maxMarkdownChars = null }: Unprepared,
  findPartials: FindPartials,
): Promise<Prepared> {
  const [markdown, invoiceMaker, translator, partials] = await Promise.all([
    loadMarkdown(maxMarkdownChars),
    loadInvoiceMaker(...settings),
    loadTranslator(translations),
    findPartials({ texts }),
  ]);
  return { markdown, invoiceMaker, translator, partials };
}
