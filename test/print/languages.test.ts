import { expect, test } from 'vitest';
import { checkTemplate } from '../../compose/check-template.ts';
import { compose } from '../../compose/compose.ts';
import { loadTranslator } from '../../compose/translations/load-translator.ts';
import { readProject } from '../../cli/project/read-project.ts';
import { inProject } from '../../scripts/project.ts';
import { inspectPdf } from '../support/pdf.ts';
import { usePrinter } from './support/printer.ts';
import { unlimited } from '../support/unlimited.ts';

const printer = usePrinter({ ready: 1, concurrent: 1 });

const { templates } = await readProject(inProject('examples/languages'));
const [template] = templates;
if (template === undefined) throw new Error('The example has a template');
const translator = await loadTranslator(template.translations);

async function print(locale: string, sample: string) {
  const data = template?.sampleSets.find(({ name }) => name === sample)?.data ?? {};
  const { job, filename } = compose({
    meter: unlimited(),
    content: template?.content ?? '',
    template: template ?? null,
    translator,
    data,
    options: { locale, failOn: ['translations', 'placeholders'] },
    filename: null,
    maxHtmlBytes: 1_000_000,
    watermark: null,
    now: 0,
  });
  const { text, pages } = await inspectPdf((await printer.print(job)).bytes);
  return { filename, pages, text: text.replaceAll(/[\u00a0\u202f]/g, ' ') };
}

test('the example of languages can be saved', () => {
  expect(() => checkTemplate({ meter: unlimited(), ...template, translator })).not.toThrow();
});

test.each([
  [
    'en-GB',
    'Open',
    'Invoice 2026-0417',
    ['2 items were delivered on 2 March 2026', '€480.00', '16 March 2026'],
  ],
  [
    'de-DE',
    'Open',
    'Rechnung 2026-0417',
    ['2 Artikel wurden am 2. März 2026', '480,00 €', '1.500', 'Montag, 16. März 2026'],
  ],
  ['de-DE', 'Paid', 'Rechnung 2026-0418', ['Ein Artikel wurde am 3. März 2026', '12,40 £', 'Bezahlt']],
  ['ar', 'Open', 'فاتورة 2026-0417', []],
])('it prints in %s', async (locale, sample, title, texts) => {
  const { filename, text, pages } = await print(locale, sample);
  expect(filename).toBe(`${title}.pdf`);
  expect(pages).toHaveLength(1);
  for (const expected of texts) expect(text).toContain(expected);
});

test('Arabic is laid out from right to left', async () => {
  const [english, arabic] = [await print('en', 'Open'), await print('ar', 'Open')];
  const isOnTheLeft = ({ pages: [page] }: typeof english) =>
    (page?.pieces.find(({ text }) => text.includes('Poster'))?.xMm ?? 0) < (page?.widthMm ?? 0) / 2;
  expect([isOnTheLeft(english), isOnTheLeft(arabic)]).toEqual([true, false]);
});
