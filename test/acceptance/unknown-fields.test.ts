import type { RenderWarning } from '@platen/pdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeWarnings, WARNINGS_HEADER } from '../../schema/warnings-header.ts';
import { generateResponse } from '../../schema/api/generate.ts';
import type { Answer } from '../support/answer.ts';
import { expectRefusal, HELLO, send, Tenant } from '../support/service-client.ts';

const STRICT = { Prefer: 'handling=strict' };
const FROM_PUPPETEER = {
  ...HELLO,
  data: {},
  options: { landscape: true, displayHeaderFooter: true, report: true },
};

const warningsOf = ({ text }: Answer): readonly RenderWarning[] =>
  generateResponse.parse(JSON.parse(text)).report?.warnings ?? [];

let tenant: Tenant;

const post = (path: string, body: object, headers = {}): Promise<Answer> =>
  send(path, {
    method: 'POST',
    headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  tenant = await Tenant.create();
});

describe('a field that the API does not have', () => {
  test('is ignored, and the report names it and the one that does the same', async () => {
    const answer = await tenant.generate(FROM_PUPPETEER);
    expect(warningsOf(answer).map(({ field, message }) => [field, message])).toEqual([
      ['data', '`data` is not known: did you mean `templateData`?'],
      ['options.landscape', '`options.landscape` is not known: did you mean `options.orientation`?'],
      [
        'options.displayHeaderFooter',
        '`options.displayHeaderFooter` is not known: did you mean `options.header`?',
      ],
    ]);
  });

  test('is named in each answer: in its body, or in a header beside a PDF', async () => {
    const body = { ...HELLO, options: { landscape: true } };
    const warning = {
      code: 'UNKNOWN_FIELD',
      message: '`options.landscape` is not known: did you mean `options.orientation`?',
      field: 'options.landscape',
    };
    const json = await tenant.generate(body);
    expect(JSON.parse(json.text)).toMatchObject({ success: true, warnings: [warning] });
    expect(json.headers.get(WARNINGS_HEADER)).toBeNull();
    const pdf = await tenant.generate(body, { Accept: 'application/pdf' });
    expect(decodeWarnings(pdf.headers.get(WARNINGS_HEADER))).toEqual([warning]);
    const later = await tenant.generate(body, { Prefer: 'respond-async' });
    expect(later.status).toBe(202);
    expect(JSON.parse(later.text)).toMatchObject({ warnings: [warning] });
    expect(JSON.parse((await tenant.generate(HELLO)).text)).not.toHaveProperty('warnings');
  });

  test('is named for a template and for the rows of a batch too', async () => {
    const template = await post('/v1/templates', {
      name: 'Unknown fields',
      content: '<p>a</p>',
      settings: { marign: { top: 20 } },
    });
    const { data, warnings } = JSON.parse(template.text);
    expect(warnings).toMatchObject([
      { message: '`settings.marign` is not known: did you mean `settings.margin`?' },
    ]);
    const rows = [
      { externalId: 'a', templateData: {} },
      { externalId: 'b', data: {} },
    ];
    const batch = { templateId: data.id, options: { landscape: true }, rows };
    const accepted = await post('/v1/batches', batch);
    expect(JSON.parse(accepted.text).warnings).toMatchObject([
      { field: 'options.landscape' },
      { field: 'rows[1].data', message: '`rows[1].data` is not known: did you mean `rows[1].templateData`?' },
    ]);
    const refused = await post('/v1/batches', batch, STRICT);
    expect(expectRefusal(refused, 'VALIDATION_ERROR').details).toEqual([
      'options.landscape: is not known; did you mean options.orientation?',
    ]);
  });

  test('is refused with Prefer: handling=strict, and nothing is charged', async () => {
    const own = await Tenant.create();
    const answer = await own.generate(FROM_PUPPETEER, STRICT);
    expect(expectRefusal(answer, 'VALIDATION_ERROR').details).toEqual([
      'data: is not known; did you mean templateData?',
      'options.landscape: is not known; did you mean options.orientation?',
      'options.displayHeaderFooter: is not known; did you mean options.header?',
    ]);
    expect(answer.headers.get('Preference-Applied')).toBe('handling=strict');
    expect(await own.quotaUsed()).toBe(0);
  });

  test('is reported together with the other problems of the body, whatever the client prefers', async () => {
    const answer = await tenant.generate({ html: '', options: { scale: 5 } });
    const { details = [] } = expectRefusal(answer, 'VALIDATION_ERROR');
    expect(details.join('\n')).toMatch(
      /htmlContent: .*\n.*scale: .*\nhtml: is not known; did you mean htmlContent\?/,
    );
  });

  test('is reported together with a problem that is found when the options are read together', async () => {
    const letterhead = { assets: 'letterhead.pdf' };
    const answer = await tenant.generate({ ...HELLO, options: { letterhead } });
    expect(expectRefusal(answer, 'VALIDATION_ERROR').details).toEqual([
      'options.letterhead: needs exactly one of "fileId" and "asset"',
      'options.letterhead.assets: is not known; did you mean options.letterhead.asset?',
    ]);
  });
});

test('a request without unknown fields succeeds with Prefer: handling=strict', async () => {
  const answer = await tenant.generate({ ...HELLO, options: { report: true } }, STRICT);
  expect(warningsOf(answer)).toEqual([]);
  expect(answer.headers.get('Preference-Applied')).toBe('handling=strict');
  const lenient = await tenant.generate(HELLO, { Prefer: 'handling=lenient' });
  expect(lenient.headers.get('Preference-Applied')).toBeNull();
});
