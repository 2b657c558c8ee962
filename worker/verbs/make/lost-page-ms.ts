import { RendererUnavailable, RenderFailure } from '@platen/print-engine';
import { FaultyComposition, InvalidComposition, TemplateError } from '../../../compose/errors.ts';
import { ApiError } from '../../lib/api-error.ts';

/**
 * Returns the time that a failed print used pages, or that a container composed it in vain. A job that lost its browser may have lost it
 * through another one: it counts 0.
 */
export function lostPageMs(error: unknown): number {
  const failure = error instanceof ApiError ? error.cause : error;
  if (isOfComposition(failure)) return failure.composeMs;
  return failure instanceof RenderFailure && !(failure instanceof RendererUnavailable) ? failure.pageMs : 0;
}

const isOfComposition = (
  failure: unknown,
): failure is TemplateError | InvalidComposition | FaultyComposition =>
  failure instanceof TemplateError ||
  failure instanceof InvalidComposition ||
  failure instanceof FaultyComposition;
