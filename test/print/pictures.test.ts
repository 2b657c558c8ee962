import { describe, expect, test } from 'vitest';
import { type Picture, type PrintJob, readWhole } from '@platen/pdf';
import { printInPool, UnprintableJob } from '@platen/print-engine';
import { type Image, openImage, typeOfImage } from '../support/image.ts';
import { jobOf, PNG, sides } from './support/jobs.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();

/** 200 × 100 CSS pixels. */
const SMALL = { widthMm: 52.917, heightMm: 26.458 };

const PLAIN = '<!doctype html><style>body { margin: 0 }</style>';

interface Taken {
  readonly bytes: Uint8Array;
  readonly image: Image;
}

async function take(
  html: string,
  picture: Partial<Picture> = {},
  job: Partial<PrintJob> = {},
): Promise<Taken> {
  const changes = { paper: SMALL, contentMargin: sides(0), report: false, ...job };
  const asked = jobOf(html, { ...changes, picture: { ...PNG, ...picture } });
  const { pdf, report } = await printInPool(printer.pool, asked, limitsOf());
  expect(report.pageCount).toBe(1);
  const bytes = await readWhole(pdf);
  return { bytes, image: await openImage(bytes) };
}

const block = (height: string, colour: string, more = ''): string =>
  `<div style="height: ${height}; background: ${colour}; ${more}"></div>`;

const isNear = (pixel: readonly number[], expected: readonly number[], tolerance = 3): boolean =>
  expected.every((value, index) => Math.abs((pixel[index] ?? 0) - value) <= tolerance);

const RED = [204, 0, 0, 255];
const BLUE = [0, 0, 204, 255];

describe('a picture', () => {
  test.each(typical(['png', 'jpeg', 'webp'] as const, 2))(
    'is a %s as large as the paper',
    LONG,
    async (type) => {
      const { bytes, image } = await take(PLAIN + block('40px', '#c00') + block('500px', '#00c'), { type });
      expect(typeOfImage(bytes)).toBe(type);
      expect([image.width, image.height]).toEqual([200, 100]);
      expect(isNear(image.pixel(100, 20), RED)).toBe(true);
      expect(isNear(image.pixel(100, 90), BLUE)).toBe(true);
    },
  );

  test('of A4 has 96 pixels an inch, times the device scale factor', async () => {
    const paper = { widthMm: 210, heightMm: 297 };
    const { image } = await take(PLAIN + block('100vh', '#c00'), { pixelRatio: 3 }, { paper });
    expect([image.width, image.height]).toEqual([2382, 3369]);
    expect(image.pixel(2381, 3368)).toEqual(RED);
  });

  test('has the margins as padding around the content', async () => {
    const { image } = await take(PLAIN + block('10px', '#c00'), {}, { contentMargin: sides(5.292) });
    expect(image.pixel(19, 25)).toEqual([255, 255, 255, 255]);
    expect(image.pixel(21, 25)).toEqual(RED);
    expect(image.pixel(179, 25)).toEqual(RED);
    expect(image.pixel(181, 25)).toEqual([255, 255, 255, 255]);
  });

  variation('of a scaled document has the same size', async () => {
    const { image } = await take(PLAIN + block('10px', '#c00', 'width: 10px'), {}, { scale: 2 });
    expect([image.width, image.height]).toEqual([200, 100]);
    expect(image.pixel(19, 19)).toEqual(RED);
    expect(image.pixel(21, 21)).toEqual([255, 255, 255, 255]);
  });

  variation('of the full page is as high as the content, and vh stays that of the paper', async () => {
    const { image } = await take(PLAIN + block('100vh', '#c00') + block('700px', '#00c'), { fullPage: true });
    expect([image.width, image.height]).toEqual([200, 800]);
    expect(image.pixel(5, 99)).toEqual(RED);
    expect(image.pixel(5, 101)).toEqual(BLUE);
    expect(image.pixel(5, 799)).toEqual(BLUE);
  });

  variation('of a short full page is as high as the paper', async () => {
    const { image } = await take(PLAIN + block('7px', '#c00'), { fullPage: true });
    expect(image.height).toBe(100);
  });

  test('on paper of automatic height is as high as the content', async () => {
    const paper = { ...SMALL, heightMm: 5_080 };
    const { image } = await take(PLAIN + block('37px', '#c00'), {}, { paper, fitHeight: true });
    expect([image.width, image.height]).toEqual([200, 37]);
  });

  test('of an element has the size of the element, also below the paper', async () => {
    const html = `${PLAIN}${block('300px', '#00c')}<p id="x" style="margin: 7px; width: 50px; height: 20px; background: #c00"></p>`;
    const { image } = await take(html, { selector: '#x', pixelRatio: 2 });
    expect([image.width, image.height]).toEqual([100, 40]);
    expect(image.share((red, green) => red === 204 && green === 0)).toBe(1);
  });

  test('waits for what scripts, images and fonts change first', async () => {
    const html = `${PLAIN}<div id="x"></div><script>
      requestAnimationFrame(() => { x.style = 'height: 100px; background: #c00' })</script>`;
    const { image } = await take(html);
    expect(image.pixel(50, 50)).toEqual(RED);
  });

  variation('follows the media type', async () => {
    const html = `${PLAIN}<style>div { height: 100px } @media print { div { background: #c00 } } @media screen { div { background: #00c } }</style><div></div>`;
    const print = await take(html, {}, { mediaType: 'print' });
    const screen = await take(html, {}, { mediaType: 'screen' });
    expect(print.image.pixel(5, 5)).toEqual(RED);
    expect(screen.image.pixel(5, 5)).toEqual(BLUE);
  });

  variation('of lower quality is smaller', async () => {
    const html = `${PLAIN}<div style="height: 100px; background: linear-gradient(40deg, red, blue, lime)">Text of a picture</div>`;
    for (const type of ['jpeg', 'webp'] as const) {
      const [low, high] = [await take(html, { type, quality: 10 }), await take(html, { type, quality: 100 })];
      expect(low.bytes.byteLength, type).toBeLessThan(high.bytes.byteLength);
    }
  });
});

