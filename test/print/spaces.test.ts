import { describe, expect, test } from 'vitest';
import { bandOf, jobOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';

const printer = usePrinter();

const outlineOf = async (html: string): Promise<string[]> =>
  (await printer.print(jobOf(html, { outline: true }))).document.outline();

describe('words keep their spaces', () => {
  test('in bookmarks, where a heading wraps, is broken or has spaces of the source', async () => {
    const html = `<style>body{width:80mm}h1{font-size:24pt}.upper{text-transform:uppercase}.row span{display:block}</style>
      <h1>What an engineer can do with machine learning and artificial intelligence today</h1><h2>First<br>second</h2>
      <h2><span>One</span> <span>two</span></h2><h2 hidden>Not shown</h2><h2 class="upper">\n  Indented\n  heading\n</h2>
      <h2 class="row"><span>Above</span><span>below</span></h2><h2>Ein&nbsp;Wort und Donaudampf&shy;schiff</h2>`;
    expect((await outlineOf(html)).map((title) => title.trim())).toEqual([
      'What an engineer can do with machine learning and artificial intelligence today',
      'First second',
      'One two',
      'INDENTED HEADING',
      'Above below',
      expect.stringMatching(/^Ein\sWort und Donaudampf/),
    ]);
  });

  test('in named strings, contents and section titles, at a line break', async () => {
    const html = `<html lang=en><style>@page{margin:20mm;@top-left{content:string(s)}} h1{string-set:s content()} a::after{content:target-text(attr(href))}</style>
      <a href="#x"></a><h1 id=x>Part I<br>The Danube</h1>`;
    const header = bandOf('<p>Section: <span class=sectionTitle></span></p>');
    const { document } = await printer.print(jobOf(html, { outline: true, header }));
    const text = (await document.text(1)).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Section: Part I The Danube');
    expect(text).not.toContain('Part IThe');
    expect(text.split('Part I The Danube').length - 1).toBeGreaterThanOrEqual(2);
    expect(await document.outline()).toEqual(['Part I The Danube']);
  });
});

describe('words that only CSS parts are words', () => {
  const STYLE = `<style>.ib span{display:inline-block;margin-right:8px}.pad span{padding-left:.4em}.flex{display:flex;gap:1em}
    .grid{display:grid;grid-template-columns:1fr 1fr}.ends{display:flex;justify-content:space-between}.cells{display:table}
    .cells span{display:table-cell;padding:0 4px}.fl span{float:left;margin-right:1em}.wrap span{display:inline-block;width:100%}
    .before span+span::before{content:'\\a0'}.letters span{display:inline-block}.drop::first-letter{font-size:3em;float:left}
    .cap span{float:left;font-size:3em;margin-right:3px}.spaced{letter-spacing:.3em}.one{display:flex}</style>`;
  const PARTED = ['ib', 'pad', 'flex', 'grid', 'ends', 'cells', 'fl', 'wrap', 'before'];
  const parted = PARTED.map(
    (name) => `<h2 class="${name}"><span>machine</span><span>learning</span></h2><p>`,
  );
  const WHOLE = [
    '<h2 class="letters"><span>m</span><span>a</span><span>chine</span></h2>',
    '<h2 class="drop">ma<b>chine</b></h2>',
    '<h2 class="cap"><span>m</span>achine</h2>',
    '<h2 class="spaced">mach<i>ine</i></h2>',
    '<h2 class="one"><span>ma</span><span>chine</span></h2>',
    '<h2>mac<sup>h</sup>i<sub>n</sub>e</h2>',
  ];
  const html = `${STYLE}${parted.join('')}${WHOLE.join('<p>')}`;
  const titles = [...PARTED.map(() => 'machine learning'), ...WHOLE.map(() => 'machine')];

  test.each([
    ['in bookmarks of Chromium', html, {}],
    ['in bookmarks without a report', html, { report: false }],
    ['in bookmarks of CSS', `<style>h2{bookmark-level:1}</style>${html}`, {}],
  ])('%s', async (_, content, changes) => {
    const { document } = await printer.print(jobOf(content, { outline: true, ...changes }));
    expect((await document.outline()).map((title) => title.replaceAll(/\s+/g, ' ').trim())).toEqual(titles);
  });

  test('in named strings, references and section titles', async () => {
    const content = `${STYLE}<style>@page{margin:20mm;@top-left{content:'string ' string(s) '.'}} h2{string-set:s content()} a::after{content:'text ' target-text(attr(href)) '.'}</style>
      <p><a href="#x"></a><h2 id=x class=ib><span>machine</span><span>learning</span></h2>`;
    const header = bandOf('<p>Section: <span class=sectionTitle></span>.</p>');
    const { document } = await printer.print(jobOf(content, { header, sections: 'h2' }));
    const text = (await document.text(1)).replaceAll(/\s+/g, ' ');
    for (const place of ['Section:', 'string', 'text']) expect(text).toContain(`${place} machine learning.`);
  });
});

const HIDDEN = `<style>.q{color:red}.none{display:none}.unseen{visibility:hidden}</style><script>var q=1</script><template>t</template><span hidden>hid</span><span
  class=none>none <b>at all</b></span><span class=unseen>unseen<b style="visibility:visible"> one </b></span>`;

test('what is hidden in an element is in no bookmark, named string, section title or text of a reference', async () => {
  const html = `<!doctype html><html lang=en><style>@page{margin:20mm;@top-left{content:'string ' string(s) '.'}} h1{string-set:s content()} a::after{content:'text ' target-text(attr(href)) '.'}</style>
    <a href="#x"></a><h1 id=x>Begin${HIDDEN}end</h1>`;
  const header = bandOf('<p>Section: <span class=sectionTitle></span>.</p>');
  const { document } = await printer.print(jobOf(html, { outline: true, header }));
  const text = (await document.text(1)).replaceAll(/\s+/g, ' ');
  for (const place of ['Section:', 'string', 'text']) expect(text).toContain(`${place} Begin one end.`);
  expect(await document.outline()).toEqual([expect.stringMatching(/^Begin\s+one end$/)]);
});

test('an element that is hidden itself has its text', async () => {
  const html = `<style>.unseen{visibility:hidden} a::after{content:'text ' target-text(attr(href)) '.'}</style>
    <a href="#a"></a> <a href="#b"></a><p id=a hidden>One <b>a</b><i hidden>x</i></p><p id=b class=unseen>Two <b>b</b></p>`;
  const { document } = await printer.print(jobOf(html));
  expect((await document.text(1)).replaceAll(/\s+/g, ' ')).toContain('text One a. text Two b.');
});
