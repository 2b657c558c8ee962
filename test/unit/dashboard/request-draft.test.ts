import { describe, expect, it } from 'vitest';
import { changeSource, DEFAULT_DRAFT } from '../../../dashboard/pages/playground/default-draft.ts';
import { readDraft, type RequestDraft } from '../../../dashboard/pages/playground/request-draft.ts';

const ORIGIN = 'https://pdf.example.com';

const DRAFT: RequestDraft = {
  source: 'html',
  html: '<p>{{name}}</p>',
  templateId: null,
  version: null,
  dataText: '',
  optionsText: '',
  filename: '',
  idempotencyKey: '',
  answer: 'json',
};

const read = (change: Partial<RequestDraft>) => readDraft({ ...DRAFT, ...change }, ORIGIN);
const findBodyStart = (change: Partial<RequestDraft>) => read(change).call?.body;

describe('a draft of the playground', () => {
  it('sends only what is filled in', () => {
    expect(read({})).toEqual({
      call: {
        origin: ORIGIN,
        body: { htmlContent: '<p>{{name}}</p>' },
        answer: 'json',
        idempotencyKey: null,
      },
      problems: null,
    });
  });

  it('sends data, options, filename and idempotency key as they are written', () => {
    const { call } = read({
      dataText: '{"name": "Ada"}',
      optionsText: '{"format": "A5"}',
      filename: ' letter ',
      idempotencyKey: 'letter-17',
      answer: 'pdf',
    });
    expect(call).toMatchObject({ answer: 'pdf', idempotencyKey: 'letter-17' });
    expect(call?.body).toEqual({
      htmlContent: '<p>{{name}}</p>',
      templateData: { name: 'Ada' },
      filename: 'letter',
      options: { format: 'A5' },
    });
  });

  it('names a template, and its version where one is chosen', () => {
    const template = { source: 'template', templateId: 'tpl_1' } as const;
    expect(findBodyStart(template)).toEqual({ templateId: 'tpl_1' });
    expect(findBodyStart({ ...template, version: 3 })).toEqual({ templateId: 'tpl_1@3' });
  });

  it.each([
    ['no HTML', { html: '' }, { source: 'Write some HTML to print' }],
    ['no template', { source: 'template' }, { source: 'Choose a template' }],
    ['a long filename', { filename: '🧾'.repeat(256) }, { filename: 'Use 255 characters or fewer' }],
    ['a long idempotency key', { idempotencyKey: 'k'.repeat(256) }, { idempotencyKey: expect.any(String) }],
    ['a line break in a header', { idempotencyKey: 'a\nb' }, { idempotencyKey: expect.any(String) }],
    ['a space that a header loses', { idempotencyKey: 'a ' }, { idempotencyKey: expect.any(String) }],
    ['data that is a list', { dataText: '[]' }, { data: { message: expect.any(String), at: null } }],
  ] as const)('is no call with %s', (_, change, problems) => {
    expect(read(change)).toEqual({ call: null, problems });
  });

  it('takes 255 characters beyond the basic plane as a filename', () => {
    expect(findBodyStart({ filename: '🧾'.repeat(255) })).toMatchObject({ filename: '🧾'.repeat(255) });
  });

  it.each([
    ['{\n  "a": 1,\n}', 'Not expected here: }', { line: 3, column: 1 }],
    ['{"a": 1', 'The JSON ends too early.', { line: 1, column: 8 }],
    ["{'a': 1}", "Not expected here: '", { line: 1, column: 2 }],
    ['{"a" 1}', 'Not expected here: 1', { line: 1, column: 6 }],
    ['{"a": 1} x', 'Not expected here: x', { line: 1, column: 10 }],
  ])('says where %j is wrong', (dataText, message, at) => {
    expect(read({ dataText }).problems).toEqual({ data: { message, at } });
  });
});

describe('the example of the playground', () => {
  it('is a call', () => {
    expect(readDraft(DEFAULT_DRAFT, ORIGIN).problems).toBeNull();
  });

  it('leaves a template its own page and data, and comes back', () => {
    const changed = { ...DEFAULT_DRAFT, ...changeSource(DEFAULT_DRAFT, 'template'), templateId: 'tpl_1' };
    expect(readDraft(changed, ORIGIN).call?.body).toEqual({ templateId: 'tpl_1' });
    expect({ ...changed, ...changeSource(changed, 'html'), templateId: null }).toEqual(DEFAULT_DRAFT);
  });

  it('keeps what somebody wrote', () => {
    const written = { ...DEFAULT_DRAFT, dataText: '{"name": "Grace"}' };
    expect(changeSource(written, 'template')).not.toHaveProperty('dataText');
  });
});
