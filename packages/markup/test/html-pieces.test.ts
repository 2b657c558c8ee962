import { describe, expect, test } from 'vitest';
import { readPieces } from '../index.ts';

/** Each as its kind, its name and its text. */
const read = (html: string): string[] =>
  Array.from(readPieces(html), ({ kind, name, start, end }) => `${kind} ${name} ${html.slice(start, end)}`);

describe('the pieces of HTML', () => {
  test.each([
    ['a<p class="x>y">b</P >c', ['tag p <p class="x>y">', 'end-tag p </P >']],
    [
      '<!doctype html><!-- <b> --><?xml?>< a',
      ['other  <!doctype html>', 'other  <!-- <b> -->', 'other  <?xml?>'],
    ],
    [
      '<style>a<b></styles></style>',
      ['tag style <style>', 'text style a<b></styles>', 'end-tag style </style>'],
    ],
    ['<script>"<p>"', ['tag script <script>', 'text script "<p>"']],
    ['<plaintext><p></plaintext>', ['tag plaintext <plaintext>', 'text plaintext <p></plaintext>']],
    ['<b><p class="a', ['tag b <b>']],
  ])('of %j', (html, expected) => {
    expect(read(html)).toEqual(expected);
  });
});
