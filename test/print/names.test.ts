import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { bandOf, jobOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { IS_THOROUGH, LONG, typical } from '../support/thorough.ts';

const printer = usePrinter();

const SOURCES = 'packages/print-engine/{in-page/scripts,features/*/in-page}/*.ts';

/** All names in the engine's own page scripts, also of variables that are now inside functions. */
const ENGINE_NAMES = [
  ...new Set(
    globSync(SOURCES, { cwd: inProject() }).flatMap(
      (file) => readFileSync(inProject(file), 'utf8').match(/\b[A-Za-z_]\w+\b/g) ?? [],
    ),
  ),
];

/** Sets `names`: those of the engine, and every property of the window and the document. */
const NAMES = `const names = new Set(${JSON.stringify(ENGINE_NAMES)});
  for (const start of [window, document, document.body]) {
    for (let object = start; object; object = Object.getPrototypeOf(object)) {
      for (const name of Object.getOwnPropertyNames(object)) names.add(name);
    }
  }`;

/** Everything that the engine reads of a document: frames, images, fonts, styles, shadow roots. */
const DOCUMENT = `<style>@font-face { font-family: x; src: local('Open Sans') } @page { size: A6 !important }</style>
  <p class="done" style="font-family: x">done</p><img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">
  <div><template shadowrootmode="open">shadow</template></div>
  <svg width="1" height="1"><animate attributeName="width" to="2" dur="1s"/></svg>`;

const naming = (code: string): string =>
  `${DOCUMENT}<script>{ ${NAMES}
    new ResizeObserver(() => {}).observe(document.body);
    for (const name of names) { if (/^(location|top|window|document)$/.test(name)) continue; try { ${code} } catch {} }
  }</script>`;

const element = (tag: string, attribute: string): string =>
  `const named = Node.prototype.cloneNode.call(${tag}); named.setAttribute('${attribute}', name); append(named);`;

const before = (tag: string, code: string): string =>
  naming(code).replace(
    'for (const name of names)',
    `const ${tag} = document.createElement('${tag}');
   const append = Element.prototype.append.bind(document.body.appendChild(document.createElement('section')));
   for (const name of names)`,
  );

/** A thousand frames take half a minute, so some of the names, and those that the engine uses as globals. */
const EVERY = IS_THOROUGH ? 10 : 50;

const namingSome = (tag: string): string =>
  before(tag, element(tag, 'name')).replace(
    'of names)',
    `of [...[...names].filter((_, index) => index % ${EVERY} === 0), 'ready', 'page', 'frames', 'paper', 'addEventListener', 'scheduler', 'performance'])`,
  );

test('the engine has more than 200 names of its own', () => {
  expect(ENGINE_NAMES.length).toBeGreaterThan(200);
});

async function expectPrinted(html: string): Promise<void> {
  const job = jobOf(html, {
    header: bandOf('<b class="title"></b> header'),
    waitFor: { selector: '.done', visible: true },
  });
  const { document, report } = await printer.print(job);
  expect(await document.text(1)).toContain('done');
  expect(await document.text(1)).toContain('header');
  expect((await document.size(1)).widthMm).toBeCloseTo(210, 0);
  expect(report.pageCount).toBeGreaterThan(0);
}

test.each([
  ['an embedded object', namingSome('object')],
  ['a frame', namingSome('iframe')],
])('the name of %s can be any name', LONG, (_name, html) => expectPrinted(html));

test.each(
  typical(
    [
      ['the id of an element', before('div', element('div', 'id'))],
      ['the name of a form', before('form', element('form', 'name'))],
      ['the name of an image', before('img', element('img', 'name'))],
      ['a global of the document', naming("window[name] = 'taken'")],
      ['a global that the document deletes', naming('delete window[name]')],
      [
        'a property of the document',
        naming("Object.defineProperty(document, name, { value: 'taken', configurable: true })"),
      ],
      [
        'a property of every object',
        naming("Object.defineProperty(Object.prototype, name, { value: 'taken', configurable: true })"),
      ],
    ],
    5,
  ),
)('%s can be any name', LONG, (_name, html) => expectPrinted(html));

test('an element with the id `paper` is printed', async () => {
  const { document } = await printer.print(jobOf('<div id="paper">done</div>'));
  expect(await document.text(1)).toBe('done');
});
