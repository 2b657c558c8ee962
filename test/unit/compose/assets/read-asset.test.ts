import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { InvalidAsset } from '../../../../compose/assets/check/invalid-asset.ts';
import { readAsset } from '../../../../compose/assets/check/read-asset.ts';
import { inProject } from '../../../../scripts/project.ts';
import { growthOf, MAX_GROWTH } from '../../../support/hostile/cpu.ts';
import { unlimited } from '../../../support/unlimited.ts';

const read = (bytes: Uint8Array) =>
  readAsset(bytes, (data, maxOutputLength) => brotliDecompressSync(data, { maxOutputLength }), unlimited());

const file = (path: string) => new Uint8Array(readFileSync(inProject(path)));
const text = (content: string) => new TextEncoder().encode(content);
const base64 = (content: string) => new Uint8Array(Buffer.from(content, 'base64'));

const SERIF = file('dashboard/public/fonts/source-serif-4-latin-600.woff2');
const OCR = file('node_modules/bwip-js/fonts/OCRB7.ttf');
const INCONSOLATA = file('node_modules/bwip-js/fonts/Inconsolata.otf');
const PROFILE = file('node_modules/pdfjs-dist/iccs/CGATS001Compat-v2-micro.icc');

const PNG = base64(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR4nGP4z8DwHwyBNAMDAD/mBfuHaYRRAAAAAElFTkSuQmCC',
);

