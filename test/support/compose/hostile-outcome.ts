import type { TemplateLimits } from '@platen/handlebars';
import { compose } from '../../../compose/compose.ts';
import { TemplateError } from '../../../compose/errors.ts';
import type { Translator } from '../../../compose/translations/load-translator.ts';
import { EDGE_LIMITS } from '../../../compose/template-limits.ts';
import type { HostileTemplate } from './hostile/materials.ts';
import { unlimited } from '../unlimited.ts';

/** A template of the request, filled with data that need not be an object. */
export const filled = (
  html: string,
  data: unknown,
  limits: TemplateLimits = EDGE_LIMITS,
  translator: Translator | null = null,
): string =>
  compose({
    meter: unlimited(),
    content: html,
    template: null,
    translator,
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

/** Builds the input in one piece, as a request would carry it. */
export function makeInput({ template, data }: HostileTemplate): HostileInput {
  const input = { template: template(), data: data?.() ?? {} };
  joinPieces(input.template);
  return input;
}

/** V8 joins the pieces of a long text when a character is read for the first time. */
export const joinPieces = (text: string): number => text.charCodeAt(text.length - 1);

/** Returns the output or the `TemplateError`. Any other error is thrown. */
export function fillHostile(
  { template, data }: HostileInput,
  limits: TemplateLimits = EDGE_LIMITS,
  translator: Translator | null = null,
): string | TemplateError {
  try {
    return filled(template, data, limits, translator);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}

/** The end of a template, as a Worker can answer it. */
export interface End {
  readonly error: string | null;
  readonly chars: number;
  readonly start: string;
}

export const endOf = (outcome: string | TemplateError): End =>
  typeof outcome === 'string'
    ? { error: null, chars: outcome.length, start: outcome.slice(0, 1_000) }
    : { error: outcome.message, chars: 0, start: '' };
