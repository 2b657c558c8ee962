import { describe, expect, test } from 'vitest';
import { FaultyComposition, TemplateError } from '../../../../compose/errors.ts';
import { loadTranslator } from '../../../../compose/translations/load-translator.ts';
import type { RequestOptions } from '../../../../schema/api/generate.ts';
import type { TemplateSettings } from '../../../../schema/api/pdf-options.ts';
import type { Translations } from '../../../../schema/api/translations.ts';
import { composed } from '../../../support/compose/composed.ts';

const TEXTS: Translations = {
  en: {
    title: 'Invoice',
    rows: '{count, plural, one {# row} other {# rows}}',
    dear: 'Dear <b>{name}</b>',
    status: { paid: 'paid', open: 'open' },
    due: 'due on {day, date, long}: {sum, number, ::.00}',
  },
  de: {
    title: 'Rechnung',
    rows: '{count, plural, one {# Zeile} other {# Zeilen}}',
    dear: 'Guten Tag <b>{name}</b>',
    status: { paid: 'bezahlt' },
    due: 'fällig am {day, date, long}: {sum, number, ::.00}',
  },
  'de-AT': { title: 'Faktura' },
  ar: { title: 'فاتورة', rows: '{count, plural, two {صفان} other {# صف}}', due: '{day, date}' },
};

interface Given {
  readonly data?: Record<string, unknown>;
  readonly options?: RequestOptions;
  readonly settings?: TemplateSettings;
  readonly texts?: Translations;
  readonly partials?: Record<string, string>;
}

async function compositionOf(
  html: string,
  { data = {}, options = {}, settings = {}, texts = TEXTS, partials = {} }: Given = {},
) {
  const translator = await loadTranslator(texts);
  return composed({
    content: html,
    data,
    options,
    translator,
    partials,
    template: { name: 'invoice', settings },
  });
}

const filled = async (html: string, given?: Given): Promise<string> =>
  (await compositionOf(html, given)).job.html.replaceAll(/[\u00a0\u202f]/g, ' ');

const warningsOf = async (html: string, given?: Given): Promise<unknown> =>
  (await compositionOf(html, given)).job.warnings;

async function errorOf(html: string, given?: Given): Promise<unknown> {
  try {
    await compositionOf(html, given);
  } catch (error) {
    return error;
  }
  throw new Error('It composes');
}

const TITLE = '{{@locale}} {{@dir}} {{t "title"}}';

describe('the language is', () => {
  test.each([
    [
      'the locale of the request',
      { options: { locale: 'de' }, settings: { locale: 'en' } },
      'de ltr Rechnung',
    ],
    ['a part of it', { options: { locale: 'de-CH' } }, 'de-CH ltr Rechnung'],
    ['the exact one first', { options: { locale: 'de-AT' } }, 'de-AT ltr Faktura'],
    ['in any case of letters', { options: { locale: 'DE-at' } }, 'DE-at ltr Faktura'],
    ['without its extensions', { options: { locale: 'de-AT-u-nu-latn' } }, 'de-AT-u-nu-latn ltr Faktura'],
    ['that of the settings', { settings: { locale: 'de-DE' } }, 'de-DE ltr Rechnung'],
    [
      'that of the settings after an unknown one',
      { options: { locale: 'fr' }, settings: { locale: 'de' } },
      'de ltr Rechnung',
    ],
    ['the first one', {}, 'en ltr Invoice'],
    [
      'the first one after unknown ones',
      { options: { locale: 'fr' }, settings: { locale: 'it' } },
      'en ltr Invoice',
    ],
    ['written from right to left', { options: { locale: 'ar-EG' } }, 'ar-EG rtl فاتورة'],
    [
      'another one of the same language',
      { options: { locale: 'pt' }, texts: { en: { title: 'a' }, 'pt-BR': { title: 'b' } } },
      'pt ltr b',
    ],
    [
      'the script of the request first',
      { options: { locale: 'zh-Hant-TW' }, texts: { zh: { title: 'a' }, 'zh-Hant': { title: 'b' } } },
      'zh-Hant-TW ltr b',
    ],
  ] satisfies [string, Given, string][])('%s', async (_name, given, text) => {
    expect(await filled(TITLE, given)).toBe(text);
  });

  test('unknown in a request: a problem of the field', async () => {
    expect(await errorOf(TITLE, { options: { locale: 'xx', timeZone: 'Mars/Base' } })).toMatchObject({
      details: [
        'options.locale: "xx" is not a known locale such as "de-DE"',
        'options.timeZone: "Mars/Base" is not a known time zone such as "Europe/Berlin"',
      ],
    });
  });

  test('also known to templates without translations', async () => {
    expect(await filled('{{@locale}} {{@dir}}', { texts: {} })).toBe('en-US ltr');
    expect(await filled('{{@locale}} {{@dir}}', { texts: {}, options: { locale: 'he-IL' } })).toBe(
      'he-IL rtl',
    );
    expect(await filled('{{#each list}}{{@locale}} {{@dir}}{{/each}}', { data: { list: [1] } })).toBe(
      'en ltr',
    );
  });
});

