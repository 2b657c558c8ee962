import { expect, test, vi } from 'vitest';
import { prepareRequest } from '../../../compose/compose-request.ts';
import { prepare } from '../../../compose/prepare.ts';
import { generateRequest } from '../../../schema/api/generate.ts';

const none = async () => ({});

test('a document that uses nothing loads nothing', async () => {
  expect(await prepare({ settings: [{}, null, undefined], translations: {} }, none)).toEqual({
    markdown: null,
    invoiceMaker: null,
    translator: null,
    partials: {},
  });
});

test('a document gets all that it uses', async () => {
  const findPartials = vi.fn(async () => ({ footer: 'x' }));
  const prepared = await prepare(
    {
      texts: ['{{> footer}}'],
      settings: [{}, { eInvoice: { profile: 'basic' } }],
      translations: { de: { hello: 'Hallo' } },
      maxMarkdownChars: 7,
    },
    findPartials,
  );
  expect(findPartials.mock.calls).toEqual([[{ texts: ['{{> footer}}'] }]]);
  expect(prepared).toMatchObject({ markdown: { maxChars: 7 }, partials: { footer: 'x' } });
  expect(prepared.invoiceMaker?.PROFILES.basic).toBeDefined();
  expect(prepared.translator?.start({ asked: 'de', preset: undefined }).locale).toBe('de');
});

test('a request looks up the partials of its own texts, and uses the translations of its template', async () => {
  const findPartials = vi.fn(none);
  const body = generateRequest.parse({ templateId: 'tpl_1', options: { outputName: '{{> name}}' } });
  const template = {
    name: 'invoice',
    content: '{{> pinned}}',
    settings: { eInvoice: { profile: 'basic' } } as const,
    translations: { de: { hello: 'Hallo' } },
  };
  const prepared = await prepareRequest({ body, template }, 7, findPartials);
  expect(findPartials.mock.calls).toEqual([[{ texts: ['', '{{> name}}'] }]]);
  expect(prepared).toMatchObject({ markdown: null, invoiceMaker: {}, translator: {} });
});
