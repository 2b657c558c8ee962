import { EDGE_LIMITS } from '../../../compose/handlebars/limits.ts';
import { compose } from '../../../compose/compose.ts';
import { TemplateError } from '../../../compose/errors.ts';
import type { HostileTemplate } from './hostile/materials.ts';

/** A template of the request, filled with data that need not be an object. */
export const filled = (html: string, data: unknown): string =>
  compose({
    html,
    template: null,
    // Only the type says that it is an object.
    data: data as Record<string, unknown>,
    options: {},
    filename: null,
    maxHtmlBytes: 50_000_000,
    limits: EDGE_LIMITS,
    watermark: null,
    now: 0,
  }).job.html;

/** The output, or the error where it is one that the product may tell. Any other error is thrown. */
export function outcomeOf(hostile: HostileTemplate): string | TemplateError {
  const template = hostile.template();
  const data = hostile.data?.() ?? {};
  try {
    return filled(template, data);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}
