import { expect, test } from 'vitest';
import { findFontLinks } from '../../../../compose/assets/font-links.ts';

const INTER = { name: 'inter.woff2', details: { family: 'Inter' } };

test('a link to a font of Google gets a hint that names the asset, or what to upload', () => {
  const html =
    '<link href="https://fonts.googleapis.com/css2?family=Inter:wght@400;700&amp;family=Roboto+Mono&display=swap" rel="stylesheet">';
  expect(findFontLinks(html, [INTER]).map(({ message }) => message)).toEqual([
    'The document loads the font "Inter" from fonts.googleapis.com. The asset "inter.woff2" has this family, so the <link> can go.',
    'The document loads the font "Roboto Mono" from fonts.googleapis.com. Upload its WOFF2 file as an asset. Then the family needs no <link> and no network.',
  ]);
});

test('an older link and an import are found too, and other documents have no hint', () => {
  const css = '@import url("https://fonts.googleapis.com/css?family=Lato|Open+Sans:400");';
  expect(findFontLinks(css, [])).toHaveLength(2);
  expect(findFontLinks('<p>family=Inter</p>', [INTER])).toEqual([]);
});
