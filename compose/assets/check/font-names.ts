import type { Meter } from '@platen/meter';
import { MAX_FAMILY_CHARACTERS } from '../../../schema/api/components.ts';
import { viewOf } from './invalid-asset.ts';

/** Name ids. The typographic family is that of all weights: "Inter", where the other is "Inter SemiBold". */
const FAMILY = 1;
const TYPOGRAPHIC_FAMILY = 16;

const WINDOWS = 3;
const UNICODE = 0;
const ENGLISH_US = 0x04_09;

/** Only the beginning of a longer name is read. */
const MAX_NAME_BYTES = 500;

/** It is decoded and cleaned. */
const WORK_PER_NAME_BYTE = 4;

/** Reads the family from the table `name`. It is null if it has none. Source: OpenType 1.9.1, "name". */
export async function readFamily(table: Uint8Array, meter: Meter): Promise<string | null> {
  if (table.byteLength < 6) return null;
  const view = viewOf(table);
  const [count, storage] = [view.getUint16(2), view.getUint16(4)];
  let best: { readonly rank: number; readonly text: string } | null = null;
  for (let at = 6; at < 6 + 12 * count && at + 12 <= table.byteLength; at += 12) {
    meter.charge(12);
    const [platform, language, id] = [view.getUint16(at), view.getUint16(at + 4), view.getUint16(at + 6)];
    if (id !== FAMILY && id !== TYPOGRAPHIC_FAMILY) continue;
    const rank = (id === TYPOGRAPHIC_FAMILY ? 4 : 0) + rankOf(platform, language);
    if (best !== null && best.rank >= rank) continue;
    const start = storage + view.getUint16(at + 10);
    const bytes = table.subarray(start, start + Math.min(view.getUint16(at + 8), MAX_NAME_BYTES));
    meter.charge(WORK_PER_NAME_BYTE * bytes.byteLength);
    await meter.pause();
    const text = cleanFamily(platform === WINDOWS || platform === UNICODE ? utf16(bytes) : latin1(bytes));
    if (text !== null) best = { rank, text };
  }
  return best?.text ?? null;
}

function rankOf(platform: number, language: number): number {
  if (platform === WINDOWS) return language === ENGLISH_US ? 3 : 1;
  return platform === UNICODE ? 2 : 0;
}

/** Removes what the name of a family cannot have in CSS. It is null if nothing is left. The caller charges the bytes of the name. */
export function cleanFamily(text: string): string | null {
  const clean = text
    .toWellFormed()
    .replaceAll(/[\p{C}"\\<>{};:,&/]/gu, '')
    .trim()
    .slice(0, MAX_FAMILY_CHARACTERS);
  return clean === '' ? null : clean.toWellFormed();
}

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

function utf16(bytes: Uint8Array): string {
  const view = viewOf(bytes);
  let text = '';
  for (let at = 0; at + 2 <= view.byteLength; at += 2) text += String.fromCharCode(view.getUint16(at));
  return text;
}