describe('numbers and dates', () => {
  const html = '{{t "due" day=day sum=sum}} | {{formatDate day "long"}} {{currency sum "EUR"}}';
  const data = { day: '2026-03-01', sum: 1234.5 };

  test('follow the locale of the request, in the messages and in the other helpers', async () => {
    expect(await filled(html, { data, options: { locale: 'de-DE' } })).toBe(
      'fällig am 1. März 2026: 1.234,50 | 1. März 2026 1.234,50 €',
    );
    expect(await filled(html, { data, options: { locale: 'en-GB' } })).toBe(
      'due on 1 March 2026: 1,234.50 | 1 March 2026 €1,234.50',
    );
  });

  test('in a message follow the language of its words', async () => {
    expect(await filled(html, { data, options: { locale: 'fr-FR' } })).toBe(
      'due on March 1, 2026: 1,234.50 | 1 mars 2026 1 234,50 €',
    );
  });

  test('follow the first translation if nothing names a locale', async () => {
    const texts = { de: TEXTS.de ?? {} };
    expect(await filled(html, { data, texts })).toBe(
      'fällig am 1. März 2026: 1.234,50 | 1. März 2026 1.234,50 €',
    );
  });

  test('follow the locale in bands, filename, watermark, metadata and attachments too', async () => {
    const text = '{{t "rows" count=sum}}, {{formatDate day "long"}}, {{currency sum "EUR"}}';
    const { job, filename } = await compositionOf('x', {
      data,
      options: { locale: 'de-DE' },
      settings: {
        locale: 'en-US',
        margin: { top: 30, bottom: 30 },
        header: [{ content: text }, { content: text, pages: 'last' }],
        footer: { content: text },
        outputName: text,
        watermark: { text },
        metadata: { title: text, language: '{{@locale}}' },
        attachments: [{ name: 'a.txt', content: text, mediaType: 'text/plain' }],
      },
    });
    const german = '1.234,5 Zeilen, 1. März 2026, 1.234,50\u00a0€';
    expect(job.header?.map((band) => band.html)).toEqual([german, german]);
    expect(job.footer?.map((band) => band.html)).toEqual([german]);
    expect(filename).toBe(`${german}.pdf`);
    expect(job.finish).toMatchObject({
      watermark: { content: { text: german } },
      metadata: { title: german, language: 'de-DE' },
    });
    expect(job.finish?.attachments).toMatchObject([{ content: { text: german } }]);
  });

  test('follow the time zone of the request', async () => {
    const at = { data: { at: '2026-03-01T22:30:00Z' }, settings: { timeZone: 'UTC' } };
    const text = '{{formatDateTime at}}';
    expect(await filled(text, { ...at, options: { timeZone: 'Asia/Tokyo' } })).toBe('Mar 2, 2026, 7:30 AM');
  });

  test('follow the named arguments of one call', async () => {
    expect(await filled('{{t "rows" count=2 locale="de"}} {{t "rows" count=2}}', {})).toBe('2 Zeilen 2 rows');
    const timed = '{{t "at" d=d timeZone="Asia/Tokyo"}}';
    const texts = { en: { at: '{d, time, short}' } };
    expect(await filled(timed, { texts, data: { d: '2026-03-01T22:30:00Z' } })).toBe('7:30 AM');
  });
});

