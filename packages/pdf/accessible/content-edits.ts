import { latin1Bytes } from '../file/latin1.ts';
import type { Spot } from './scan-content.ts';

/** A part of a content stream that gets another text. */
export interface Edit extends Spot {
  /** Null marks the part as an artifact. */
  readonly text: string | null;
}

const BEGIN = latin1Bytes('\n/Artifact BMC');
const END = latin1Bytes('\nEMC');

/** @param edits in their order; no two of them overlap */
export function applyEdits(data: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const edit of edits) {
    parts.push(data.subarray(end, edit.start));
    if (edit.text === null) parts.push(BEGIN, data.subarray(edit.start, edit.end), END);
    else parts.push(latin1Bytes(edit.text));
    ({ end } = edit);
  }
  parts.push(data.subarray(end));
  const edited = new Uint8Array(parts.reduce((bytes, part) => bytes + part.byteLength, 0));
  let filled = 0;
  for (const part of parts) {
    edited.set(part, filled);
    filled += part.byteLength;
  }
  return edited;
}