describe('a transparent picture', () => {
  test.each(typical(['png', 'webp'] as const, 1))('of type %s has no background', LONG, async (type) => {
    const { image } = await take(PLAIN + block('50px', '#c00'), { type, transparent: true });
    expect(image.pixel(10, 90)[3]).toBe(0);
    expect(isNear(image.pixel(10, 10), RED)).toBe(true);
  });

  test('leaves nothing in its page: the next picture is white, and the next PDF has its size', async () => {
    for (let round = 0; round < 3; round += 1) {
      await take(PLAIN, { transparent: true, pixelRatio: 3 });
      const { image } = await take(PLAIN);
      expect([image.width, image.height, ...image.pixel(5, 5)]).toEqual([200, 100, 255, 255, 255, 255]);
    }
    await take(PLAIN, { transparent: true, pixelRatio: 3 });
    const ratio = '<p><script>document.write(`ratio ${devicePixelRatio} width ${innerWidth}`)</script>';
    const { document } = await printer.print(jobOf(ratio, { contentMargin: sides(0) }));
    expect(await document.text(1)).toContain('ratio 2 width 794');
  });
});

describe('the mark of a test key', () => {
  const isMark = (red: number, green: number, blue: number): boolean => red > green + 10 && green === blue;
  const paper = { widthMm: 105, heightMm: 148 };

  test.each(typical(['png', 'jpeg', 'webp'] as const, 2))('covers a %s', LONG, async (type) => {
    const { bytes, image } = await take(PLAIN, { type }, { paper, watermark: 'TEST' });
    expect(typeOfImage(bytes)).toBe(type);
    expect([image.width, image.height]).toEqual([397, 559]);
    expect(image.share((red, green) => red > green + 10)).toBeGreaterThan(0.02);
  });

  variation('covers a picture with a device scale factor and a transparent one', async () => {
    const scaled = await take(PLAIN, { pixelRatio: 3 }, { paper, watermark: 'TEST' });
    expect([scaled.image.width, scaled.image.height]).toEqual([1191, 1677]);
    expect(scaled.image.share(isMark)).toBeGreaterThan(0.02);
    const transparent = await take(PLAIN, { transparent: true }, { paper, watermark: 'TEST' });
    const alpha = transparent.image.share((_red, _green, _blue, opacity) => opacity > 0);
    expect(alpha).toBeGreaterThan(0.02);
    expect(alpha).toBeLessThan(0.5);
  });

  test('changes no pixel between its letters', async () => {
    const html = `${PLAIN}<p style="font: 20px serif; padding: 40px">Text that a mark is drawn over</p>`;
    const plain = await take(html, { pixelRatio: 2 }, { paper });
    const marked = await take(html, { pixelRatio: 2 }, { paper, watermark: 'TEST' });
    let same = 0;
    for (let y = 0; y < plain.image.height; y += 3)
      for (let x = 0; x < plain.image.width; x += 3)
        if (String(plain.image.pixel(x, y)) === String(marked.image.pixel(x, y))) same += 1;
    expect(same / ((plain.image.height / 3) * (plain.image.width / 3))).toBeGreaterThan(0.7);
  });

  test('cannot be hidden by the document', async () => {
    const html = `<!doctype html><style>
      * { display: none !important; visibility: hidden !important }
      html { display: block !important; opacity: 0; zoom: 0.1; height: 100vh }
      </style><script>
      new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => node.remove())))
        .observe(document, { childList: true, subtree: true });
      addEventListener('pagehide', () => { document.write('<plaintext>'); while (Math.random() > 1e-6); });
      setInterval(() => document.querySelectorAll('img, svg').forEach((node) => node.remove()), 1)</script>`;
    const { image } = await take(html, {}, { paper, watermark: 'TEST' });
    expect(image.share(isMark)).toBeGreaterThan(0.02);
  });
});

