import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { PERMISSIONS } from '../../../../schema/permissions.ts';
import { templateAnswer } from '../../../../schema/api/templates.ts';
import { type Answer, ask, migrate, newKey, newWorkspace } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';

const errorOf = ({ body }: Answer) =>
  body.error as { readonly code: string; readonly details?: readonly string[] };

let key = '';
beforeAll(async () => {
  await migrate();
  key = (await newKey(await newWorkspace('growth'), { permissions: PERMISSIONS })).value;
});

const create = async (name: string, publish: boolean): Promise<string> => {
  const { body } = await ask(key, 'POST', '/v1/templates', { name, content: '<p>x</p>', publish });
  return shaped(templateAnswer, body).data.id;
};

const refusal = async (templateId: string, from = key) => {
  const { code, details = [] } = errorOf(await ask(from, 'POST', '/v1/pdf/generate', { templateId }));
  return [code, ...details];
};

test('a template that is not found is named, with the reason', async () => {
  const draft = await create('draft', false);
  const letter = await create('letter', true);
  const unknown = newId('tpl');
  const missing = (id: string) => ['TEMPLATE_NOT_FOUND', `templateId: the workspace has no template ${id}`];
  expect(await refusal(draft)).toEqual([
    'TEMPLATE_NOT_FOUND',
    `templateId: ${draft} has no published version: it is a draft; publish version 1`,
  ]);
  expect(await refusal(`${draft}@1`)).toEqual([
    'TEMPLATE_NOT_FOUND',
    `templateId: version 1 of ${draft} is not published`,
  ]);
  expect(await refusal(`${letter}@7`)).toEqual([
    'TEMPLATE_NOT_FOUND',
    `templateId: ${letter} has no version 7; the newest is 1`,
  ]);
  expect(await refusal('letter')).toEqual([
    'TEMPLATE_NOT_FOUND',
    `templateId: "letter" is the name of a template; its id is ${letter}`,
  ]);
  expect(await refusal('lettre')).toEqual([
    'TEMPLATE_NOT_FOUND',
    'templateId: "lettre" is not the id of a template (tpl_…); GET /v1/templates lists them',
  ]);
  expect(await refusal(unknown)).toEqual(missing(unknown));

  const { value: other } = await newKey(await newWorkspace('growth'));
  expect(await refusal(letter, other)).toEqual(missing(letter));
  expect(await refusal('letter', other)).toEqual([
    'TEMPLATE_NOT_FOUND',
    'templateId: "letter" is not the id of a template (tpl_…); GET /v1/templates lists them',
  ]);
});

test('a file that the settings of a template name must be there when they are saved', async () => {
  const letterhead = { fileId: newId('file') };
  const refused = async (method: string, path: string, body: object) => {
    const { code, details } = errorOf(await ask(key, method, path, body));
    return [code, ...(details ?? [])];
  };
  const missing = 'letterhead.fileId: does not exist, or its retention has ended';
  const template = { name: 'with a file', content: '<p>x</p>', settings: { letterhead } };
  expect(await refused('POST', '/v1/templates', template)).toEqual(['FILE_NOT_FOUND', `settings.${missing}`]);
  expect(await refused('POST', '/v1/push', { templates: [template] })).toEqual([
    'VALIDATION_ERROR',
    `templates[0].settings.${missing}`,
  ]);
  const off = { ...template, settings: { letterhead: { ...letterhead, enabled: false } } };
  expect((await ask(key, 'POST', '/v1/templates', off)).status).toBe(201);
});
