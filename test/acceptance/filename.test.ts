import { beforeAll, describe, expect, test } from 'vitest';
import { expectGenerated, expectRefusal, HELLO, Tenant } from '../support/service-client.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'scale-enterprise', environment: 'test' });
});

const filenameOf = async (body: Readonly<Record<string, unknown>>): Promise<string> =>
  expectGenerated(await tenant.generate({ ...HELLO, ...body })).data.filename;

/** `compose/filename.test.ts` has the characters that a name loses. Here, each source of the name reaches the answer. */
describe('filename', () => {
  test.each([
    ['is made safe, and gets the ending', ' Rechnung a/b für Åsa 📄 ', 'Rechnung a-b für Åsa 📄.pdf'],
    ['may have 255 characters, counted as code points', '📄'.repeat(255), `${'📄'.repeat(255)}.pdf`],
  ])('%s: %j', async (_, filename, expected) => {
    expect(await filenameOf({ filename })).toBe(expected);
  });

  test.each([
    ['empty', ''],
    ['blank', '   '],
    ['two dots', '..'],
    ['only the ending', '.pdf'],
    ['longer than 255 characters', 'n'.repeat(256)],
  ])('is refused when it is %s', async (_, filename) => {
    const error = expectRefusal(await tenant.generate({ ...HELLO, filename }), 'VALIDATION_ERROR');
    expect(error.details).toEqual([expect.stringMatching(/^filename: /)]);
  });
});

describe('outputName', () => {
  test('is filled from templateData, and used if the request has no filename', async () => {
    const body = { options: { outputName: 'invoice-{{number}}' }, templateData: { number: 7 } };
    expect(await filenameOf(body)).toBe('invoice-7.pdf');
    expect(await filenameOf({ ...body, filename: 'mine' })).toBe('mine.pdf');
  });

  test("can be set by the template, and is followed by the template's name", async () => {
    const { id } = await tenant.putTemplate('letter', '<p>x</p>', { outputName: '{{name}}' });
    const nameOf = async (templateData: object) =>
      expectGenerated(await tenant.generate({ templateId: id, templateData })).data.filename;
    expect(await nameOf({ name: 'Ada' })).toBe('Ada.pdf');
    expect(await nameOf({})).toBe('letter.pdf');
  });
});
