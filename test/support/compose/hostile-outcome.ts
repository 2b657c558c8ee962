import { EDGE_LIMITS, type TemplateLimits } from '../../../compose/handlebars/limits.ts';
import { compose } from '../../../compose/compose.ts';
import { TemplateError } from '../../../compose/errors.ts';
import type { HostileTemplate } from './hostile/materials.ts';

/** A template of the request, filled with data that need not be an object. */
export const filled = (html: string, data: unknown, limits: TemplateLimits = EDGE_LIMITS): string =>
  compose({
    html,
    template: null,
    // Only the type says that it is an object.
    data: data as Record<string, unknown>,
    options: {},
    filename: null,
    maxHtmlBytes: 250_000_000,
    limits,
    watermark: null,
    now: 0,
  }).job.html;

export interface HostileInput {
  readonly template: string;
  readonly data: unknown;
}

/** Made and in one piece, as it would come out of a request. */
export function inputOf({ template, data }: HostileTemplate): HostileInput {
  const input = { template: template(), data: data?.() ?? {} };
  joinPieces(input.template);
  return input;
}

/** Has the engine put the pieces of a long text together, which it does for the first reader of a place in it. */
export const joinPieces = (text: string): number => text.charCodeAt(text.length - 1);

/** The output, or the error where it is one that the product may tell. Any other error is thrown. */
export function outcomeOf(
  { template, data }: HostileInput,
  limits: TemplateLimits = EDGE_LIMITS,
): string | TemplateError {
  try {
    return filled(template, data, limits);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}
