import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { readTags } from '../fast/html-tags.ts';
import { LONG, typical } from '../../../test/support/thorough.ts';

interface Read {
  readonly isRead: boolean;
  /** Each as `name attribute=value`. */
  readonly tags: readonly string[];
  readonly styles: readonly string[];
}

const describeTag = (name: string, attributes: Iterable<readonly [string, string]>): string =>
  [name, ...Array.from(attributes, ([attribute, value]) => `${attribute}=${value}`)].join(' ');

function read(html: string): Read {
  const tags: string[] = [];
  const styles: string[] = [];
  const isRead = readTags(html, {
    onTag: ({ name, attributes }) => tags.push(describeTag(name, attributes)),
    onStyle: (text) => styles.push(text),
  });
  return { isRead, tags, styles };
}

/** Reads the same from the tree that the HTML standard describes. */
function readTree(html: string): Omit<Read, 'isRead'> {
  const tags: string[] = [];
  const styles: string[] = [];
  const visit = (node: DefaultTreeAdapterMap['node']): void => {
    if ('tagName' in node) {
      const name = node.tagName.toLowerCase();
      const attributes = node.attrs.map(
        ({ prefix, name: own, value }) =>
          [`${prefix ? `${prefix}:` : ''}${own}`.toLowerCase(), value] as const,
      );
      // A parser adds these where the HTML does not have them.
      const isImplied = /^(?:html|head|body|tbody|tr|colgroup|p|br)$/.test(name) && attributes.length === 0;
      if (!isImplied) tags.push(describeTag(name, attributes));
      if (name === 'style')
        styles.push(node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''));
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
    if ('content' in node) visit(node.content);
  };
  visit(parse(html));
  return { tags, styles };
}

describe('the start tags of HTML', () => {
  test.each([
    ['<p class=a>', ['p class=a']],
    ['<P CLASS="a > b" id=\'c"d\' hidden>', ['p class=a > b id=c"d hidden=']],
    ['<br/><img/src=a.png / alt = "x"/>', ['br', 'img src=a.png alt=x']],
    ['<p =a b==c d=>', ['p =a= b==c d=']],
    ['<p a=1 a=2>', ['p a=1']],
    ['a < b <3 <> </> </3 >', []],
    ['</p title="<b>">x', []],
    ['<!-- <b> --><i><!--><u><!---><s><!-- --!><q><!-- -- > <b>', ['i', 'u', 's', 'q']],
    ['<!doctype html "<b>"><?php <b> ?><! <b> ></ <b>>', []],
    ['<title><b></title ><i><textarea></textareas><b></textarea><u>', ['title', 'i', 'textarea', 'u']],
    ['<style>a > b { c: "</b>" }</STYLE><i>', ['style', 'i']],
    ['<noscript><b></noscript><xmp><b></xmp><i>', ['noscript', 'xmp', 'i']],
    ['<p title="x', []],
    ['<p title=x', []],
    ['<i><plaintext></plaintext><b>', ['i', 'plaintext']],
    ['<i><script>"<b>"</script><b>', ['i', 'script']],
  ])('%s', (html, expected) => {
    expect(read(html)).toMatchObject({ isRead: true, tags: expected });
  });

  test.each([
    '<svg><style><b></style></svg>',
    '<svg><style>&#97;</style></svg>',
    '<svg><title><b></title></svg>',
    '<math><![CDATA[<b>]]></math>',
    '<svg><plaintext><b>',
  ])('are not read where they depend on the tree: %s', (html) => {
    expect(read(html).isRead).toBe(false);
  });

  test.each([
    ['<!--', 0],
    ['<!-- --', 0],
    ['<title>', 1],
    ['<p title="', 0],
    ['<style></', 1],
    ['</p ', 0],
    ['<![CDATA[', 0],
    ['<svg><title>', 2],
    ['< ', 0],
  ])('of a long, repeated text are read in one pass: %s', (piece, count) => {
    // A second pass for each piece would take minutes, and the timeout of the test would end it.
    expect(read(piece.repeat(1_000_000 / piece.length)).tags).toHaveLength(count);
  });
});

const PIECES = (
  '<|</|>|/>|/|=|"|\'| |\n|!|-|--|<!--|-->|--!>|<!|<?|]]>|<![CDATA[|<p|<b class|<i title="|<a href=|<style|<style>|</style|</style>|' +
  '<title>|</title>|<textarea>|</textarea>|<svg>|</svg>|<math>|<table>|<td>|<noscript>|</noscript>|x|&|<xmp>|</xmp>|<plaintext>|' +
  '<template>|</template>|<div |</div>|<!doctype html>'
).split('|');

describe('no element of the tree is missed', () => {
  test.each(
    typical(
      Array.from({ length: 20 }, (_, seed) => seed),
      5,
    ),
  )('seed %i', LONG, (seed) => {
    let state = seed * 7919 + 1;
    const below = (end: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 4_294_967_296) * end);
    };
    for (let run = 0; run < 500; run += 1) {
      const html = Array.from({ length: 2 + below(14) }, () => PIECES[below(PIECES.length)] ?? '').join('');
      const { isRead, tags, styles } = read(html);
      if (!isRead) continue;
      const tree = readTree(html);
      // The parser drops tags that may not be where they are.
      const known = new Set(tags);
      for (const tag of tree.tags) expect(known, html).toContain(tag);
      for (const style of tree.styles) expect(styles, html).toContain(style);
    }
  });
});
