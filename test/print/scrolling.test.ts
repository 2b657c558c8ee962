import { describe, expect, test } from 'vitest';
import type { PageAddress } from '@platen/pdf';
import { jobOf } from './support/jobs.ts';
import { textsOf, usePrinter } from './support/printer.ts';
import { useWebServer } from './support/web-server.ts';
import { LONG, typical } from '../support/thorough.ts';

const printer = usePrinter();
let served = '';
const server = useWebServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(served);
});

const RED = [255, 0, 0] as const;

/** One red box a page, with a class. */
const BOXES = Array.from({ length: 4 }, () => '<div class="box"><p>x</p></div>').join('');
const BOX =
  '.box { height: 250mm; break-after: page } .box:last-of-type { break-after: auto } p { margin: 0; height: 20mm; background: red }';

const documentOf = (css: string, script = ''): string =>
  `<!doctype html><style>${BOX} ${css}</style>${BOXES}<script>const boxes = document.querySelectorAll('.box'); ${script}</script>`;

async function printed(html: string, address?: PageAddress) {
  const { document, report } = await printer.print(jobOf(html, address && { address }));
  const red: boolean[] = [];
  for (let page = 1; page <= document.pageCount; page += 1)
    red.push(((await document.box(page, RED))?.heightMm ?? 0) > 19);
  return { red, codes: report.warnings.map(({ code }) => code) };
}

const printedAtAddress = (html: string) => {
  served = html;
  return printed('', { url: server.url('/page'), headers: {}, cookies: [], maxDocumentBytes: 1_000_000 });
};

const HIDDEN = 'p { opacity: 0 } .in p { opacity: 1 }';
const observe = (callback: string, options = '{}'): string =>
  `const seer = new IntersectionObserver((entries) => entries.forEach((entry) => { ${callback} }), ${options}); boxes.forEach((box) => seer.observe(box));`;
const SHOW = "if (entry.isIntersecting) entry.target.classList.add('in');";

/** Shows what is in the window at the moment. */
const follow = (body: string): string =>
  `const look = () => boxes.forEach((box) => { const { top, bottom } = box.getBoundingClientRect(); ${body} }); look();`;
const SHOW_IN_VIEW = "if (top < innerHeight && bottom > 0) box.classList.add('in');";

const APPEARING: Readonly<Record<string, string>> = {
  'that an observer shows': documentOf(HIDDEN, observe(SHOW)),
  'that an observer shows once, with a transition': documentOf(
    `${HIDDEN} p { transition: opacity 2s, transform 2s; transform: translateY(40px) } .in p { transform: none }`,
    observe("if (entry.isIntersecting) { entry.target.classList.add('in'); seer.unobserve(entry.target) }"),
  ),
  'that an observer shows as long as it is in the window': documentOf(
    HIDDEN,
    observe("entry.target.classList.toggle('in', entry.isIntersecting)"),
  ),
  'that an observer shows when it is in the window as a whole': documentOf(
    `${HIDDEN} .box { height: 270mm }`,
    observe(SHOW, '{ threshold: 1, rootMargin: "0px 0px -20% 0px" }'),
  ),
  'that an observer of a class of the document shows': documentOf(
    HIDDEN,
    `class Own extends IntersectionObserver {} const own = new Own((entries) => { if (own instanceof IntersectionObserver) for (const entry of entries) { ${SHOW} } }); boxes.forEach((box) => own.observe(box))`,
  ),
  'that is loaded when it comes into the window': documentOf(
    'p { background: none }',
    observe(
      'if (entry.isIntersecting) entry.target.firstChild.innerHTML = \'<img src="data:image/svg+xml,\' + encodeURIComponent(\'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="80"><rect width="100" height="80" fill="red"/></svg>\') + \'">\'',
    ),
  ),
  'that a listener to scrolling shows': documentOf(
    HIDDEN,
    `${follow(SHOW_IN_VIEW)} addEventListener('scroll', look)`,
  ),
  'that a listener of the document shows ten times a second': documentOf(
    HIDDEN,
    `${follow('if (top < innerHeight) box.classList.add("in");')} let waits = false;
     document.addEventListener('scroll', () => { if (waits) return; waits = true; setTimeout(() => { waits = false; look() }, 100) })`,
  ),
  'that a listener hides again below the window': documentOf(
    `${HIDDEN} p { transition: opacity 1s }`,
    `${follow('box.classList.toggle("in", top < innerHeight);')} onscroll = look`,
  ),
  'that view() shows': documentOf(
    '@keyframes show { from { opacity: 0 } to { opacity: 1 } } p { animation: show linear both; animation-timeline: view(); animation-range: entry 0% cover 50% }',
  ),
  'that view() shows and hides': documentOf(
    '@keyframes show { entry 0% { opacity: 0 } entry 100% { opacity: 1 } exit 0% { opacity: 1 } exit 100% { opacity: 0 } } p { animation: show linear both; animation-timeline: view() }',
  ),
  'that a named timeline shows': documentOf(
    '@keyframes show { from { opacity: 0 } to { opacity: 1 } } .box { view-timeline: --box } p { opacity: 0; animation: show linear forwards; animation-timeline: --box }',
  ),
  'that scroll() shows': documentOf(
    '@keyframes show { from { opacity: 0 } to { opacity: 1 } } p { animation: show linear both; animation-timeline: scroll() }',
  ),
  'that a ViewTimeline of a script shows': documentOf(
    '',
    'boxes.forEach((box) => box.firstChild.animate([{ opacity: 0 }, { opacity: 1 }], { fill: "both", timeline: new ViewTimeline({ subject: box }) }))',
  ),
};

