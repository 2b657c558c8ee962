/** A part of a text, and what replaces it. */
export interface Edit {
  readonly start: number;
  /** After the last character. */
  readonly end: number;
  readonly text: string;
}

/** @param edits in the order of the text */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of edits) {
    pieces.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  return [...pieces, text.slice(from)].join('');
}
