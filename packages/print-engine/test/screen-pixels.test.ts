import { describe, expect, test } from 'vitest';
import { withNeededPixels } from '../fast/screen-pixels.ts';
import { makeJob } from './support.ts';

const ratioOf = (html: string, changes = {}): number | undefined =>
  withNeededPixels(makeJob({ html, pixelRatio: 2, ...changes }), 'fast').pixelRatio;

describe('the pixels of the screen', () => {
  test.each([
    '<canvas id="c"></canvas><script>draw(c)</script>',
    '<img src="a.png" srcset="b.png 2x">',
    '<style>p { background: image-set("a.png" 1x, "b.png" 2x) }</style>',
    '<style>@media (min-resolution: 2dppx) { p { color: red } }</style>',
    '<style>@media (resolution >= 2dppx) { p { color: red } }</style>',
    '<style>@media (-webkit-min-device-pixel-ratio: 2) { p { color: red } }</style>',
    '<style>@import "a.css"</style>',
    '<link rel="stylesheet" href="a.css">',
    '<iframe srcdoc="<p>x"></iframe>',
    '<p onclick="0">x',
    String.raw`<style>@media (min-\72esolution: 2dppx) { p { color: red } }</style>`,
  ])('are needed by %s', (html) => {
    expect(ratioOf(html)).toBe(2);
    const band = { html, heightMm: 9, leftMm: 0, rightMm: 0, pages: null, field: 'options.header' };
    expect(ratioOf('<p>x', { header: [band] })).toBe(2);
    expect(withNeededPixels(makeJob({ html: '<p>x', pixelRatio: 2 }), 'plain').pixelRatio).toBe(2);
  });

  test('are looked for in a long text without delay', () => {
    const long = ` on${'a'.repeat(8_000_000)} resolution${' '.repeat(8_000_000)}`;
    expect(ratioOf(long)).toBe(1);
  });
});
