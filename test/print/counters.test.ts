import { expect, test } from 'vitest';
import { Random } from '../support/random.ts';
import { typical } from '../support/thorough.ts';
import { jobOf } from './support/jobs.ts';
import { textsOf, usePrinter } from './support/printer.ts';

const printer = usePrinter();

const STYLE = `<style>
  .reset { counter-reset: n } .reset7 { counter-reset: n 7 } .set { counter-set: n 3 } .add { counter-increment: n } .add2 { counter-increment: n 2 }
  .before::before { content: ''; counter-increment: n } .after::after { content: ''; counter-reset: n 4 }
  b::before { content: '[' counter(n) '|' counters(n, '.') ']' }
  a::after { content: '(' target-counter(attr(href), n) '|' target-counters(attr(href), n, '.') ')' }
</style>`;

const CLASSES = ['reset', 'reset7', 'set', 'add', 'add', 'add2', 'before', 'after', '', ''];

/** A tree of boxes that change a counter. Each has a text that shows it. */
function makeTree(random: Random, ids: string[], depth = 0): string {
  const id = `t${ids.length}`;
  ids.push(id);
  const classes = [0, 1].map(() => CLASSES[random.below(CLASSES.length)]).join(' ');
  const children = Array.from({ length: depth < 4 ? random.below(4) : 0 }, () =>
    makeTree(random, ids, depth + 1),
  );
  return `<div class="${classes}"><b id="${id}">${id}</b>${children.join('')}</div>`;
}

test.each(typical([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 4))(
  'counters of random trees are in references as they are printed: seed %i',
  async (seed) => {
    const random = Random.seeded(seed);
    const ids: string[] = [];
    const trees = Array.from({ length: 12 }, () => makeTree(random, ids)).join('');
    const links = ids.map((id) => `<a href="#${id}">${id}</a> `).join('');
    const body = random.chance(0.5) ? '<body class="reset">' : '<body>';
    const all = (await textsOf(await printer.print(jobOf(`<!doctype html>${STYLE}${body}${links}${trees}`))))
      .join(' ')
      .replaceAll(/\s+/g, '');
    const wrong = ids.filter((id) => {
      const [, printed] = new RegExp(`\\[([\\d.|-]+)\\]${id}(?!\\d)`).exec(all) ?? [];
      const [, referred] = new RegExp(`${id}\\(([\\d.|-]+)\\)`).exec(all) ?? [];
      return printed === undefined || printed !== referred;
    });
    expect(ids.length).toBeGreaterThan(12);
    expect(wrong).toEqual([]);
  },
);

test('the reference to a figure has the number of its caption', async () => {
  const html = `<!doctype html><style>
    body { counter-reset: sec fig } h2 { counter-increment: sec; counter-reset: fig }
    figcaption { counter-increment: fig } figcaption::before { content: 'Figure ' counter(sec) '.' counter(fig) }
    a::after { content: 'See ' target-counter(attr(href), sec) '.' target-counter(attr(href), fig) }
    </style><a href="#x"></a><h2>One</h2><figure><figcaption>a</figcaption></figure><h2>Two</h2><figure><figcaption id="x">b</figcaption></figure>`;
  const [text = ''] = await textsOf(await printer.print(jobOf(html)));
  const [, see] = /See (\S+)/.exec(text) ?? [];
  expect(text.replaceAll(' ', '')).toContain(`Figure${see}b`);
});
