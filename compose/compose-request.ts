import type { OtherEntries, PageAddress } from '@platen/pdf';
import type { GenerateRequest } from '../schema/api/generate.ts';
import { findSource } from '../schema/api/sources.ts';
import type { Translations } from '../schema/api/translations.ts';
import { PLANS, type PlanId } from '../schema/plans.ts';
import { toWarnings, type UnknownFields } from './unknown-fields/index.ts';
import { type FindPartials, prepare, type Prepared } from './prepare.ts';
import { listContents } from './template-texts.ts';
import { optionsOf } from './puppeteer-options.ts';
import { compose, type PlannedComposition } from './compose.ts';
import type { CompositionInput } from './composition-input.ts';

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
  readonly plan: PlanId;
  readonly watermark: string | null;
  readonly otherEntries?: OtherEntries | null;
  readonly unknownFields: UnknownFields;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** @param maxMarkdownChars the longest Markdown where the document is composed */
export const prepareRequest = (
  { body, template }: Pick<RequestInput, 'body' | 'template'>,
  maxMarkdownChars: number,
  findPartials: FindPartials,
): Promise<Prepared> =>
  prepare(
    {
      texts: listRequestTexts(body),
      settings: [optionsOf(body), template?.settings],
      translations: template?.translations,
      maxMarkdownChars: body.markdown === undefined ? null : maxMarkdownChars,
    },
    findPartials,
  );

/** Composes a request that is prepared. It runs in a Worker or in the container. @throws {TemplateError | InvalidComposition | FaultyComposition} */
export const composeRequest = (
  { body, plan, unknownFields, ...rest }: RequestInput,
  prepared: Prepared,
  { limits, meter }: Required<Pick<CompositionInput, 'limits' | 'meter'>>,
): PlannedComposition =>
  compose({
    ...rest,
    ...prepared,
    content: rest.template?.content ?? body.htmlContent ?? body.markdown ?? '',
    sourceField: findSource(body),
    address: toAddress(body, PLANS[plan].maxHtmlBytes),
    data: body.templateData ?? {},
    templating: body.templating,
    options: optionsOf(body),
    output: body.output,
    warnings: toWarnings(unknownFields),
    maxHtmlBytes: PLANS[plan].maxHtmlBytes,
    limits,
    meter,
  });

/** The texts of a request that have placeholders. */
export const listRequestTexts = (body: GenerateRequest): string[] => {
  const { htmlContent, markdown, templating } = body;
  return listContents(htmlContent ?? markdown ?? '', {
    ...optionsOf(body),
    ...(templating && { templating }),
  });
};

function toAddress(
  { url, headers = {}, cookies = [] }: GenerateRequest,
  maxDocumentBytes: number,
): PageAddress | null {
  if (url === undefined) return null;
  const withPaths = cookies.map(({ name, value, path = '/' }) => ({ name, value, path }));
  return { url, headers, cookies: withPaths, maxDocumentBytes };
}
