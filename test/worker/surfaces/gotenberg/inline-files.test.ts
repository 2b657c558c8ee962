import { Meter } from '@platen/meter';
import { expect, test } from 'vitest';
import { InlineFiles } from '../../../../worker/surfaces/gotenberg/inline-files.ts';

const file = (name: string, text: string) => ({
  field: 'files',
  name,
  bytes: new TextEncoder().encode(text),
});

const meter = () => new Meter({ maxWork: 1e9 });

const FILES = [
  file('a.png', 'PNG'),
  file('style.css', '@import "more.css"; p { background: url(./a.png) } i { content: "a.png" }'),
  file('more.css', 'b { background: url("a.png?v=1") }'),
  file('two words.png', 'TWO'),
];

test('relative addresses of files become assets, and nothing else changes', async () => {
  const files = new InlineFiles(FILES, meter());
  const html = [
    '<link rel=stylesheet href=style.css><style>p { background: url(a.png) }</style>',
    '<img alt="a.png" src="./a.png" srcset="a.png 1x, b.png 2x"><p style="background: url(\'a.png\')">a.png</p>',
    '<img src="two%20words.png"><img src="https://example.com/a.png"><a href="#a.png">a.png</a>',
  ].join('\n');
  expect((await files.name(html)).split('\n')).toEqual([
    '<link rel=stylesheet href="platen-asset://file-1"><style>p { background: url("platen-asset://file-0") }</style>',
    '<img alt="a.png" src="platen-asset://file-0" srcset="platen-asset://file-0 1x, b.png 2x">' +
      '<p style="background: url(&quot;platen-asset://file-0&quot;)">a.png</p>',
    '<img src="platen-asset://file-3"><img src="https://example.com/a.png"><a href="#a.png">a.png</a>',
  ]);
});

test('a style sheet has in it what it names, also another style sheet', async () => {
  const source = new InlineFiles(FILES, meter()).toSource(() => Promise.resolve());
  const found = await source.find(['file-1', 'file-9']);
  expect([...found.keys()]).toEqual(['file-1']);
  const css = Buffer.from((await found.get('file-1')?.read()) ?? '', 'base64').toString();
  const png = `data:image/png;base64,${Buffer.from('PNG').toString('base64')}`;
  const inner = Buffer.from(`b { background: url("${png}") }`).toString('base64');
  expect(css).toBe(
    `@import url("data:text/css;base64,${inner}"); p { background: url("${png}") } i { content: "a.png" }`,
  );
});

test('style sheets that name each other end', async () => {
  const files = new InlineFiles(
    [file('a.css', '@import "b.css"'), file('b.css', '@import "a.css"')],
    meter(),
  );
  const found = await files.toSource(() => Promise.resolve()).find(['file-0']);
  expect(found.get('file-0')?.mediaType).toBe('text/css');
});

test('a style sheet that names another one many times is charged for each', async () => {
  const workOf = async (times: number): Promise<number> => {
    const own = meter();
    const css = Array.from({ length: times }, () => 'p { background: url(a.png) }').join('');
    const files = new InlineFiles([file('a.css', css), file('a.png', 'x'.repeat(10_000))], own);
    await files.toSource(() => Promise.resolve()).find(['file-0']);
    return own.work;
  };
  expect(await workOf(200)).toBeGreaterThan(200 * 10_000);
  expect(await workOf(400)).toBeLessThan(3 * (await workOf(200)));
});

test('style sheets that multiply end before they fill the memory', async () => {
  const many = (name: string) => Array.from({ length: 100 }, () => `@import "${name}";`).join('');
  const files = new InlineFiles(
    [file('a.css', many('b.css')), file('b.css', many('c.css')), file('c.css', 'i{}'.repeat(5_000))],
    meter(),
  );
  const read = () => files.toSource(() => Promise.resolve()).find(['file-0']);
  await expect(read()).rejects.toThrow('the style sheets show files of more than');
});

class CountingMeter extends Meter {
  turns = 0;

  override pause(): Promise<void> {
    if (this.isDue) this.turns += 1;
    return super.pause();
  }
}

test.each([
  ['candidates of a srcset', (count: number) => `<img srcset="${'a.png 1x,'.repeat(count)}">`],
  ['elements', (count: number) => '<img src=a.png>'.repeat(count)],
  ['rules', (count: number) => `<style>${'*{background:url(b.png)}'.repeat(count)}</style>`],
  ['tokens', (count: number) => `<p style="${';'.repeat(count)}">`],
])('others have their turn between many %s', async (_, htmlOf) => {
  const workOf = async (count: number) => {
    const own = new CountingMeter({ maxWork: 1e9 });
    await new InlineFiles(FILES, own).name(htmlOf(count));
    return own;
  };
  const [few, many] = [await workOf(15_000), await workOf(60_000)];
  expect(many.work / few.work).toBeCloseTo(4, 0);
  expect(many.turns).toBeGreaterThanOrEqual(Math.floor(many.work / 2_100_000));
  expect(many.turns).toBeGreaterThan(1);
});
