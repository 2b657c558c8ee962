import type { PageAddress } from '@platen/pdf';
import type { GenerateRequest } from '../schema/api/generate.ts';
import { findSource } from '../schema/api/sources.ts';
import type { Translations } from '../schema/api/translations.ts';
import { PLANS, type PlanId } from '../schema/plans.ts';
import type { InvoiceMaker } from './e-invoice/load-e-invoice.ts';
import type { MarkdownRenderer } from './markdown/load-markdown.ts';
import type { Translator } from './translations/load-translator.ts';
import { toWarnings, type UnknownFields } from './unknown-fields/index.ts';
import { listTexts } from './template-texts.ts';
import { type Composition, type CompositionInput, compose } from './compose.ts';

export interface RequestInput {
  readonly body: GenerateRequest;
  /** `body.filename`, normalised (contract 1.5), or null. */
  readonly filename: string | null;
  readonly template:
    | (CompositionInput['template'] & {
        readonly content: string;
        readonly translations?: Translations | null;
      })
    | null;
  /** See `CompositionInput`. */
  readonly partials?: CompositionInput['partials'];
  readonly plan: PlanId;
  readonly watermark: string | null;
  readonly unknownFields: UnknownFields;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly limits?: CompositionInput['limits'];
  /** From `loadMarkdown`. */
  readonly markdown: MarkdownRenderer | null;
  /** From `loadInvoiceMaker`. */
  readonly invoiceMaker: InvoiceMaker | null;
  /** From `loadTranslator`. Default: no translations. */
  readonly translator?: Translator | null;
}

/** Runs in a Worker or in the container. @throws {TemplateError | InvalidComposition | FaultyComposition} */
export const composeRequest = ({ body, plan, limits, unknownFields, ...rest }: RequestInput): Composition =>
  compose({
    ...rest,
    html: rest.template?.content ?? body.htmlContent ?? body.markdown ?? '',
    sourceField: findSource(body),
    address: toAddress(body, PLANS[plan].maxHtmlBytes),
    data: body.templateData ?? {},
    templating: body.templating,
    options: body.options ?? {},
    output: body.output,
    warnings: toWarnings(unknownFields),
    maxHtmlBytes: PLANS[plan].maxHtmlBytes,
    ...(limits === undefined ? {} : { limits }),
  });

/** The texts of a request that have placeholders. */
export const listRequestTexts = ({
  htmlContent,
  markdown,
  templating,
  options = {},
}: GenerateRequest): string[] =>
  listTexts(htmlContent ?? markdown ?? '', { ...options, ...(templating && { templating }) }).map(
    ([, text]) => text,
  );

function toAddress(
  { url, headers = {}, cookies = [] }: GenerateRequest,
  maxDocumentBytes: number,
): PageAddress | null {
  if (url === undefined) return null;
  const withPaths = cookies.map(({ name, value, path = '/' }) => ({ name, value, path }));
  return { url, headers, cookies: withPaths, maxDocumentBytes };
}
