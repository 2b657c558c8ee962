import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { printInPool, PrintTimeout, UnprintableJob, WaitTimeout } from '@platen/print-engine';
import { jobOf } from './support/jobs.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { openWatchedPool } from './support/watched-pool.ts';
import { useWebServer } from './support/web-server.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();
const RED = [255, 0, 0] as const;

/** Between two requests, a busy machine takes far less time than `IDLE_MS`, and a request takes more. */
const [IDLE_MS, LATER_MS] = [1_000, 1_200];

const redPng = (() => {
  const canvas = createCanvas(20, 20);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f00';
  context.fillRect(0, 0, 20, 20);
  return canvas.toBuffer('image/png');
})();

const server = useWebServer((request, response) => {
  if (request.url?.startsWith('/red.png')) {
    response.writeHead(200, { 'content-type': 'image/png' }).end(redPng);
  } else if (request.url === '/late.js' || request.url === '/later.js') {
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'text/javascript' }).end('document.title = "late"'),
      request.url === '/late.js' ? 300 : LATER_MS,
    );
  } else if (request.url === '/late.woff2') {
    setTimeout(() => response.writeHead(404).end(), LATER_MS);
  } else {
    response.writeHead(404).end();
  }
});

describe('printing waits for what the page needs', () => {
  test('an image over http is on paper', async () => {
    const { document } = await printer.print(jobOf(`<img src="${server.url('/red.png')}">`));
    expect(await document.box(1, RED)).not.toBeNull();
  });

  test('a lazy image below the first screen is on paper', async () => {
    const html = `<div style="height: 3000px"></div><img loading="lazy" src="${server.url('/red.png?lazy')}">`;
    const { document } = await printer.print(jobOf(html));
    expect(await document.box(document.pageCount, RED)).not.toBeNull();
  });

  test('what a slow script writes is on paper', async () => {
    const html = `<script src="${server.url('/late.js')}"></script><p>before</p><script>document.write(document.title)</script>`;
    const { document } = await printer.print(jobOf(html));
    expect(await document.text(1)).toBe('before late');
  });

  test('what a script adds before the load event is on paper', async () => {
    const html = '<p id="total"></p><script>total.textContent = 6 * 7</script>';
    expect(await (await printer.print(jobOf(html))).document.text(1)).toBe('42');
  });

  variation('a font that a script loads is waited for', async () => {
    const html = `<p id="p">before</p><script>
      new FontFace('x', 'url(${server.url('/late.woff2')})').load().catch(() => { p.textContent = 'failed' })</script>`;
    expect(await (await printer.print(jobOf(html))).document.text(1)).toBe('failed');
  });

  variation('a script that opens the document while the browser works for it costs no wait', async () => {
    const html = `<script>new FontFace('x', 'url(${server.url('/late.woff2')})').load().catch(() => {});
      document.open(); document.write('<p>done'); document.close()</script>`;
    const { document, report } = await printer.print(jobOf(html));
    expect(await document.text(1)).toBe('done');
    expect(report.phases.load).toBeLessThan(LATER_MS + 3_000);
    expect(report.warnings).toEqual([]);
  });

  variation(
    'words of a script cost no animation frame, and neither does a script that is loaded',
    async () => {
      // The ids of frames count up for all worlds together. The checks of the page, of which one may come before, use one id each.
      const checks = 3;
      const idAfter = async (code: string, more = '') => {
        const count = 'onbeforeprint = () => { document.body.textContent = requestAnimationFrame(() => {}) }';
        const html = `<body>${more}<script>${count}; ${code}</script>`;
        const { document } = await printer.print(jobOf(html, { report: false }));
        return Number(await document.text(1));
      };
      expect(await idAfter('/* fonts, decode, toBlob, eval, ResizeObserver */')).toBeLessThanOrEqual(checks);
      for (const name of ['late', 'no'])
        expect(await idAfter('', `<script src="${server.url(`/${name}.js`)}"></script>`)).toBeLessThanOrEqual(
          checks,
        );
      expect(await idAfter('new ResizeObserver(() => {}).observe(document.body)')).toBeGreaterThan(checks);
    },
  );

  test('a selector that appears late is waited for', async () => {
    const html = `<script>setTimeout(() => document.body.append(Object.assign(document.createElement('p'),
      { id: 'done', textContent: 'done' })), 400)</script>`;
    const { document } = await printer.print(jobOf(html, { waitForSelector: '#done' }));
    expect(await document.text(1)).toBe('done');
  });

  test('a selector that never appears is a timeout', async () => {
    // Long enough to load the document first, whatever else the machine does.
    const print = printer.print(jobOf('<p>x', { waitForSelector: '#never' }), {
      deadline: Date.now() + 3_000,
    });
    await expect(print).rejects.toBeInstanceOf(PrintTimeout);
    await expect(print).rejects.toThrow('options.waitForSelector: no element matched `#never`');
  });

  test('an invalid selector is refused at once', async () => {
    const print = printer.print(jobOf('<p>x', { waitForSelector: 'p[' }));
    await expect(print).rejects.toThrow(UnprintableJob);
    await expect(print).rejects.toThrow('options.waitForSelector: ');
  });

  test.each(typical(['p::before', 'p:first-line', '#a, p::after', '::slotted(p)'], 2))(
    '%s, which matches no element in any document, is refused at once',
    LONG,
    async (waitForSelector) => {
      const print = printer.print(jobOf('<p id="a">x', { waitForSelector }));
      await expect(print).rejects.toThrow(UnprintableJob);
      await expect(print).rejects.toThrow('options.waitForSelector: selects a pseudo-element');
    },
  );

  test.each(
    typical(['p:not(.b, .c)', ':has(> p)', '[data-a="x', 'section > p:hover, p', ':scope p', '& p'], 2),
  )('%s is a selector of elements', LONG, async (waitForSelector) => {
    const html = '<section><p data-a="x">found';
    const { document } = await printer.print(jobOf(html, { waitForSelector }));
    expect(await document.text(1)).toBe('found');
  });
});

