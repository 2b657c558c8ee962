import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_TRANSLATIONS_BYTES } from '../../../../schema/api/translations.ts';
import { ask, migrate, newKey, newWorkspace } from '../../support/service.ts';

let key: string;

beforeAll(async () => {
  await migrate();
  const workspaceId = await newWorkspace('scale-enterprise');
  ({ value: key } = await newKey(workspaceId, { permissions: ['template.read', 'template.write'] }));
});

const CONTENT = '<h1>{{t "title"}}</h1>';
const TRANSLATIONS = { en: { title: 'Invoice' }, de: { title: 'Rechnung', more: { a: '{n, number}' } } };

let names = 0;

const create = (more: object = {}) =>
  ask(key, 'POST', '/v1/templates', {
    name: `languages ${(names += 1)}`,
    content: CONTENT,
    translations: TRANSLATIONS,
    ...more,
  });

async function created(more: object = {}): Promise<string> {
  const { status, body } = await create(more);
  expect([status, body]).toMatchObject([201, { success: true }]);
  return (body.data as { id: string }).id;
}

const read = async (reference: string) => (await ask(key, 'GET', `/v1/templates/${reference}`)).body.data;

const update = (id: string, change: object) => ask(key, 'PUT', `/v1/templates/${id}`, change);

describe('translations', () => {
  test('are saved and read as they were sent, with the order of the locales', async () => {
    const { translations } = (await read(await created())) as { translations: object };
    expect(translations).toEqual(TRANSLATIONS);
    expect(Object.keys(translations)).toEqual(['en', 'de']);
  });

  test('belong to a version: a change of them makes one, and a save that changes nothing makes none', async () => {
    const id = await created();
    const changed = { ...TRANSLATIONS, en: { title: 'Bill' } };
    expect(await update(id, { translations: changed })).toMatchObject({
      status: 200,
      body: { data: { version: 2, published: true, translations: changed } },
    });
    expect(await update(id, { translations: changed })).toMatchObject({ body: { data: { version: 2 } } });
    expect(await read(`${id}@1`)).toMatchObject({ translations: TRANSLATIONS });
  });

  test('stay if a save leaves them out, and null or an empty object removes them', async () => {
    const id = await created();
    await update(id, { content: `${CONTENT}2` });
    expect(await read(id)).toMatchObject({ version: 2, translations: TRANSLATIONS });
    await update(id, { content: 'x', translations: null });
    expect(await read(id)).toMatchObject({ version: 3, translations: null });
    expect(await update(id, { translations: {} })).toMatchObject({ body: { data: { version: 3 } } });
  });

  test('are null in a template without them', async () => {
    expect(await read(await created({ content: 'x', translations: undefined }))).toMatchObject({
      translations: null,
    });
    expect(await read(await created({ content: 'x', translations: {} }))).toMatchObject({
      translations: null,
    });
  });

  test.each<readonly [string, object, readonly unknown[]]>([
    [
      'a missing key',
      { translations: { ...TRANSLATIONS, fr: {} } },
      ['translations.fr: has no "title" (html, line 1, column 5)'],
    ],
    [
      'a message that is not valid',
      { translations: { en: { title: '{n, plural, one {x}}' } } },
      ['translations.en.title: character 20: the case "other" is missing'],
    ],
    [
      'a list',
      { translations: [] },
      [expect.stringMatching(/^translations: must be an object(?: or null)?$/)],
    ],
    [
      'too many bytes',
      { translations: { en: { title: 'x'.repeat(MAX_TRANSLATIONS_BYTES) } } },
      [`translations: has more than ${MAX_TRANSLATIONS_BYTES} bytes of JSON`],
    ],
    [
      'no translations at all',
      { translations: undefined },
      ['translations: has no locale, but needs "title" (html, line 1, column 5)'],
    ],
  ])('with %s are refused, and nothing is saved', async (_what, more, details) => {
    const refused = await create(more);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR', details } } });
    const id = await created();
    const { translations = null } = more as { translations?: unknown };
    expect(await update(id, { translations })).toMatchObject({ status: 400, body: { error: { details } } });
    expect(await read(id)).toMatchObject({ version: 1, translations: TRANSLATIONS });
  });

  test('are checked again with new content', async () => {
    const id = await created();
    expect(await update(id, { content: '{{t "new"}}' })).toMatchObject({
      status: 400,
      body: {
        error: {
          details: [
            'translations.en: has no "new" (html, line 1, column 1)',
            'translations.de: has no "new" (html, line 1, column 1)',
          ],
        },
      },
    });
  });
});
