import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The `@font-face` rules of a font in `fonts/`: the characters of the gallery from a font that is large as a whole. */
export const subsetFont = (name: 'noto-sans-sc' | 'twemoji'): string =>
  readFileSync(new URL(`fonts/${name}.css`, import.meta.url), 'utf8');

/**
 * The `@font-face` rules of a fontsource package as data URIs, because the machine may have no font for a script.
 * Only the slices of the package that the text needs are embedded.
 */
export function embeddedFont(packageName: string, text: string, weight = 400): string {
  const stylesheet = require.resolve(`${packageName}/${weight}.css`);
  const points = new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0));
  const faces = readFileSync(stylesheet, 'utf8').match(/@font-face\s*{[^}]*}/g) ?? [];
  return faces
    .filter((face) => [...points].some((point) => covers(face, point)))
    .map((face) =>
      face.replace(/src:[^;]*;/, () => {
        const file = /url\(\.\/([^)]*\.woff2)\)/.exec(face)?.[1] ?? '';
        const data = readFileSync(join(dirname(stylesheet), file)).toString('base64');
        return `src: url(data:font/woff2;base64,${data}) format('woff2');`;
      }),
    )
    .join('\n');
}

function covers(face: string, point: number): boolean {
  const ranges = /unicode-range:\s*([^;}]*)/.exec(face)?.[1];
  if (!ranges) return true;
  return ranges.split(',').some((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    const low = Number.parseInt(first.replaceAll('?', '0'), 16);
    const high = Number.parseInt(last.replaceAll('?', 'f'), 16);
    return point >= low && point <= high;
  });
}