const svg = (inside: string, attributes = '') =>
  text(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="9"${attributes}>${inside}</svg>`);

describe('a file is recognised by its bytes:', () => {
  test('fonts, with their family, weight and style', async () => {
    expect(await read(SERIF)).toEqual({
      mediaType: 'font/woff2',
      details: { family: 'Source Serif 4', weight: '600', style: 'normal' },
    });
    expect(await read(OCR)).toMatchObject({
      mediaType: 'font/ttf',
      details: { weight: '400', style: 'normal' },
    });
    expect(await read(INCONSOLATA)).toMatchObject({
      mediaType: 'font/otf',
      details: { family: 'Inconsolata' },
    });
  });

  test('pictures, with their size', async () => {
    expect(await read(PNG)).toEqual({ mediaType: 'image/png', details: { width: 2, height: 3 } });
    expect(await read(svg('<path d="M0 0h8"/>'))).toEqual({
      mediaType: 'image/svg+xml',
      details: { width: 8, height: 9 },
    });
    expect(await read(file('docs/pictures/book.webp'))).toMatchObject({ mediaType: 'image/webp' });
  });

  test('a colour profile, with its colour space', async () => {
    expect(await read(PROFILE)).toEqual({
      mediaType: 'application/vnd.iccprofile',
      details: { colourSpace: 'CMYK' },
    });
  });
});

describe('a damaged file is refused, and the message says what is wrong:', () => {
  const changed = (bytes: Uint8Array, at: number, value: number) => {
    const copy = bytes.slice();
    copy[at] = value;
    return copy;
  };

  test.each([
    ['nothing', new Uint8Array(), 'is empty'],
    ['a text', text('hello'), 'is no WOFF2, TTF, OTF, PNG, JPEG, WebP, SVG, ICC or PDF file'],
    ['WOFF 1', text('wOFF0000'), 'is a WOFF font of version 1; convert it to WOFF2'],
    ['a collection', text('ttcf0000'), 'is a collection of fonts'],
    ['HTML', text('<!doctype html><p>x'), 'is no SVG'],
    ['a cut WOFF2', SERIF.subarray(0, 5_000), 'is a damaged WOFF2 font'],
    ['a WOFF2 of zeros', changed(SERIF, SERIF.byteLength - 900, 0xff), 'is a damaged WOFF2 font'],
    ['only the head of a WOFF2', text(`wOF2${'x'.repeat(60)}`), 'is a damaged WOFF2 font'],
    ['a cut TTF', OCR.subarray(0, 3_000), 'is outside of the file'],
    ['the head of a TTF', OCR.subarray(0, 20), 'is a damaged font'],
    ['a cut PNG', PNG.subarray(0, 60), 'is a damaged PNG: it ends too early'],
    ['a PNG without a size', changed(PNG, 19, 0), 'is a damaged PNG: it has no size'],
    ['a PNG of many pixels', changed(changed(PNG, 18, 0x3e), 22, 0x3e), 'has more than 50000000 pixels'],
    ['a PNG that is wide', changed(PNG, 17, 1), 'has more than 16000 pixels on a side'],
    ['the start of a JPEG', base64('/9j/4AAQ'), 'is a damaged JPEG'],
    ['a RIFF that is a sound', text(`RIFF0000WAVE${'x'.repeat(40)}`), 'is a RIFF file that is no WebP'],
    ['a cut profile', PROFILE.subarray(0, 400), 'is a damaged ICC profile'],
  ])('%s', async (_, bytes, problem) => {
    await expect(read(bytes)).rejects.toThrow(problem);
  });

  test('every cut of a small font and a picture, without any other error', async () => {
    for (const whole of [SERIF, PNG, PROFILE]) {
      for (let length = 0; length < Math.min(whole.byteLength, 3_000); length += 7) {
        await expect(read(whole.subarray(0, length))).rejects.toThrow(
          expect.objectContaining({ name: 'InvalidAsset' }),
        );
      }
    }
  });
});

describe('an SVG', () => {
  test.each([
    ['a drawing program', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">'],
    ['a declaration', '<?xml version="1.0" encoding="utf-8"?><!-- Generator -->'],
    [
      'another one',
      '\uFEFF<?xml version="1.0"?>\n<!-- Created with it -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 20010904//EN"\n  "http://www.w3.org/TR/svg10.dtd">\n',
    ],
  ])('may begin with what %s writes', async (_, start) => {
    const bytes = text(`${start}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"/>`);
    expect((await read(bytes)).details).toEqual({ width: 30, height: 20 });
  });

  test.each([
    ['a gradient', '<linearGradient id="g"/><path fill="url(#g)" style="stroke: url(\'#g\')" d="M0 0"/>'],
    ['a reuse of itself', '<g id="a"/><use href="#a"/>'],
    ['an embedded picture', '<image href="data:image/png;base64,iVBORw0KGgo="/>'],
    ['a link', '<a href="https://example.com/"><text>Example</text></a>'],
    ['styles', '<style><![CDATA[.a { fill: red } ]]></style>'],
  ])('may have %s', async (_, inside) => {
    expect((await read(svg(inside))).mediaType).toBe('image/svg+xml');
  });

  test.each([
    ['a script', '<script>alert(1)</script>', '<script>'],
    ['a script in another prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg"/>', '<script>'],
    ['a script in capital letters', '<SCRIPT/>', '<SCRIPT>'],
    ['an event handler', '<g onload="alert(1)"/>', 'an event handler: onload of <g>'],
    ['an event handler in capital letters', '<g ONCLICK="x"/>', 'an event handler: ONCLICK of <g>'],
    ['a frame of HTML', '<foreignObject><iframe src="#"/></foreignObject>', '<iframe>'],
    [
      'a foreign picture',
      '<image href="https://example.com/a.png"/>',
      'href of <image>: "https://example.com/a.png"',
    ],
    ['a relative picture', '<image href="a.png"/>', 'a reference to another file'],
    ['an old reference', '<use xmlns:x="http://www.w3.org/1999/xlink" x:href="a.svg#b"/>', 'href of <use>'],
    ['an embedded SVG', '<image href="data:image/svg+xml,%3Csvg/%3E"/>', 'a reference to another file'],
    ['a script in a link', '<a href="java&#10;script:alert(1)"/>', 'a reference to another file'],
    ['a foreign fill', '<path fill="url(https://example.com/#a)"/>', 'fill of <path>'],
    ['a foreign fill in CSS', '<style>path { fill: url("//example.com/a") }</style>', '<style>'],
    ['an import', '<style>@import "a.css";</style>', '@import'],
    ['an escaped import', '<style>@\\69mport "a.css";</style>', '@import'],
    ['an escaped address', '<path style="fill: \\75 rl(//example.com/a)"/>', 'style of <path>'],
    ['a comment in an address', '<style>a { fill: u/**/rl(//example.com/a) }</style>', '<style>'],
    [
      'a script behind a document type in a comment',
      '<!-- <!DOCTYPE svg "--><script>alert(1)</script><!--"> -->',
      '<script>',
    ],
    [
      'an import behind a document type in CSS',
      `<style><![CDATA[/*<!DOCTYPE svg "*/@import 'a.css';/*">*/]]></style>`,
      '@import',
    ],
    [
      'an address between strings that look like a comment',
      '<style>a { content: "/*" } b { fill: url(//example.com/a) } c { content: "*/" }</style>',
      'a reference to another file',
    ],
    [
      'a second picture of a set',
      '<style>a { background: image-set("data:image/png;base64,AA" 1x, "//example.com/a" 2x) }</style>',
      'image-set()',
    ],
    [
      'a list of pictures',
      '<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" srcset="//example.com/a 2x"/></foreignObject>',
      'srcset of <img>',
    ],
    [
      'a background of HTML',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" background="//example.com/a"/></foreignObject>',
      'background of <body>',
    ],
    ['an animated reference', '<set attributeName="href" to="x"/>', 'animates a reference'],
    ['an entity', '<!ENTITY a "b">', 'entities'],
    ['a style sheet', '<?xml-stylesheet href="a.css"?>', '<?xml-stylesheet?>'],
    ['an open element', '<g>', 'unexpected close tag'],
  ])('may not have %s', async (_, inside, problem) => {
    await expect(read(svg(inside))).rejects.toThrow(problem);
  });

  test.each(['x', '\\\\', String.raw`\61 `])(
    'may not have an escaped address, wherever it is: after a long run of %j',
    async (run) => {
      for (let shift = 0; shift < 16; shift += 1) {
        const before = 'x'.repeat(shift) + run.repeat(Math.ceil((65_536 - 12) / run.length));
        const css = String.raw`${before}; fill: \75 \000072l(//example.com/a) }`;
        await expect(read(svg(`<style>${css}</style>`)), `${shift}`).rejects.toThrow(
          'a reference to another file',
        );
      }
    },
  );

  test('needs its namespace, one root, and UTF-8', async () => {
    await expect(read(text('<svg/>'))).rejects.toThrow('without its namespace');
    await expect(read(text('<html xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toThrow(
      'its root element is <html>',
    );
    await expect(read(new Uint8Array([0x3c, 0x73, 0xff]))).rejects.toThrow('is not UTF-8');
  });

  test('of great depth or length takes little time', async () => {
    await expect(
      read(text('<svg xmlns="http://www.w3.org/2000/svg">' + '<g>'.repeat(100_000))),
    ).rejects.toThrow('deeper');
    const wide = svg('<g/>'.repeat(200_000));
    expect((await read(wide)).mediaType).toBe('image/svg+xml');
  });

  test.each(['/* ', '/*', '*/', String.raw`\0`, String.raw`\61 `, 'url(', 'url("', 'src( ', 'url(#"'])(
    'takes time in proportion to a style sheet that repeats %j, and to an attribute',
    async (run) => {
      const attempt = async (bytes: Uint8Array) => {
        try {
          await read(bytes);
        } catch (error) {
          // Some of these are references.
          if (!(error instanceof InvalidAsset)) throw error;
        }
      };
      expect(await growthOf((css) => attempt(svg(`<style>${css}</style>`)), run)).toBeLessThan(MAX_GROWTH);
      const attribute = (css: string) => svg(`<path style="${css.replaceAll('"', '&quot;')}"/>`);
      expect(await growthOf((css) => attempt(attribute(css)), run)).toBeLessThan(MAX_GROWTH);
    },
  );

  test.each([
    ['after a comment with an address', `<style>/* url(# */ a { fill: src("a.svg") }</style>`],
    ['behind spaces', `<rect fill="url(&quot;${' '.repeat(200)}http://a.b&quot;)"/>`],
    ['that begins with a quotation mark', `<style>a { fill: url("'a.svg") }</style>`],
    ['with an escaped name', String.raw`<style>a { fill: u\72 l(a.svg) }</style>`],
  ])('may have no address %s', async (_, inside) => {
    await expect(read(svg(inside))).rejects.toThrow('a reference to another file');
  });
});
