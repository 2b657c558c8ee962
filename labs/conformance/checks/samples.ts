import { readdirSync, readFileSync } from 'node:fs';
import { inProject } from '../../../scripts/project.ts';

const FOLDER = inProject('labs/conformance/java/samples');

/** Media types of the fonts and images in `samples/`, by extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  jp2: 'image/jp2',
  jpg: 'image/jpeg',
  png: 'image/png',
  ttf: 'font/ttf',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Returns a file of `samples/` as a `data:` address. */
export function sample(name: string): string {
  const type = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? '';
  return `data:${type};base64,${readFileSync(`${FOLDER}/${name}`, 'base64')}`;
}

/** Lists the names of the images. */
export const listImages = (): string[] =>
  readdirSync(FOLDER).filter((name) =>
    (MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? '').startsWith('image/'),
  );

/** Lists the names of the fonts. Each file is a font family, such as `colr-0`. */
export const listFonts = (): string[] => readdirSync(FOLDER).filter((name) => /\.(?:ttf|woff2)$/.test(name));

export const familyOf = (name: string): string => name.replace(/\.\w+$/, '');

export const fontFace = (name: string): string =>
  `@font-face { font-family: "${familyOf(name)}"; src: url(${sample(name)}); font-weight: 100 900 }`;
