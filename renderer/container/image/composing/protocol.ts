import type { Composition } from '../../../../compose/compose.ts';
import type { RequestInput } from '../../../../compose/compose-request.ts';
import type { PartialContents } from '../../../../compose/partials/closure.ts';
import type { Refusal } from '../../protocol.ts';

/** Between the server and a thread that composes. One composition at a time. */
export interface ComposeRequest extends RequestInput {
  /** The server has checked that none is missing. */
  readonly partials: PartialContents;
}

export interface Composed extends Composition {
  readonly durationMs: number;
}

export type ComposeAnswer =
  | { readonly composed: Composed; readonly refused?: undefined }
  | { readonly refused: Refusal };
