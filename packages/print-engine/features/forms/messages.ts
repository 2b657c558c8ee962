import type { FormField } from '@platen/pdf';

/** The engine and `in-page/mark-fields.ts` send these messages to each other, as JSON. */

export interface FieldsToMark {
  /** The marker of the first field is a link to this address and `0`. */
  readonly address: string;
  /** In the tags, the name of the first control is this text and `0`. It is null if the document gets no tags. */
  readonly controlName: string | null;
  readonly maxFields: number;
  /** The limit for the names, values and options of all fields together. */
  readonly maxCharacters: number;
  /** Further controls without a field are not named: a document can have any number of them. */
  readonly maxSkipped: number;
}

export type MarkedControls =
  | { readonly fields: readonly FormField[]; readonly skipped: readonly SkippedControl[] }
  | { readonly problem: string };

/** A control for which the PDF cannot have a field. */
export interface SkippedControl {
  readonly name: string;
  /** A predicate, such as `is turned`. */
  readonly reason: string;
}