describe('HTML', () => {
  const data = { name: '<i>A&B</i>' };

  test('of a value and of a message is escaped by {{t}}', async () => {
    expect(await filled('{{t "dear" name=name}}', { data })).toBe(
      'Dear &lt;b&gt;&lt;i&gt;A&amp;B&lt;/i&gt;&lt;/b&gt;',
    );
  });

  test('of a message stays in {{tHtml}}, and that of its values is escaped', async () => {
    expect(await filled('{{tHtml "dear" name=name}}', { data })).toBe(
      'Dear <b>&lt;i&gt;A&amp;B&lt;/i&gt;</b>',
    );
  });

  test('of a value that a helper made is not escaped again in {{tHtml}}', async () => {
    expect(await filled('{{tHtml "dear" name=(nl2br name)}}', { data: { name: 'a&b\nc' } })).toBe(
      'Dear <b>a&amp;b<br>c</b>',
    );
  });

  test('is not escaped in texts that are not HTML', async () => {
    const { filename } = await compositionOf('x', { settings: { outputName: '{{t "dear" name="A&B"}}' } });
    expect(filename).toContain('A&B');
  });
});

describe('keys', () => {
  test('can come from the data', async () => {
    const data = { status: 'paid' };
    expect(await filled('{{t (concat "status." status)}}', { data, options: { locale: 'de' } })).toBe(
      'bezahlt',
    );
  });

  test('print nothing if they are missing in the data', async () => {
    expect(await filled('[{{t key}}]')).toBe('[]');
  });

  test('belong to a template in its inline partials, blocks and arguments', async () => {
    const html =
      '{{#*inline "row"}}{{t "title"}}{{/inline}}{{> row}}{{#each list}}{{t "rows" count=this}}{{/each}}{{upper (t "title")}}';
    expect(await filled(html, { data: { list: [1, 2] } })).toBe('Invoice1 row2 rowsINVOICE');
  });

  test('do not hide a field of the data with the name t', async () => {
    expect(await filled('{{t}} {{#each list as |t|}}{{t}}{{/each}}', { data: { t: 'x', list: [2] } })).toBe(
      'x 2',
    );
  });

  test.each([
    ['{{t "title" 1}}', 'needs one key, and values by name'],
    ['{{t count=1}}', 'needs one key, and values by name'],
    ['{{t list}}', 'the key must be text; templateData.list is a list'],
    ['{{t "rows" count=list}}', 'the value must be a number such as 1234.5; templateData.list is a list'],
    [
      '{{t "due" day=name}}',
      'the value must be a date such as 2026-03-01 or 2026-03-01T22:30:00Z; templateData.name is "x"',
    ],
    ['{{t "title" locale="xx"}}', 'unknown locale "xx"'],
    ['{{t "title" locale=1}}', 'locale must be text such as "de-DE"'],
    ['{{#t "title"}}x{{/t}}', '{{t}} is not a block'],
  ])('%s is a mistake', async (html, message) => {
    const error = await errorOf(html, { data: { list: [1], name: 'x' } });
    expect(error).toBeInstanceOf(TemplateError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
  });

  test('need translations', async () => {
    const error = await errorOf('{{t "title"}}', { texts: {} });
    expect(error).toMatchObject({
      message: expect.stringContaining('html, line 1, column 1: the template has no translations'),
    });
  });
});

describe('a text that is missing', () => {
  const html = 'x\n  {{t (concat "status." status)}} {{t "title"}}';

  test('is that of the next locale, with a warning', async () => {
    const given = { data: { status: 'open' }, options: { locale: 'de' } };
    expect(await filled(html, given)).toBe('x\n  open Rechnung');
    expect(await warningsOf(html, given)).toEqual([
      {
        code: 'TRANSLATION_MISSING',
        message: 'html, line 2, column 3: "status.open" has no text in de. The text in en was printed.',
        field: 'options.locale',
      },
    ]);
  });

  test('is the key if no locale has it', async () => {
    const given = { data: { status: '<late>' } };
    expect(await filled(html, given)).toBe('x\n  status.&lt;late&gt; Invoice');
    expect(await filled('{{tHtml status}}', given)).toBe('&lt;late&gt;');
    expect(await warningsOf(html, given)).toEqual([
      {
        code: 'TRANSLATION_MISSING',
        message: 'html, line 2, column 3: "status.<late>" has no text in en. The key was printed.',
        field: null,
      },
    ]);
  });

  test('causes one warning for a locale without texts', async () => {
    expect(await warningsOf('{{t "title"}}{{t "rows" count=1}}', { options: { locale: 'fr-FR' } })).toEqual([
      {
        code: 'TRANSLATION_MISSING',
        message: 'The template has no texts in fr-FR. Those in en were printed.',
        field: 'options.locale',
      },
    ]);
    expect(await warningsOf('no text', { options: { locale: 'fr-FR' } })).toEqual([]);
  });

  test('is no problem if the language itself has it', async () => {
    expect(await warningsOf('{{t "rows" count=1}}', { options: { locale: 'de-AT' } })).toEqual([]);
    expect(await filled('{{t "rows" count=1}}', { options: { locale: 'de-AT' } })).toBe('1 Zeile');
  });

  test('is named in its document', async () => {
    const settings = { outputName: '{{t key}}', header: { content: '{{t key}}' }, margin: { top: 20 } };
    const messages = await warningsOf('{{t "title"}}', { settings, data: { key: 'none' } });
    expect(JSON.stringify(messages)).toContain('header, line 1, column 1');
  });

  test('is named in the partial of the workspace that calls for it', async () => {
    const partials = { footer: '{{t "title"}}\n{{t key}}' };
    const given = { partials, data: { key: 'none' }, options: { locale: 'de' } };
    expect(await filled('{{> footer}}', given)).toBe('Rechnung\nnone');
    expect(await warningsOf('{{> footer}}', given)).toMatchObject([
      { message: 'partial:footer, line 2, column 1: "none" has no text in de. The key was printed.' },
    ]);
  });

  test('fails the request with failOn, together with unknown names', async () => {
    const options: RequestOptions = { locale: 'de', failOn: ['translations', 'placeholders'] };
    const error = await errorOf('{{t (concat "status." status)}}{{nme}}', {
      data: { status: 'open' },
      options,
    });
    expect(error).toBeInstanceOf(FaultyComposition);
    expect(error).toMatchObject({
      faults: [
        { kind: 'placeholders', detail: 'html, line 1, column 34: The data has no "nme".' },
        {
          kind: 'translations',
          detail: 'html, line 1, column 1: "status.open" has no text in de. The text in en was printed.',
        },
      ],
    });
  });

  test('changes nothing with failOn of something else', async () => {
    const { job } = await compositionOf('{{t "none"}}', { options: { failOn: ['translations'] } }).catch(
      (error: unknown) => ({ job: error }),
    );
    expect(job).toBeInstanceOf(FaultyComposition);
    const { job: printed } = await compositionOf('{{t "none"}}', { options: { failOn: ['resources'] } });
    expect(printed).toMatchObject({ html: 'none', failOn: ['resources'] });
  });

  test('is listed 30 times at most', async () => {
    const data = { keys: Array.from({ length: 40 }, (_, index) => `key ${index}`) };
    const warnings = await warningsOf('{{#each keys}}{{t this}}{{/each}}', { data });
    expect(warnings).toHaveLength(31);
    expect(JSON.stringify(warnings)).toContain('More texts are missing: 10 calls printed another text.');
  });
});
