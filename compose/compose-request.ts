import type { GenerateRequest } from '../schema/api/generate.ts';
import { PLANS, type PlanId } from '../schema/plans.ts';
import { type Composition, type CompositionInput, compose } from './compose.ts';

/** A generate request with what the server adds. */
export interface RequestInput {
  readonly body: GenerateRequest;
  /** `body.filename`, normalised (contract 1.5), or null. */
  readonly filename: string | null;
  readonly template: (CompositionInput['template'] & { readonly content: string }) | null;
  readonly plan: PlanId;
  readonly watermark: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly limits?: CompositionInput['limits'];
}

/**
 * Composes a request, in a Worker or in the container.
 *
 * @throws {TemplateError} a template that does not compile or fails while it renders
 * @throws {InvalidComposition} a request that is well-formed but cannot be composed
 */
export const composeRequest = ({ body, plan, limits, ...rest }: RequestInput): Composition =>
  compose({
    ...rest,
    html: rest.template?.content ?? body.htmlContent ?? '',
    data: body.templateData ?? {},
    options: body.options ?? {},
    maxHtmlBytes: PLANS[plan].maxHtmlBytes,
    ...(limits === undefined ? {} : { limits }),
  });