/** A document that writes `done` after 300 ms, by `code`. */
const later = (code: string): string => `<p id="p">before<script>setTimeout(() => { ${code} }, 300)</script>`;

describe('waitFor', () => {
  test.each([
    ['a selector', later("p.className = 'done'; p.textContent = 'done'"), { selector: 'p.done' }],
    [
      'a selector of a visible element',
      `<p id="p" style="display: none">done<script>setTimeout(() => { p.style.display = '' }, 300)</script>`,
      { selector: 'p', visible: true },
    ],
    [
      'an expression that names what a later script declares',
      later("globalThis.ready = true; p.textContent = 'done'"),
      { expression: 'ready' },
    ],
    [
      'a promise of an expression',
      later("p.textContent = 'done'"),
      { expression: "new Promise((resolve) => setTimeout(resolve, 500, 'yes'))" },
    ],
    [
      'an expression that returns an object',
      later("p.textContent = 'done'; p.id = 'q'"),
      { expression: "document.querySelector('#q')" },
    ],
    ['a delay', later("p.textContent = 'done'"), { delayMs: 2_000 }],
  ])('waits for %s', async (_name, html, waitFor) => {
    const { document } = await printer.print(jobOf(html, { waitFor }));
    expect(await document.text(1)).toBe('done');
  });

  test.concurrent.each(
    typical(
      [
        ['fetch', "await fetch(address, { mode: 'no-cors' })"],
        [
          'XMLHttpRequest',
          `await new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.onloadend = resolve; request.open('GET', address); request.send();
      })`,
        ],
        [
          'a script element',
          "await new Promise((onload) => document.head.append(Object.assign(document.createElement('script'), { onload, src: address })))",
        ],
      ],
      1,
    ),
  )('waits for the network, also for requests of %s that follow each other', LONG, async (_name, request) => {
    const html = `<p id="p">before<script>const address = '${server.url('/later.js')}';
      addEventListener('load', async () => {
        for (let i = 0; i < 2; i += 1) { ${request} }
        p.textContent = 'done';
      })</script>`;
    const waitFor = { networkIdleMs: IDLE_MS };
    const { document } = await printer.print(jobOf(html, { waitFor, report: false }));
    expect(await document.text(1)).toBe('done');
    const next = await printer.print(jobOf('<p>next'));
    expect(await next.document.text(1)).toBe('next');
  });

  variation('all conditions must hold', async () => {
    const html = later("p.className = 'done'; setTimeout(() => { p.textContent = 'done' }, 300)");
    const waitFor = { selector: '.done', expression: "p.textContent === 'done'" };
    const { document } = await printer.print(jobOf(html, { waitFor }));
    expect(await document.text(1)).toBe('done');
  });

  test('what appears is waited for in its turn: frames, images, animations', async () => {
    const html = later(`requestAnimationFrame(() => {
      p.innerHTML = '<img src="${server.url('/red.png?appears')}">';
      p.animate([{ opacity: 0 }, { opacity: 1 }], 60_000);
      p.className = 'shown';
    })`);
    const { document } = await printer.print(jobOf(html, { waitFor: { selector: '.shown' } }));
    expect(await document.box(1, RED)).not.toBeNull();
  });

  test.each(
    typical(
      [
        [{ selector: '#never' }, 'options.waitFor.selector: no element matched `#never` within 200 ms'],
        [
          { selector: '#hidden', visible: true },
          'options.waitFor.selector: no visible element matched `#hidden` within 200 ms',
        ],
        [
          { expression: 'p.done' },
          'options.waitFor.expression: `p.done` did not become truthy within 200 ms',
        ],
        [
          { expression: 'nothing.here' },
          'options.waitFor.expression: `nothing.here` did not become truthy (it throws `ReferenceError: nothing is not defined`) within 200 ms',
        ],
        [
          { expression: 'new Promise(() => {})' },
          'options.waitFor.expression: `new Promise(() => {})` did not become truthy within 200 ms',
        ],
        [
          { networkIdleMs: 100 },
          'options.waitFor.networkIdleMs: the network was not idle for 100 ms within 200 ms',
        ],
      ],
      2,
    ),
  )('%o fails after its own time and names itself', LONG, async (condition, detail) => {
    const html = `<p id="p"><i id="hidden" hidden>x</i><script>
      onload = () => { fetch('${server.url('/silent-fetch')}').catch(() => {}) }</script>`;
    const error = await printer
      .print(jobOf(html, { waitFor: { ...condition, timeoutMs: 200 } }))
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(WaitTimeout);
    expect((error as WaitTimeout).detail).toBe(detail);
  });

  test('an expression of an endless loop ends at the deadline', async () => {
    const print = printer.print(jobOf('<p>x', { waitFor: { expression: 'for (;;);' } }), {
      deadline: Date.now() + 3_000,
    });
    await expect(print).rejects.toThrow('options.waitFor.expression: `for (;;);` did not become truthy');
  });

  test('an invalid selector is refused at once', async () => {
    const print = printer.print(jobOf('<p>x', { waitFor: { selector: 'p[' } }));
    await expect(print).rejects.toThrow('options.waitFor.selector: is not a valid CSS selector');
  });
});

