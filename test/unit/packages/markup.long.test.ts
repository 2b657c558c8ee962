import { describe } from 'vitest';
import { testPacked } from '../../support/packed-package.ts';

describe('@platen/markup, packed and installed in an empty project', () => {
  testPacked({
    folder: 'packages/markup',
    program: `
import { readCss, readPieces } from '@platen/markup';
console.log(readCss('a { fill: url("b") }').addresses, Array.from(readPieces('<p>x'), ({ name }) => name));
`,
    prints: "[ 'b' ] [ 'p' ]\n",
    typed: `
import { type CssToken, readCssTokens, readPieces } from '@platen/markup';
const [token]: CssToken[] = [...readCssTokens('a')];
const name: string | undefined = token?.name;
// @ts-expect-error HTML is text
readPieces(name === 'a' ? 1 : 2);
`,
  });
});
