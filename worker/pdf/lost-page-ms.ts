import { RendererUnavailable, RenderFailure } from '@platen/print-engine';

/** How long a failed print used pages. A job that lost its browser may have lost it through another one: it counts 0. */
export const lostPageMs = (failure: unknown): number =>
  failure instanceof RenderFailure && !(failure instanceof RendererUnavailable) ? failure.pageMs : 0;
