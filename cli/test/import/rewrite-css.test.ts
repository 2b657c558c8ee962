import { expect, test } from 'vitest';
import { rewriteCss } from '../../import/rewrite-css.ts';

const rewrite = (css: string): Promise<string> =>
  rewriteCss(css, {
    file: async (address) => (address.startsWith('#') ? null : `new:${address}`),
    sheet: async (address) => (address === 'gone.css' ? null : `/* ${address} */`),
  });

test.each([
  ['an address', `a{b:url( x.png ) URL( 'y\\7a ' )}`, 'a{b:url("new:x.png") url("new:yz")}'],
  ['an address that stays', 'a{b:url(#x) url("") url("c" d)}', 'a{b:url(#x) url("") url("c" d)}'],
  ['an import', '@import "a.css"; @IMPORT url(b.css) ;c{}', '/* a.css */ /* b.css */c{}'],
  ['an import with media', "@import 'a.css' print;", '@media print {\n/* a.css */\n}'],
  ['an import that stays', '@import url(gone.css) print; a{}', '@import url(gone.css) print; a{}'],
  ['an import at the end', 'a{}@import "a.css"', 'a{}/* a.css */'],
  ['a comment', '/* @import "a.css"; url(x) */', '/* @import "a.css"; url(x) */'],
  ['a string', 'a{content:"url(x)"}', 'a{content:"url(x)"}'],
])('rewrites %s', async (_, css, written) => {
  expect(await rewrite(css)).toBe(written);
});
