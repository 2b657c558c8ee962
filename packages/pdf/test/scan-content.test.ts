import { expect, test } from 'vitest';
import { ContentScanner } from '../accessible/scan-content.ts';
import { unlimited } from './foreign-pdf.ts';

const scan = async (content: string, tagged: readonly string[] = []): Promise<string[]> => {
  const scanner = new ContentScanner(unlimited(), { draw: (name) => tagged.includes(name) });
  return (await scanner.scan(content)).map(({ start, end }) => content.slice(start, end).trim());
};

test.each<[name: string, content: string, spots: string[]]>([
  ['a path', '1 0 0 rg\n0 0 9 9 re\nf\nQ', ['0 0 9 9 re\nf']],
  ['a path of lines', '0 0 m 9 9 l h S', ['0 0 m 9 9 l h S']],
  ['a clip paints nothing', '0 0 9 9 re W* n q', []],
  ['a clip that is painted', '0 0 9 9 re W f*', ['0 0 9 9 re W f*']],
  ['an image', 'q 9 0 0 9 0 0 cm /X1 Do Q', ['/X1 Do']],
  ['a form with tags', '/X2 Do', []],
  ['a shading', '/S1 sh', ['/S1 sh']],
  ['an image in the content', 'q BI /W 1 ID f EMC\nEI Q', ['BI /W 1 ID f EMC\nEI']],
  ['a text', 'BT /F1 9 Tf <0001> Tj ET', ['BT /F1 9 Tf <0001> Tj ET']],
  ['a text that shows nothing', 'BT /F1 9 Tf ET', []],
  ['what has a tag', '/P <</MCID 0 >>BDC 0 0 9 9 re f BT (f) Tj ET EMC', []],
  ['what is an artifact', '/Artifact BMC /X1 Do EMC /Artifact <</Type /Background>> BDC f EMC', []],
  ['properties with a name', '/P /MC0 BDC /X1 Do EMC', []],
  ['after a tag', '/P <</MCID 0>> BDC EMC /X1 Do', ['/X1 Do']],
  ['in a mark that is no tag', '/Span <</ActualText (x)>> BDC /X1 Do EMC', ['/X1 Do']],
  ['a tag inside of a text', 'BT (a) Tj /P <</MCID 0>> BDC (b) Tj EMC [(c)] TJ ET', ['(a) Tj', '[(c)] TJ']],
  ['operators in names and strings', '/f (f \\) EMC) (a(b)) /Do <46> gs % f\n', []],
  ['a tag over several marks', '/P <</MCID 0>> BDC /Span BMC /X1 Do EMC /X1 Do EMC', []],
])('finds what is drawn outside of tags: %s', async (_, content, spots) => {
  expect(await scan(content, ['X2'])).toEqual(spots);
});

test('a tag can begin in one stream of a page and end in another', async () => {
  const scanner = new ContentScanner(unlimited(), { draw: () => false });
  expect(await scanner.scan('/P <</MCID 0>> BDC')).toEqual([]);
  expect(await scanner.scan('/X1 Do EMC')).toEqual([]);
  expect(await scanner.scan('/X1 Do')).toHaveLength(1);
});

test('reads a long content in time that grows with its length', async () => {
  const content = '(('.repeat(200_000) + '/'.repeat(200_000) + '<<'.repeat(200_000);
  const startedAt = performance.now();
  expect(await scan(content)).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
