import type { Meter } from '@platen/meter';
import type { AssetDetails } from '../../../schema/api/components.ts';
import { readFamily } from './font-names.ts';
import { invalid, tagAt, viewOf } from './invalid-asset.ts';

export type Tables = ReadonlyMap<string, Uint8Array>;

/** Without one of these, Chromium loads no font. */
const REQUIRED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];

/** A font has its glyphs in one of these. */
const GLYPHS = ['glyf', 'CFF ', 'CFF2', 'CBDT', 'sbix', 'SVG ', 'COLR'];

/** Checks the tables of a font, and reads its family, weight and style. */
export async function readFontDetails(tables: Tables, meter: Meter): Promise<AssetDetails> {
  const missing = REQUIRED.find((tag) => !tables.has(tag));
  if (missing !== undefined) invalid(`is no font: it has no table "${missing}"`);
  if (!GLYPHS.some((tag) => tables.has(tag))) invalid('is no font: it has no table of glyphs');
  const head = tableOf(tables, 'head', 54);
  if (head.getUint32(12) !== 0x5f_0f_3c_f5) invalid('is a damaged font: its table "head" is wrong');
  if (tableOf(tables, 'maxp', 6).getUint16(4) === 0) invalid('is a font without glyphs');
  const family = await readFamily(tables.get('name') ?? new Uint8Array(), meter);
  const isItalic = (head.getUint16(44) & 2) !== 0 || readSelection(tables);
  return {
    ...(family !== null && { family }),
    weight: readWeightAxis(tables, meter) ?? readWeight(tables),
    style: isItalic ? 'italic' : 'normal',
  };
}

function tableOf(tables: Tables, tag: string, minBytes: number): DataView {
  const table = tables.get(tag);
  if (table === undefined || table.byteLength < minBytes)
    return invalid(`is a damaged font: its table "${tag}" is too short`);
  return viewOf(table);
}

/** Returns whether `fsSelection` says that the font is italic. */
const readSelection = (tables: Tables): boolean =>
  tables.has('OS/2') && (tableOf(tables, 'OS/2', 64).getUint16(62) & 1) !== 0;

function readWeight(tables: Tables): string {
  if (!tables.has('OS/2')) return '400';
  const weight = tableOf(tables, 'OS/2', 6).getUint16(4);
  return String(Math.min(1_000, Math.max(1, weight)));
}

const FVAR_HEADER_BYTES = 16;
const AXIS_BYTES = 20;

/** The range of a variable font, such as `100 900`. */
function readWeightAxis(tables: Tables, meter: Meter): string | null {
  const fvar = tables.get('fvar');
  if (fvar === undefined || fvar.byteLength < FVAR_HEADER_BYTES) return null;
  const view = viewOf(fvar);
  const [start, count, size] = [view.getUint16(4), view.getUint16(8), view.getUint16(10)];
  meter.charge(AXIS_BYTES * count);
  for (let axis = 0; axis < count; axis += 1) {
    const at = start + axis * size;
    if (at + 16 > fvar.byteLength) return null;
    if (tagAt(fvar, at) !== 'wght') continue;
    // Numbers of 16.16 bits.
    const [min, max] = [view.getInt32(at + 4), view.getInt32(at + 12)].map((fixed) =>
      Math.round(fixed / 65_536),
    );
    const isRange = min !== undefined && max !== undefined && 1 <= min && min < max && max <= 1_000;
    return isRange ? `${min} ${max}` : null;
  }
  return null;
}