describe('it is refused', () => {
  const refusals: readonly [string, Partial<Picture>, Partial<PrintJob>, string][] = [
    ['an element that does not exist', { selector: '#none' }, {}, 'output.selector: no element matches'],
    ['a selector that is not valid', { selector: 'p[' }, {}, 'output.selector: is not a valid CSS selector'],
    ['an element without a size', { selector: 'title' }, {}, 'output.selector: the element has no size'],
    [
      'a side over the limit',
      { fullPage: true },
      {},
      'output.fullPage: the picture would have 200 × 17000 pixels',
    ],
    [
      'too many pixels',
      { pixelRatio: 3 },
      { paper: { widthMm: 594, heightMm: 841 } },
      'output.deviceScaleFactor: the picture would have',
    ],
    [
      'too many pixels of an element',
      { selector: 'body', pixelRatio: 3 },
      {},
      'output.selector: the picture would have 600 × 51000',
    ],
    [
      'too many pixels of a full page',
      { fullPage: true },
      { paper: { widthMm: 420, heightMm: 210 } },
      'output.fullPage: the picture would have 1587 × 17000',
    ],
  ];

  test.each(refusals)('%s', async (_, picture, job, detail) => {
    const refused = take(`${PLAIN}<title>x</title>${block('17000px', '#c00')}`, picture, job).catch(
      (error: unknown) => error,
    );
    const error = await refused;
    expect(error).toBeInstanceOf(UnprintableJob);
    expect(String(error)).toContain(detail);
  });
});

variation(
  'a picture of noise that is taken in strips is complete, and does not end the connection',
  async () => {
    const html = `${PLAIN}<canvas id="c" width="1500" height="1500" style="display: block"></canvas><script>
    const context = c.getContext('2d'), noise = context.createImageData(1500, 1500);
    for (let at = 0; at < noise.data.length; at += 65536)
      crypto.getRandomValues(new Uint8Array(noise.data.buffer, at, Math.min(65536, noise.data.length - at)));
    for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
    context.putImageData(noise, 0, 0)</script>`;
    const paper = { widthMm: (1500 * 25.4) / 96, heightMm: (1500 * 25.4) / 96 };
    const { image, bytes } = await take(html, {}, { paper });
    expect([image.width, image.height]).toEqual([1500, 1500]);
    expect(bytes.byteLength).toBeGreaterThan(6_000_000);
    const { image: small } = await take(PLAIN);
    expect(small.width).toBe(200);
  },
);

test.each(typical([1, 1.5, 0.7, 2.3], 1))(
  'strips of a picture with %d pixels for a CSS pixel meet',
  LONG,
  async (pixelRatio) => {
    const lines = Array.from({ length: 400 }, (_, index) =>
      block('4px', index % 2 === 0 ? '#c00' : '#00c'),
    ).join('');
    const { image } = await take(
      PLAIN + lines,
      { fullPage: true, pixelRatio },
      { paper: { widthMm: 210, heightMm: 297 } },
    );
    expect(image.height).toBe(Math.round(1_600 * pixelRatio));
    for (let index = 0; index < 400; index += 1) {
      const expected = index % 2 === 0 ? RED : BLUE;
      expect(
        isNear(image.pixel(300, Math.floor((index * 4 + 2) * pixelRatio)), expected),
        `line ${index}`,
      ).toBe(true);
    }
  },
);
