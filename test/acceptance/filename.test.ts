import { beforeAll, describe, expect, test } from 'vitest';
import { expectGenerated, expectRefusal, HELLO, Tenant } from '../support/service-client.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'scale-enterprise', environment: 'test' });
});

const filenameOf = async (body: Readonly<Record<string, unknown>>): Promise<string> =>
  expectGenerated(await tenant.generate({ ...HELLO, ...body })).data.filename;

const LONG = 'n'.repeat(255);

describe('filename', () => {
  test.each([
    ['gets the ending', 'report', 'report.pdf'],
    ['keeps one ending', 'report.pdf', 'report.pdf'],
    ['counts .PDF as the ending', 'report.PDF', 'report.pdf'],
    ['is trimmed', '  report  ', 'report.pdf'],
    ['keeps dots inside', 'v1.2', 'v1.2.pdf'],
    ['loses slashes', 'a/b\\c', 'a-b-c.pdf'],
    ['loses control characters', 'a\u0000b\u001fc', 'a-b-c.pdf'],
    ['keeps what is not ASCII', 'Rechnung für Åsa 📄', 'Rechnung für Åsa 📄.pdf'],
    ['may have 255 characters', LONG, `${LONG}.pdf`],
    ['counts characters as code points', '📄'.repeat(255), `${'📄'.repeat(255)}.pdf`],
  ])('%s: %j', async (_, filename, expected) => {
    expect(await filenameOf({ filename })).toBe(expected);
  });

  test.each([
    ['empty', ''],
    ['blank', '   '],
    ['a dot', '.'],
    ['two dots', '..'],
    ['only the ending', '.pdf'],
    ['longer than 255 characters', `${LONG}n`],
  ])('is refused when it is %s', async (_, filename) => {
    const error = expectRefusal(await tenant.generate({ ...HELLO, filename }), 'VALIDATION_ERROR');
    expect(error.details).toEqual([expect.stringMatching(/^filename: /)]);
  });
});

const nameFrom = (outputName: string, templateData: Record<string, unknown> = {}) =>
  filenameOf({ options: { outputName }, templateData });

describe('outputName', () => {
  test('is filled from templateData, without HTML escaping', async () => {
    expect(await nameFrom('invoice-{{number}}-{{client}}', { number: 7, client: 'Tom & Jerry' })).toBe(
      'invoice-7-Tom & Jerry.pdf',
    );
  });

  test('is not used if the request has a filename', async () => {
    expect(await filenameOf({ filename: 'mine', options: { outputName: 'theirs' } })).toBe('mine.pdf');
  });

  test.each(['', '  ', '.', '..', '.pdf', '{{missing}}'])(
    'is skipped if it renders to an unusable name (%j)',
    async (text) => {
      expect(await nameFrom(text)).toBe('document.pdf');
    },
  );

  test('is cut to 255 characters', async () => {
    expect(await nameFrom(`${LONG}more`)).toBe(`${LONG}.pdf`);
  });

  test("is followed by the template's name", async () => {
    const { id } = await tenant.putTemplate('letter', '<p>x</p>', { outputName: '{{missing}}' });
    const { data } = expectGenerated(await tenant.generate({ templateId: id }));
    expect(data.filename).toBe('letter.pdf');
  });

  test('can be set by the template', async () => {
    const { id } = await tenant.putTemplate('numbered', '<p>x</p>', { outputName: 'no-{{number}}' });
    const { data } = expectGenerated(await tenant.generate({ templateId: id, templateData: { number: 3 } }));
    expect(data.filename).toBe('no-3.pdf');
  });
});
