import type { FoundAsset } from './asset-source.ts';

const FORMATS: Readonly<Record<string, string>> = {
  'font/woff2': 'woff2',
  'font/ttf': 'truetype',
  'font/otf': 'opentype',
};

/** The rule that gives a font its family. */
export function writeFontFace({ mediaType, details }: FoundAsset, base64: string): string {
  const { family = '', weight = '400', style = 'normal' } = details;
  const source = `url(data:${mediaType};base64,${base64}) format("${FORMATS[mediaType] ?? ''}")`;
  return `@font-face{font-family:${quote(family)};src:${source};font-weight:${weight};font-style:${style}}`;
}

/** A family comes from a file. `<` would end the style sheet. */
const quote = (family: string): string =>
  `"${family.replaceAll(/[^\p{L}\p{N} ._-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
