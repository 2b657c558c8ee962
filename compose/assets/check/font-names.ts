import { MAX_FAMILY_CHARACTERS } from '../../../schema/api/shared-parts.ts';
import { viewOf } from './invalid-asset.ts';

/** Name ids. The typographic family is that of all weights: "Inter", where the other is "Inter SemiBold". */
const FAMILY = 1;
const TYPOGRAPHIC_FAMILY = 16;

const WINDOWS = 3;
const UNICODE = 0;
const ENGLISH_US = 0x04_09;

/** Reads the family from the table `name`. Null if it has none. Source: OpenType 1.9.1, "name". */
export function readFamily(table: Uint8Array): string | null {
  if (table.byteLength < 6) return null;
  const view = viewOf(table);
  const [count, storage] = [view.getUint16(2), view.getUint16(4)];
  let best: { readonly rank: number; readonly text: string } | null = null;
  for (let at = 6; at < 6 + 12 * count && at + 12 <= table.byteLength; at += 12) {
    const [platform, language, id] = [view.getUint16(at), view.getUint16(at + 4), view.getUint16(at + 6)];
    if (id !== FAMILY && id !== TYPOGRAPHIC_FAMILY) continue;
    const rank = (id === TYPOGRAPHIC_FAMILY ? 4 : 0) + rankOf(platform, language);
    if (best !== null && best.rank >= rank) continue;
    const start = storage + view.getUint16(at + 10);
    const bytes = table.subarray(start, start + view.getUint16(at + 8));
    const text = cleanFamily(platform === WINDOWS || platform === UNICODE ? utf16(bytes) : latin1(bytes));
    if (text !== null) best = { rank, text };
  }
  return best?.text ?? null;
}

function rankOf(platform: number, language: number): number {
  if (platform === WINDOWS) return language === ENGLISH_US ? 3 : 1;
  return platform === UNICODE ? 2 : 0;
}

/** Removes what the name of a family cannot have in CSS. Null if nothing is left. */
export function cleanFamily(text: string): string | null {
  const clean = text
    .toWellFormed()
    .replaceAll(/[\p{C}"\\<>{};:,&/]/gu, '')
    .trim()
    .slice(0, MAX_FAMILY_CHARACTERS);
  return clean === '' ? null : clean.toWellFormed();
}

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 500));

function utf16(bytes: Uint8Array): string {
  const view = viewOf(bytes.subarray(0, 500));
  let text = '';
  for (let at = 0; at + 2 <= view.byteLength; at += 2) text += String.fromCharCode(view.getUint16(at));
  return text;
}
