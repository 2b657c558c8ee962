import { describe, expect, test } from 'vitest';
import { changeSource, DEFAULT_DRAFT } from '../../../dashboard/pages/playground/default-draft.ts';
import { readDraft, type RequestDraft } from '../../../dashboard/pages/playground/request-draft.ts';

const ORIGIN = 'https://pdf.example.com';

const DRAFT: RequestDraft = {
  source: 'html',
  html: '<p>{{name}}</p>',
  markdown: '# {{name}}',
  url: ' https://example.com/a ',
  accessText: '',
  isFilled: true,
  templateId: null,
  version: null,
  dataText: '',
  optionsText: '',
  outputType: 'pdf',
  filename: '',
  idempotencyKey: '',
  responseType: 'json',
};

const read = (change: Partial<RequestDraft>) => readDraft({ ...DRAFT, ...change }, ORIGIN);
const readBody = (change: Partial<RequestDraft>) => read(change).call?.body;

describe('a draft of the playground', () => {
  test('sends only what is filled in', () => {
    expect(read({})).toEqual({
      call: {
        origin: ORIGIN,
        body: { htmlContent: '<p>{{name}}</p>' },
        responseType: 'json',
        idempotencyKey: null,
      },
      problems: null,
    });
  });

  test('sends data, options, filename and idempotency key as entered', () => {
    const { call } = read({
      dataText: '{"name": "Ada"}',
      optionsText: '{"format": "A5"}',
      filename: ' letter ',
      idempotencyKey: 'letter-17',
      responseType: 'pdf',
    });
    expect(call).toMatchObject({ responseType: 'pdf', idempotencyKey: 'letter-17' });
    expect(call?.body).toEqual({
      htmlContent: '<p>{{name}}</p>',
      templateData: { name: 'Ada' },
      filename: 'letter',
      options: { format: 'A5' },
    });
  });

  test('says that the document is printed as it is, unless it is a page', () => {
    expect(readBody({ isFilled: false })).toEqual({ htmlContent: '<p>{{name}}</p>', templating: 'none' });
    expect(readBody({ isFilled: false, source: 'url' })).not.toHaveProperty('templating');
  });

  test('names the output unless it is a PDF', () => {
    expect(readBody({ outputType: 'webp' })).toMatchObject({ output: { type: 'webp' } });
    expect(readBody({ outputType: 'pdf' })).not.toHaveProperty('output');
  });

  test('names a template, and its version if one is chosen', () => {
    const template = { source: 'template', templateId: 'tpl_1' } as const;
    expect(readBody(template)).toEqual({ templateId: 'tpl_1' });
    expect(readBody({ ...template, version: 3 })).toEqual({ templateId: 'tpl_1@3' });
  });

  test('sends Markdown, or an address with its headers and cookies', () => {
    expect(readBody({ source: 'markdown' })).toEqual({ markdown: '# {{name}}' });
    expect(readBody({ source: 'url' })).toEqual({ url: 'https://example.com/a' });
    const accessText = '{"headers": {"X-A": "1"}, "cookies": []}';
    expect(readBody({ source: 'url', accessText })).toEqual({
      url: 'https://example.com/a',
      headers: { 'X-A': '1' },
      cookies: [],
    });
    // The field of another source.
    expect(readBody({ accessText })).toEqual({ htmlContent: '<p>{{name}}</p>' });
  });

  test.each([
    ['no Markdown', { source: 'markdown', markdown: '' }, { source: 'Enter some Markdown' }],
    [
      'no address',
      { source: 'url', url: 'example' },
      { source: 'Enter an address, such as https://example.com' },
    ],
    ['no HTML', { html: '' }, { source: 'Enter some HTML' }],
    ['no template', { source: 'template' }, { source: 'Choose a template' }],
    ['a long filename', { filename: '🧾'.repeat(256) }, { filename: 'Use 255 characters or fewer' }],
    ['a long idempotency key', { idempotencyKey: 'k'.repeat(256) }, { idempotencyKey: expect.any(String) }],
    ['a line break in a header', { idempotencyKey: 'a\nb' }, { idempotencyKey: expect.any(String) }],
    ['a space at the end of a header', { idempotencyKey: 'a ' }, { idempotencyKey: expect.any(String) }],
    ['data that is a list', { dataText: '[]' }, { data: { message: expect.any(String), at: null } }],
  ] as const)('is not valid with %s', (_, change, problems) => {
    expect(read(change)).toEqual({ call: null, problems });
  });

  test('takes 255 characters beyond the basic plane as a filename', () => {
    expect(readBody({ filename: '🧾'.repeat(255) })).toMatchObject({ filename: '🧾'.repeat(255) });
  });

  test.each([
    ['{\n  "a": 1,\n}', 'A name in double quotes is expected.', { line: 3, column: 1 }],
    ['{"a": 1', '"," or "}" is expected.', { line: 1, column: 8 }],
    ["{'a': 1}", 'A name in double quotes or "}" is expected.', { line: 1, column: 2 }],
    ['{"a" 1}', '":" is expected.', { line: 1, column: 6 }],
    ['{"a": 1} x', 'The end is expected.', { line: 1, column: 10 }],
  ])('shows where %j is wrong', (dataText, message, at) => {
    expect(read({ dataText }).problems).toEqual({ data: { message, at } });
  });
});

describe('the example of the playground', () => {
  test('is valid', () => {
    expect(readDraft(DEFAULT_DRAFT, ORIGIN).problems).toBeNull();
  });

  test('does not apply its data and options to a template, and restores them for HTML', () => {
    const changed = { ...DEFAULT_DRAFT, ...changeSource(DEFAULT_DRAFT, 'template'), templateId: 'tpl_1' };
    expect(readDraft(changed, ORIGIN).call?.body).toEqual({ templateId: 'tpl_1' });
    expect({ ...changed, ...changeSource(changed, 'html'), templateId: null }).toEqual(DEFAULT_DRAFT);
  });

  test('keeps what the user has changed', () => {
    const written = { ...DEFAULT_DRAFT, dataText: '{"name": "Grace"}' };
    expect(changeSource(written, 'template')).not.toHaveProperty('dataText');
  });
});
