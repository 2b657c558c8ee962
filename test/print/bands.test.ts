import { describe, expect, test } from 'vitest';
import type { Band, PrintJob } from '@platen/pdf';
import { bandOf, jobOf, type JobChanges, pagesOf, sides } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { useWebServer } from './support/web-server.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();
const RED = [204, 0, 0] as const;
const GREEN = [0, 204, 0] as const;
const BLUE = [0, 0, 204] as const;

const bar = (colour: string, heightMm = 10, widthMm = 40) =>
  `<div style="background: ${colour}; height: ${heightMm}mm; width: ${widthMm}mm"></div>`;

/** `skipFirstHeader` makes a band like this one. */
const SKIPPED = bandOf('', { pages: [{ first: 1, last: 1 }] });

const noisePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mM4w3DmPwMDAwMjA8P/MwAyOQY5aYmmhAAAAABJRU5ErkJggg==',
  'base64',
);

const server = useWebServer((request, response) => {
  if (request.url === '/megabyte.svg') {
    const padding = `<!--${'x'.repeat(1_000_000)}-->`;
    response
      .writeHead(200, { 'content-type': 'image/svg+xml' })
      .end(
        `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${padding}<rect width="40" height="40" fill="#0000cc"/></svg>`,
      );
  } else {
    response.writeHead(404).end(noisePng);
  }
});

const PAPERS: readonly (readonly [string, PrintJob['paper']])[] = [
  ['A4', { widthMm: 210, heightMm: 297 }],
  ['A4 landscape', { widthMm: 297, heightMm: 210 }],
  ['A6', { widthMm: 105, heightMm: 148 }],
  ['A2', { widthMm: 420, heightMm: 594 }],
  ['Letter', { widthMm: 215.9, heightMm: 279.4 }],
  ['a ticket', { widthMm: 80, heightMm: 60 }],
];

describe('a band measures on paper what it says', () => {
  test.each(typical(PAPERS, 1))('on %s', LONG, async (_name, paper) => {
    const { document } = await printer.print(
      jobOf(`<style>body { margin: 0 }</style>${bar('#00c', 5, 20)}`, {
        paper,
        contentMargin: sides(5, { topMm: 20, bottomMm: 15 }),
        header: bandOf(bar('#c00'), { leftMm: 5, rightMm: 5 }),
        footer: bandOf('<div style="background: #0c0; height: 100%"></div>', {
          heightMm: 15,
          leftMm: 5,
          rightMm: 5,
        }),
      }),
    );
    const header = await document.box(1, RED);
    expect(Math.abs((header?.heightMm ?? 0) - 10)).toBeLessThanOrEqual(0.101);
    expect(Math.abs((header?.widthMm ?? 0) - 40)).toBeLessThanOrEqual(0.101);
    expect(header?.topMm).toBeLessThanOrEqual(0.1);
    expect(Math.abs((header?.leftMm ?? 0) - 5)).toBeLessThanOrEqual(0.2);
    const footer = await document.box(1, GREEN);
    expect(Math.abs((footer?.topMm ?? 0) - (paper.heightMm - 15))).toBeLessThanOrEqual(0.3);
    expect(Math.abs((footer?.heightMm ?? 0) - 15)).toBeLessThanOrEqual(0.3);
    expect(Math.abs((footer?.widthMm ?? 0) - (paper.widthMm - 10))).toBeLessThanOrEqual(0.4);
    const content = await document.box(1, BLUE);
    expect(Math.abs((content?.topMm ?? 0) - 20)).toBeLessThanOrEqual(0.5);
    expect(Math.abs((content?.leftMm ?? 0) - 5)).toBeLessThanOrEqual(0.5);
  });

  test('text of 10 pt is 10 pt, at any scale of the content', async () => {
    const { document } = await printer.print(
      jobOf('<p style="font-size: 10pt">content</p>', {
        scale: 0.5,
        header: bandOf('<span style="font-size: 10pt">band</span>'),
      }),
    );
    expect((await document.find(1, 'band')).fontPoints).toBeCloseTo(10, 1);
    expect((await document.find(1, 'content')).fontPoints).toBeCloseTo(5, 1);
  });

  test('what is taller than the band is cut at its edge', async () => {
    const { document } = await printer.print(jobOf('<p>x', { header: bandOf(bar('#c00', 50)) }));
    expect((await document.box(1, RED))?.heightMm).toBeCloseTo(20, 0);
  });
});

