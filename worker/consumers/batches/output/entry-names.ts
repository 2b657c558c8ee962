import { normaliseFilename } from '../../../../compose/filename.ts';
import { trimEnd, trimStart } from '../../../../schema/trim-characters.ts';

/** File systems allow 255 bytes, with a number and the extension. */
const MAX_NAME_BYTES = 230;

/** Windows does not allow them in a filename. */
const RESERVED = /[<>:"|?*]/g;

/** Devices of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=$|\.)/i;

/**
 * Names the entries of an archive by the `externalId` of their rows. A name is safe on every system, is in no folder, and
 * is used once, also where upper and lower case are the same.
 */
export class EntryNames {
  /** By the name in lower case, how many entries have it. */
  readonly #uses = new Map<string, number>();

  next(externalId: string): string {
    const name = toSafeName(externalId);
    for (;;) {
      const uses = this.#uses.get(toKey(name)) ?? 0;
      this.#uses.set(toKey(name), uses + 1);
      if (uses === 0) return `${name}.pdf`;
      const numbered = `${name} (${uses + 1})`;
      if (this.#uses.has(toKey(numbered))) continue;
      this.#uses.set(toKey(numbered), 1);
      return `${numbered}.pdf`;
    }
  }
}

const toKey = (name: string): string => name.normalize('NFC').toLowerCase();

function toSafeName(externalId: string): string {
  const name = cut((normaliseFilename(externalId) ?? '').replaceAll(RESERVED, '-').replace(DEVICE, '$&-'));
  // Windows drops points and spaces at the end, and other systems hide a name that starts with a point.
  return trimEnd(trimStart(name, '.'), '. ') || 'document';
}

const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;

function cut(name: string): string {
  if (byteLength(name) <= MAX_NAME_BYTES) return name;
  let bytes = 0;
  let kept = '';
  for (const character of name) {
    bytes += byteLength(character);
    if (bytes > MAX_NAME_BYTES) break;
    kept += character;
  }
  return kept;
}