/** What a document that does not load gets: of 30 seconds, a third. */
const LOADING_MS = 10_000;

describe('what does not come is not waited for long', () => {
  const impatient = () => limitsOf({ deadline: Date.now() + 6_000 });

  variation('a missing image costs nothing and is reported', async () => {
    const started = performance.now();
    const { document, report } = await printer.print(jobOf(`<p>text<img src="${server.url('/no.png')}">`));
    expect(performance.now() - started).toBeLessThan(LOADING_MS);
    expect(await document.text(1)).toBe('text');
    expect(report.failedResources).toEqual([
      { url: server.url('/no.png'), reason: expect.stringContaining('404') },
    ]);
  });

  test('an image of a silent host costs its budget and is reported', async () => {
    const url = server.url('/silent.png');
    const { document, report } = await printer.print(jobOf(`<img src="${url}"><p>text`), impatient());
    expect(await document.text(1)).toBe('text');
    expect(report.failedResources.map((failure) => failure.url)).toContain(url);
  });

  test('a script of a silent host in the head does not keep the body from being printed', async () => {
    const html = `<head><script src="${server.url('/silent.js')}"></script></head><p>the body`;
    const { document, report } = await printer.print(jobOf(html), impatient());
    expect(await document.text(1)).toBe('the body');
    expect(report.failedResources.map((failure) => failure.url)).toContain(server.url('/silent.js'));
  });

  variation('a style of a silent host does not keep the body from being printed', async () => {
    const html = `<link rel="stylesheet" href="${server.url('/silent.css')}"><p>styled<script>1</script><p>rest`;
    const { document } = await printer.print(jobOf(html), impatient());
    expect(await document.text(1)).toBe('styled rest');
  });

  test.each(['<img src="X.png"><p>the body', '<head><script src="X.js"></script></head><p>the body'])(
    'what has no public address is not late: %s',
    async (html) => {
      const isPublicHost = (host: string) => host !== '127.0.0.1';
      const { pool } = await openWatchedPool(printer, { isPublicHost });
      try {
        const job = jobOf(html.replace('X', server.url('/silent-private')));
        const { report } = await printInPool(pool, job, impatient());
        expect(report.failedResources.map(({ reason }) => reason)).toEqual(['is not a public address']);
        expect(report.warnings).toEqual([]);
      } finally {
        pool.close();
      }
    },
  );

  test('an open connection that goes on and on is no reason to wait', async () => {
    const html = `<p>text<script>fetch('${server.url('/silent-fetch')}').catch(() => {})</script>`;
    const { report } = await printer.print(jobOf(html));
    expect(report.phases.load).toBeLessThan(LOADING_MS);
  });

  test('the report warns of what was not finished', async () => {
    const codesOf = async (html: string) => {
      const { report } = await printer.print(jobOf(html), impatient());
      return report.warnings.map(({ code }) => code);
    };
    expect(await codesOf('<p>text<script>requestAnimationFrame(() => {})</script>')).toEqual([]);
    expect(await codesOf(`<img src="${server.url('/silent-late.png')}">`)).toEqual(['RESOURCES_LATE']);
    const animation = (work: string) =>
      `<script>const step = () => { ${work}; requestAnimationFrame(step) }; step()</script>`;
    expect(await codesOf(animation(''))).toEqual(['STILL_CHANGING']);
    // The budget is over before the hundredth frame.
    const slowly = 'const end = performance.now() + 100; while (performance.now() < end);';
    expect(await codesOf(animation(slowly))).toEqual(['STILL_CHANGING']);
    const font = (url: string) =>
      `<style>@font-face { font-family: x; src: url(${url}) }</style><p style="font-family: x">text`;
    expect(await codesOf(font(server.url('/no.woff2')))).toEqual(['FONT_FAILED']);
  });
});
