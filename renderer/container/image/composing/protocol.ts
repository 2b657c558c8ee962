import type { Composition } from '../../../../compose/compose.ts';
import type { RequestInput } from '../../../../compose/compose-request.ts';
import type { Refusal } from '../../protocol.ts';

/** Between the server and a thread that composes. One composition at a time. */
export type ComposeRequest = Omit<RequestInput, 'markdown' | 'invoiceMaker' | 'translator' | 'limits'>;

export interface Composed extends Composition {
  readonly durationMs: number;
}

export type ComposeAnswer =
  | { readonly composed: Composed; readonly refused?: undefined }
  | { readonly refused: Refusal };
