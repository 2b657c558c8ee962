import { describe, expect, test } from 'vitest';
import { decodeCss, readCss, readCssTokens } from '../index.ts';

const kinds = (css: string): string[] =>
  Array.from(readCssTokens(css), ({ kind, text }) => `${kind} ${text}`);

describe('the tokens of CSS', () => {
  test.each([
    ['a:1px', ['name a', 'other :', 'number 1px']],
    ['-1.5em+.5vw', ['number -1.5em', 'number +.5vw']],
    ['@page :first{', ['at @page', 'space  ', 'other :', 'name first', 'other {']],
    ['/* a */b/* c', ['comment /* a */', 'name b', 'comment /* c']],
    [`"a\\"b"'c`, [`string "a\\"b"`, `string 'c`]],
    ['"a\nb', ['string "a', 'space \n', 'name b']],
    ['"a\\\nb"', ['string "a\\\nb"']],
    ['url( a\\)b )c', ['url url( a\\)b )', 'name c']],
    ['url( "a" )', ['function url(', 'space  ', 'string "a"', 'space  ', 'other )']],
    ['u\\72 l(a)', ['url u\\72 l(a)']],
    [
      String.raw`w-\[50vw\] #1a --x é`,
      [String.raw`name w-\[50vw\]`, 'space  ', 'other #1a', 'space  ', 'name --x', 'space  ', 'name é'],
    ],
    ['a\\', ['name a', 'other \\']],
  ])('of %j', (css, expected) => {
    expect(kinds(css)).toEqual(expected);
  });

  test('are the whole text, in order', () => {
    const css =
      '@media print { a[b="c"]::before { content: "\\201C" url(x.png) calc(1px + 2%) !important } } \\';
    expect(Array.from(readCssTokens(css), ({ text }) => text).join('')).toBe(css);
  });

  test('have decoded names in lower case', () => {
    const [token] = readCssTokens('\\54 arget-Counter(');
    expect(token).toMatchObject({ kind: 'function', name: 'target-counter' });
  });
});

test.each([
  ['plain', 'plain'],
  ['\\31 2\\a', '12\n'],
  ['a\\\r\nb\\\nc', 'abc'],
  [String.raw`\110000 \"\😀`, '\u{fffd}"😀'],
  ['\\31\r\n2\\', '12\\'],
])('decodes %j', (css, expected) => {
  expect(decodeCss(css)).toBe(expected);
});

describe('CSS without what is quoted', () => {
  test('has no comments, strings and addresses', () => {
    const css = `a/* url(b) */{ content: "url(c)"; background: URL( 'd;e' ) url(f) url("#g") }`;
    expect(readCss(css)).toEqual({
      rest: 'a { content: ""; background:    }',
      addresses: ['d;e', 'f', '#g'],
    });
  });

  test.each([
    ['an address with a modifier', 'url("a" b)', 'url("" b)'],
    ['an address that does not end', 'url(a', 'url('],
    ['an escaped name', 'u\\72 l(a) \\75rl(b)', 'url(a) url('],
  ])('keeps %s', (_, css, rest) => {
    expect(readCss(css)).toEqual({ rest, addresses: [] });
  });
});
