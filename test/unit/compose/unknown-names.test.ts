import { describe, expect, test } from 'vitest';
import { FaultyComposition } from '../../../compose/errors.ts';
import { loadMarkdown } from '../../../compose/markdown/load-markdown.ts';
import { composed } from '../../support/compose/composed.ts';

type Input = Parameters<typeof composed>[0];

const warningsOf = (input: Input) =>
  composed({ ...input, options: { report: true, ...input.options } }).job.warnings ?? [];

const messagesOf = (html: string, data = {}) =>
  warningsOf({ content: html, data }).map(({ message }) => message);

function faultsOf(input: Input): readonly string[] | null {
  try {
    composed(input);
    return null;
  } catch (error) {
    if (!(error instanceof FaultyComposition)) throw error;
    expect(error.faults.every(({ kind }) => kind === 'placeholders')).toBe(true);
    return error.faults.map(({ detail }) => detail);
  }
}

const LATEX = String.raw`<p>Formel: \frac{{a}}{b} und {{ vueVar }}
und {{item.name}}</p>`;

const OF_LATEX = [
  'html, line 1, column 19: The data has no "a".',
  'html, line 1, column 33: The data has no "vueVar".',
  'html, line 2, column 7: The data has no "item.name".',
];

describe('the named arguments that a helper does not have', () => {
  test.each<[string, string]>([
    [
      '{{formatNumber a digts=2}}',
      'line 1, column 1: The helper formatNumber has no digts=, which has no effect: did you mean digits=?',
    ],
    [
      '\n {{formatDate (now) timezone="UTC"}}',
      'line 2, column 2: The helper formatDate has no timezone=, which has no effect: did you mean timeZone=?',
    ],
    [
      '{{sum a by="b"}}',
      'line 1, column 1: The helper sum has no by=, which has no effect: it has no named arguments.',
    ],
    [
      '{{#eq a 1 x=1}}{{/eq}}',
      'line 1, column 1: The helper eq has no x=, which has no effect: it has no named arguments.',
    ],
  ])('are warnings: %s', (content, message) => {
    expect(warningsOf({ content, data: { a: 1 } })).toEqual([
      { code: 'UNKNOWN_FIELD', message, field: null },
    ]);
  });

  test('are one warning for each place, however often it is filled', () => {
    expect(
      messagesOf('{{#each a}}{{currency this "EUR" decimals=0}}{{/each}}', { a: [1, 2, 3] }),
    ).toHaveLength(1);
  });
});

describe('the names that the data does not have', () => {
  test('are warnings with line and column, if a report is asked for', () => {
    expect(warningsOf({ content: LATEX })).toEqual(
      OF_LATEX.map((message) => ({ code: 'EMPTY_PLACEHOLDER', message, field: 'htmlContent' })),
    );
    expect(composed({ content: LATEX }).job.warnings).toEqual([]);
    expect(composed({ content: LATEX, listsUnknownNames: true }).job.warnings).toHaveLength(3);
  });

  test('can be the names of helpers', () => {
    expect(messagesOf('{{currency}} {{first}} {{now}}', { first: null })).toEqual([
      'html, line 1, column 3: The data has no "currency".',
    ]);
  });

  test.each([
    ['{{date}}', 'Write {{formatDate (now)}}.'],
    ['{{{ today }}}', 'Write {{formatDate (now)}}.'],
    ['{{ pageNumber }}', 'Write <span class="pageNumber"></span> in a header or footer.'],
  ])('get a hint if they print something in another template language: %s', (html, hint) => {
    expect(messagesOf(html)).toEqual([expect.stringMatching(/The data has no "\w+"\. /)]);
    expect(messagesOf(html)[0]).toContain(hint);
    expect(messagesOf(html, { date: '', today: null, pageNumber: 0 })).toEqual([]);
  });

  test('name the field of each document', async () => {
    const template = { name: 't', settings: { header: { content: '{{a}}' }, outputName: '{{a}}' } };
    const options = { metadata: { title: '{{a}}' }, watermark: { text: 'x{{a}}' } };
    expect(warningsOf({ content: '{{a}}', template, options }).map(({ field }) => field)).toEqual([
      'templateId',
      'options.header.content',
      'options.outputName',
      'options.metadata',
      'options.watermark',
    ]);
    const markdown = await loadMarkdown(1_000);
    expect(warningsOf({ content: '# {{a}}', markdown, sourceField: 'markdown' })).toMatchObject([
      { field: 'markdown', message: 'markdown, line 1, column 5: The data has no "a".' },
    ]);
  });

  test('are listed once for each place, and at most 30 of them', () => {
    const rows = Array.from({ length: 1_000 }, () => ({}));
    expect(messagesOf('{{#each rows}}{{name}}{{/each}}', { rows })).toHaveLength(1);
    const many = messagesOf('{{a}}'.repeat(40));
    expect(many).toHaveLength(31);
    expect(many.at(-1)).toBe('The template uses 10 more names that the data does not have.');
    const [message = ''] = messagesOf(`{{${'a'.repeat(1_000_000)}}}`);
    expect(message.length).toBeLessThan(200);
  });

  test.each([
    '{{default a "none"}}',
    '{{#if (eq a "x")}}{{/if}}',
    '{{#if (and a (not b))}}{{/if}}',
    '{{default (currency (multiply a 2) "EUR") "-"}}',
    '{{#each (first a)}}{{/each}}',
    '{{#gt a 1}}{{/gt}}',
    '{{formatDate (now)}}',
  ])('do not count where the template asks for them: %s', (html) => {
    expect(messagesOf(html)).toEqual([]);
  });

  test.each(['{{currency a "EUR"}}', '{{join a}}', '{{upper (default b a)}}{{a}}', '{{round 1.5 a}}'])(
    'count where the template calculates with them: %s',
    (html) => {
      expect(messagesOf(html)).toEqual([expect.stringContaining('The data has no "a".')]);
    },
  );
});

describe('with failOn', () => {
  test('they are an error that lists them', () => {
    expect(faultsOf({ content: LATEX, options: { failOn: ['placeholders'] } })).toEqual(OF_LATEX);
    const settings = { failOn: ['placeholders' as const] };
    const template = { name: 't', settings };
    expect(faultsOf({ content: '{{a}}', template })).toEqual([
      'html, line 1, column 3: The data has no "a".',
    ]);
    expect(faultsOf({ content: '{{a}}', template, options: { failOn: [] } })).toBeNull();
    expect(faultsOf({ content: '{{a}}', template, data: { a: null } })).toBeNull();
  });

  test('the other kinds are for the print', () => {
    const { job } = composed({ content: '{{a}}', options: { failOn: ['resources', 'glyphs'] } });
    expect(job.failOn).toEqual(['resources', 'glyphs']);
    expect(composed({ content: 'x', options: { failOn: ['placeholders'] } }).job).not.toHaveProperty(
      'failOn',
    );
  });
});
