import type { RenderWarning } from '@platen/pdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { generateResponse } from '../../schema/api/generate.ts';
import type { Answer } from '../support/answer.ts';
import { expectRefusal, HELLO, Tenant } from '../support/service-client.ts';

const STRICT = { Prefer: 'handling=strict' };
const FROM_PUPPETEER = {
  ...HELLO,
  data: {},
  options: { landscape: true, displayHeaderFooter: true, report: true },
};

const warningsOf = ({ text }: Answer): readonly RenderWarning[] =>
  generateResponse.parse(JSON.parse(text)).report?.warnings ?? [];

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create();
});

describe('a field that the API does not have', () => {
  test('is ignored, and the report names it and the one that does the same', async () => {
    const answer = await tenant.generate(FROM_PUPPETEER);
    expect(warningsOf(answer).map(({ field, message }) => [field, message])).toEqual([
      ['data', 'data is ignored. Use templateData.'],
      ['options.landscape', 'options.landscape is ignored. Use options.orientation.'],
      ['options.displayHeaderFooter', 'options.displayHeaderFooter is ignored. Use options.header.'],
    ]);
  });

  test('is refused with Prefer: handling=strict, and nothing is charged', async () => {
    const own = await Tenant.create();
    const answer = await own.generate(FROM_PUPPETEER, STRICT);
    expect(expectRefusal(answer, 'VALIDATION_ERROR').details).toEqual([
      'data: is unknown; use templateData',
      'options.landscape: is unknown; use options.orientation',
      'options.displayHeaderFooter: is unknown; use options.header',
    ]);
    expect(answer.headers.get('Preference-Applied')).toBe('handling=strict');
    expect(await own.quotaUsed()).toBe(0);
  });

  test('is reported together with the other problems of the body', async () => {
    const answer = await tenant.generate({ html: '', options: { scale: 5 } }, STRICT);
    const { details = [] } = expectRefusal(answer, 'VALIDATION_ERROR');
    expect(details.join('\n')).toMatch(/htmlContent: .*\n.*scale: .*\nhtml: is unknown; use htmlContent/);
  });
});

test('a request without unknown fields succeeds with Prefer: handling=strict', async () => {
  const answer = await tenant.generate({ ...HELLO, options: { report: true } }, STRICT);
  expect(warningsOf(answer)).toEqual([]);
  expect(answer.headers.get('Preference-Applied')).toBe('handling=strict');
  const lenient = await tenant.generate(HELLO, { Prefer: 'handling=lenient' });
  expect(lenient.headers.get('Preference-Applied')).toBeNull();
});