describe('content', () => {
  test.each(typical(Object.entries(APPEARING), 5))('%s is on every page', LONG, async (_, html) => {
    expect(await printed(html)).toEqual({ red: [true, true, true, true], codes: [] });
  });

  test.each(
    typical(
      Object.entries(APPEARING).filter(([name]) => !/as (?:a whole|long as)/.test(name)),
      2,
    ),
  )('of a page at an address %s is on every page', LONG, async (_, html) => {
    expect(await printedAtAddress(html)).toEqual({ red: [true, true, true, true], codes: [] });
  });

  test('of a page at an address that an observer hides again is a warning', async () => {
    const html = APPEARING['that an observer shows as long as it is in the window'] ?? '';
    expect((await printedAtAddress(html)).codes).toEqual(['CONTENT_UNSEEN']);
  });

  test('that no script shows is a warning', async () => {
    const html = documentOf(HIDDEN, observe(''));
    const { report } = await printer.print(jobOf(html));
    expect(report.warnings).toEqual([
      expect.objectContaining({
        code: 'CONTENT_UNSEEN',
        message: expect.stringContaining('The content of `p`'),
      }),
    ]);
  });

  const BATCHES = 6;
  const endless = (load: string, mark = '<i id="mark"></i>') =>
    `<!doctype html><style>p{height:300px;margin:0}</style><div id="list">${'<p>batch 0'.repeat(5)}</div>${mark}<script>
      let next = 1, last = ${BATCHES};
      const add = () => { if (next > last) return; for (let each = 0; each < 5; each += 1) list.insertAdjacentHTML('beforeend', '<p>batch ' + next); next += 1; };
      ${load}
      if (document.getElementById('mark')) new IntersectionObserver(([entry]) => { if (entry.isIntersecting) load() }).observe(mark);</script>`;
  const SCROLLED =
    "addEventListener('scroll', () => { if (scrollY + innerHeight > document.documentElement.scrollHeight - 50) load() });";

  test.each([
    ['at once', endless('const load = add')],
    [
      'a little later',
      endless(
        'let busy = false; const load = () => { if (busy) return; busy = true; setTimeout(() => { busy = false; add() }, 100) }',
      ),
    ],
    [
      'with a request',
      endless("const load = async () => { await (await fetch('data:text/plain,x')).text(); add() }"),
    ],
    [
      'before a footer',
      endless(
        'const load = add',
        '<div id="mark">Loading…</div><footer style="height:90px">Imprint</footer>',
      ),
    ],
    [
      'on scrolling, later',
      endless(
        `let busy = false; const load = () => { if (busy) return; busy = true; setTimeout(() => { busy = false; add() }, 60) }; ${SCROLLED}`,
        '',
      ),
    ],
  ])('that a list loads %s when its end is seen is printed to the end of the list', async (_name, html) => {
    const list = await printer.print(jobOf(html));
    const text = (await textsOf(list)).join(' ');
    expect(text.match(/batch \d+/g)?.map((batch) => Number(batch.slice(6)))).toEqual(
      Array.from({ length: 5 * (BATCHES + 1) }, (_, index) => Math.floor(index / 5)),
    );
    expect(list.report.warnings).toEqual([]);
  });

  test('of a list without an end has an end, and a warning', async () => {
    const { report } = await printer.print(
      jobOf(endless('const load = add').replace(/last = \d+/, 'last = Infinity')),
    );
    expect(report.warnings.map(({ code }) => code)).toEqual(['SCROLLED_IN_PART']);
    expect(report.pageCount).toBeLessThan(80);
  });

  test('of a document that grows when it is scrolled has an end, and a warning', async () => {
    const html = documentOf(
      '',
      'addEventListener("scroll", () => { if (scrollY + innerHeight * 2 > document.body.scrollHeight) document.body.append(boxes[0].cloneNode(true), boxes[1].cloneNode(true)) })',
    );
    expect((await printed(html)).codes).toEqual(['SCROLLED_IN_PART']);
  });
});
