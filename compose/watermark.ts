import { Meter } from '@platen/meter';
import type { WatermarkOptions as EngineWatermark } from '@platen/pdf';
import {
  COLOUR,
  MAX_WATERMARK_CHARACTERS,
  MAX_WATERMARK_IMAGE_BYTES,
  type WatermarkOptions,
} from '../schema/api/finish-options.ts';
import { pageRanges as ranges } from '../schema/api/page-ranges.ts';
import { ASSET_SCHEME } from './assets/uses-assets.ts';
import { base64Bytes } from './base64.ts';
import { characterCount } from './filename.ts';
import { type FinishContext, fillForm } from './finish-form.ts';
import { findImageType } from './image-type.ts';

const DEFAULT_OPACITY = 0.15;
const DEFAULT_COLOUR = '#000000';
const TEXT_ANGLE = 45;

/** Returns null if it is off, or wrong. It has a text or an image. Source: contract 15.3. */
export function composeWatermark(
  watermark: WatermarkOptions,
  context: FinishContext,
): EngineWatermark | null {
  const { enabled = true, text, image, color, opacity, angle, layer, tiled, width, pageRanges } = watermark;
  if (!enabled) return null;
  const form = (field: string, source: string, schema: typeof ranges) =>
    fillForm('watermark', { path: `options.watermark.${field}`, source, schema }, context);
  const colour = color === undefined ? DEFAULT_COLOUR : form('color', color, COLOUR.form);
  const pages = pageRanges === undefined ? null : form('pageRanges', pageRanges, ranges);
  const content = text === undefined ? readImage(image ?? '', context) : readText(text, colour, context);
  return (
    content && {
      content,
      opacity: opacity ?? DEFAULT_OPACITY,
      angle: angle ?? (text === undefined ? 0 : TEXT_ANGLE),
      layer: layer ?? 'above',
      tiled: tiled ?? false,
      widthMm: width ?? null,
      pageRanges: pages,
    }
  );
}

/** All but the ends of lines. */
const CONTROLS = /(?!\n)\p{Cc}/gu;

/** Spaces, marks of direction, joiners, fillers and tags draw nothing, and neither does U+2800, the empty Braille pattern. */
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{2800}]/u;

function readText(
  source: string,
  colour: string,
  { fill, report }: FinishContext,
): EngineWatermark['content'] | null {
  const text = fill('watermark', source).toWellFormed().replaceAll(CONTROLS, '').trim();
  if (text === '') report('options.watermark.text: is empty');
  else if (!VISIBLE.test(text)) report('options.watermark.text: has no visible character');
  else if (characterCount(text) > MAX_WATERMARK_CHARACTERS)
    report(`options.watermark.text: has more than ${MAX_WATERMARK_CHARACTERS} characters`);
  else return { text, colour };
  return null;
}

const DATA_URL = /^data:image\/(?:png|jpeg|jpg);base64,/i;

function readImage(source: string, { fill, report }: FinishContext): EngineWatermark['content'] | null {
  const filled = fill('watermark', source).trim();
  // `attachAssets` reads it, and says what it is.
  if (filled.startsWith(ASSET_SCHEME)) return { base64: filled, mediaType: 'image/png' };
  const base64 = filled.replace(DATA_URL, '');
  const sizeBytes = base64Bytes(base64);
  if (sizeBytes === null) report('options.watermark.image: must be base64 or a data URL');
  else if (sizeBytes > MAX_WATERMARK_IMAGE_BYTES)
    report(`options.watermark.image: has ${sizeBytes} bytes; an image may have ${MAX_WATERMARK_IMAGE_BYTES}`);
  else {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    // It reads the first segments only.
    const type = findImageType(bytes, new Meter({ maxWork: Number.POSITIVE_INFINITY }));
    if (type === null) report('options.watermark.image: must be a PNG or a JPEG');
    else if (type.problem !== null) report(`options.watermark.image: ${type.problem}`);
    else return { base64, mediaType: type.mediaType };
  }
  return null;
}