describe('a band is filled', () => {
  test('page numbers, total, title, address and date', async () => {
    const fields = ['pageNumber', 'totalPages', 'title', 'date'];
    const html = fields.map((name) => `<i class="${name}">?</i>`).join(' ');
    const { document } = await printer.print(
      jobOf(`<title>A title</title>${pagesOf(3)}`, { footer: bandOf(html) }),
    );
    const year = new Date().getFullYear();
    expect(await document.text(2)).toMatch(new RegExp(`Page 2 2 ?3 ?A title.*${year}`));
  });

  test('the first header and the first footer can be skipped, and the content stays where it was', async () => {
    const { document } = await printer.print(
      jobOf(pagesOf(2), {
        contentMargin: sides(10, { topMm: 20 }),
        header: [SKIPPED, bandOf('above <b class="pageNumber"></b>')],
        footer: [SKIPPED, bandOf('below')],
      }),
    );
    expect(await document.text(1)).toBe('Page 1');
    expect(await document.text(2)).toContain('above 2');
    expect(await document.text(2)).toContain('below');
    const [first, second] = [await document.find(1, 'Page'), await document.find(2, 'Page')];
    expect(first.yMm).toBeCloseTo(second.yMm, 1);
  });

  test('backgrounds print when printBackground is true, and only then', async () => {
    const header = bandOf(bar('#c00'));
    const on = await printer.print(jobOf('<p>x', { header }));
    const off = await printer.print(jobOf('<p>x', { header, printBackground: false }));
    expect(await on.document.box(1, RED)).not.toBeNull();
    expect(await off.document.box(1, RED)).toBeNull();
  });

  variation('an image of a megabyte shows, over http and as a data URI', async () => {
    const { document } = await printer.print(
      jobOf('<p>x', { header: bandOf(`<img src="${server.url('/megabyte.svg')}">`) }),
    );
    expect(await document.box(1, BLUE)).not.toBeNull();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><!--${'x'.repeat(1_000_000)}--><rect width="40" height="40" fill="#0000cc"/></svg>`;
    const data = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    const inline = await printer.print(jobOf(pagesOf(3), { header: bandOf(`<img src="${data}">`) }));
    expect(await inline.document.box(3, BLUE)).not.toBeNull();
    const background = await printer.print(
      jobOf('<p>x', { header: bandOf(`<div style="height: 10mm; background: url(${data})">`) }),
    );
    expect(await background.document.box(1, BLUE)).not.toBeNull();
  });

  variation('a dead image and a dead font do not hang the print', async () => {
    const html = `<style>@font-face { font-family: dead; src: url(${server.url('/silent.woff2')}) }</style>
      <img src="${server.url('/silent.png')}"><span style="font-family: dead">still here</span>`;
    const { document } = await printer.print(jobOf('<p>x', { header: bandOf(html) }), {
      deadline: Date.now() + 6_000,
    });
    expect(await document.text(1)).toContain('still here');
  });
});

describe('a band that was written for another service prints whole', () => {
  const printed = (html: string, changes: Partial<Pick<PrintJob, 'printBackground'>> = {}) =>
    printer.print(jobOf('<p>x', { header: bandOf(html), ...changes }));

  test.each([
    ['a flex container with padding', '<div style="display: flex; width: 100%; padding: 0 10mm">', 190],
    ['a block with margins', '<div style="display: flex; width: 100%; margin: 0 10mm">', 190],
    ['a body with padding', '<body style="display: flex; width: 100%; padding: 0 10mm">', 190],
    ['nothing beyond the band', '<div style="display: flex; width: 190mm">', 200],
  ])('with a width of 100 percent: %s', async (_, start, rightMm) => {
    const { document } = await printed(
      `${start}<b>left</b><i style="margin-left: auto; background: #0c0">end</i></div>`,
    );
    const { leftMm = 0, widthMm = 0 } = (await document.box(1, GREEN)) ?? {};
    expect(leftMm + widthMm).toBeCloseTo(rightMm, 0);
    expect(await document.text(1)).toMatch(/left ?end/);
  });

  test('up to the edges of the paper', async () => {
    const { document } = await printed(`<div style="margin: 0 -10mm; height: 5mm; background: #0c0"></div>`);
    const { leftMm = 1, widthMm = 0 } = (await document.box(1, GREEN)) ?? {};
    expect([leftMm, widthMm]).toEqual([expect.closeTo(0, 0), expect.closeTo(210, 0)]);
  });

  test('with the styles of its html and its body', async () => {
    const { document } = await printed(
      `<!doctype html><html><head><style>body { font-size: 20pt; margin: 5mm } html { background: #0c0 }</style></head>
        <body style="text-align: right; text-transform: uppercase">band</body></html>`,
    );
    const band = await document.find(1, 'BAND');
    expect(band.fontPoints).toBeCloseTo(20, 1);
    expect(band.xMm).toBeGreaterThan(150);
    const { leftMm, widthMm, heightMm } = (await document.box(1, GREEN)) ?? {};
    expect([leftMm, widthMm, heightMm].map((mm) => Math.round(mm ?? 0))).toEqual([10, 190, 20]);
  });

  test('with lengths of its viewport, which is the band', async () => {
    const { document } = await printed(
      `<style>div { height: 50vh } /* don't */ .w-50vw { width: calc(50vw - 5mm); background: #c00 }</style>
        <div class="w-50vw"></div><div style="width: 110DVW; background: #0c0; margin-right: -10vw"></div>`,
    );
    const [red, green] = [await document.box(1, RED), await document.box(1, GREEN)];
    const sizes = [red, green].map((box) => [Math.round(box?.widthMm ?? 0), Math.round(box?.heightMm ?? 0)]);
    expect(sizes).toEqual([
      [90, 10],
      [200, 10],
    ]);
  });

  test('with its links', async () => {
    const { document } = await printed('<a href="https://example.com/terms">terms</a>');
    expect(await document.links(1)).toEqual(['https://example.com/terms']);
  });
});

describe('content that does not fit its band', () => {
  const warningsOf = async (html: string, heightMm: number) => {
    const band = bandOf(html, { heightMm });
    const { report } = await printer.print(
      jobOf(pagesOf(2), { header: band, footer: { ...band, field: 'options.footer' } }),
    );
    return report.warnings.map(({ message }) => message);
  };

  test('is a warning with the height that it needs', async () => {
    expect(await warningsOf(bar('#c00', 23.4), 15)).toEqual([
      'The header is cut: its content needs 24 mm, and it has 15 mm. Set options.header.height to 24.',
      'The footer is cut: its content needs 24 mm, and it has 15 mm. Set options.footer.height to 24.',
    ]);
  });

  test.each([20, 50])('is measured at the width of the paper, with margins of %i mm', async (marginMm) => {
    const html =
      '<div style="font: 7pt/9pt sans-serif">Presswerk Studio GmbH · Amtsgericht Leipzig HRB 31 207 · Managing director</div>';
    const band = { heightMm: 9, leftMm: marginMm, rightMm: marginMm + 2 };
    const { report } = await printer.print(jobOf('<p>x', { footer: bandOf(html, band) }));
    expect(report.warnings).toEqual([]);
  });

  variation('is measured on each size of paper, with the longest page number', async () => {
    const html = `<style>@page narrow { size: 60mm 100mm } section { page: narrow }</style>${pagesOf(9)}<section>narrow</section>`;
    const footer = bandOf(
      '<p style="margin: 0; font: 10pt/5mm serif">Page number of this page <i class="pageNumber"></i>',
      { heightMm: 7 },
    );
    const { report } = await printer.print(jobOf(html, { preferCssPageSize: true, footer }));
    expect(report.warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/needs 1[01] mm/)]);
  });

  test.each([
    ['a line in a band that is just as high', '<p style="margin: 0; font: 10pt/1.2 serif">Hg', 4.3],
    ['a band that is filled', '<body style="margin: 2mm"><div style="height: 100%">x</div>', 10],
    ['an empty band of no height', '', 0],
  ])('is not %s', async (_, html, heightMm) => {
    expect(await warningsOf(html, heightMm)).toEqual([]);
  });
});

describe('a band stands apart', () => {
  test('it inherits no style of the page', async () => {
    const style =
      '<style>* { font-size: 40pt !important; color: red } span { display: none !important }</style>';
    const { document } = await printer.print(
      jobOf(`${style}<p>page`, { header: bandOf('<span style="font-size: 10pt">band</span>') }),
    );
    expect((await document.find(1, 'band')).fontPoints).toBeCloseTo(10, 1);
  });

  test('header and footer do not see the styles of each other', async () => {
    const { document } = await printer.print(
      jobOf('<p>x', {
        header: bandOf('<style>b { font-size: 30pt } div { display: none }</style><b>head</b>'),
        footer: bandOf('<div><b style="font-size: 8pt">foot</b></div>'),
      }),
    );
    expect((await document.find(1, 'head')).fontPoints).toBeCloseTo(30, 1);
    expect((await document.find(1, 'foot')).fontPoints).toBeCloseTo(8, 1);
  });

  test('its @page rules choose no paper, however important', async () => {
    const style = '<style>@page { margin: 30mm !important; size: A6 landscape !important }</style>';
    const placesWith = async (header: string) => {
      const job = jobOf('<p>body', { header: bandOf(header), footer: bandOf('<b>foot</b>') });
      const { document } = await printer.print(job);
      return [await document.find(1, 'head'), await document.find(1, 'foot')];
    };
    expect(await placesWith(`${style}<b>head</b>`)).toEqual(await placesWith('<b>head</b>'));
  });

  test('scripts in it do not run', async () => {
    const html = `<b>band</b><script>document.body.textContent = 'taken'</script>
      <img src="data:x" onerror="document.body.textContent = 'taken'">`;
    const { document } = await printer.print(jobOf('<p>page', { header: bandOf(html) }));
    expect(await document.text(1)).toBe('page band');
  });

  variation('pages of several sizes have it at their own edges', async () => {
    const html = `<style>@page wide { size: A4 landscape } section { page: wide }</style>
      <p>upright</p><section>wide</section>`;
    const { document } = await printer.print(
      jobOf(html, { preferCssPageSize: true, footer: bandOf(bar('#0c0', 20, 30)) }),
    );
    expect((await document.size(2)).widthMm).toBeCloseTo(297, 0);
    expect((await document.box(1, GREEN))?.topMm).toBeCloseTo(277, 0);
    expect((await document.box(2, GREEN))?.topMm).toBeCloseTo(190, 0);
  });
});

describe('with a list of bands, a page has', () => {
  const NUMBERS = '<i class="pageNumber"></i>/<i class="totalPages"></i>';
  const on = (html: string, pages: Band['pages'], heightMm = 20) =>
    bandOf(html, { pages, heightMm, field: 'options.header[0]' });
  const FIRST = { first: 1, last: 1 };

  const textsWith = async (count: number, changes: JobChanges): Promise<string[]> => {
    const { document } = await printer.print(jobOf(pagesOf(count), changes));
    const pages = Array.from({ length: document.pageCount }, (_, index) => document.text(index + 1));
    return (await Promise.all(pages)).map((text) => text.replace(/^Page \d+/, '').replaceAll(' ', ''));
  };

  test('the first band whose pages include it', async () => {
    const header = [on('first', [FIRST]), on('last', ['last']), on('even', ['even']), on('rest', null)];
    expect(await textsWith(5, { header })).toEqual(['first', 'even', 'rest', 'even', 'last']);
    expect(await textsWith(1, { header })).toEqual(['first']);
    expect(await textsWith(2, { header: header.slice(1, 3) })).toEqual(['', 'last']);
  });

  test('the band of its number in the whole document, also if only some pages are printed', async () => {
    const footer = [on('last', ['last']), on(`odd ${NUMBERS}`, ['odd']), on('two', [{ first: 2, last: 2 }])];
    expect(await textsWith(5, { footer, pageRanges: '2-3,5' })).toEqual(['two', 'odd3/5', 'last']);
    expect(await textsWith(5, { footer, pageRanges: '1-4', firstPageNumber: 8 })).toEqual([
      'odd8/12',
      'two',
      'odd10/12',
      '',
    ]);
  });

  variation('numbers that may begin at 0', async () => {
    expect(await textsWith(2, { header: bandOf(NUMBERS), firstPageNumber: 0 })).toEqual(['0/1', '1/1']);
  });

  test.each(['ltr', 'rtl'])('its content right under its band: %s', async (dir) => {
    const margin = (topMm: number, bottomMm: number) => ({ topMm, bottomMm });
    const { document, report } = await printer.print(
      jobOf(`<html dir="${dir}">${pagesOf(4)}`, {
        contentMargin: sides(10, { topMm: 60, bottomMm: 10 }),
        pageMargins: { first: margin(60, 10), left: margin(15, 10), right: margin(30, 10) },
        header: [
          on(bar('#c00', 60), [FIRST], 60),
          on(bar('#0c0', 15), ['even'], 15),
          on(bar('#00c', 30), null, 30),
        ],
      }),
    );
    const places = [1, 2, 3, 4].map(async (page) => (await document.find(page, 'Page')).yMm);
    const [first = 0, ...others] = await Promise.all(places);
    expect(others.map((place) => Math.round(place - first))).toEqual([-45, -30, -45]);
    expect(report.warnings).toEqual([]);
  });

  test('no band, if none in the list is for it', async () => {
    expect(await textsWith(1, { header: on('later', [{ first: 2, last: null }]) })).toEqual(['']);
  });
});

test('the relative pictures of a header are failed resources', async () => {
  const html = `<style>p { background: url(a.png) }</style><img src="logo.png"><b style="background: url('b.png')"></b><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="><svg><use href="#x" /></svg>`;
  const { report } = await printer.print(jobOf('x', { header: bandOf(html) }));
  expect(report.failedResources).toEqual(
    ['a.png', 'logo.png', 'b.png'].map((url) => ({ url, reason: expect.stringContaining('relative') })),
  );
});
