import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildServices, type Services } from '../../../../worker/services.ts';
import { R2Store } from '../../../../worker/adapters/r2/r2.ts';
import { deleteTemplate } from '../../../../worker/verbs/templates/delete-template.ts';
import { getLatestVersion, withContent } from '../../../../worker/verbs/templates/get-template.ts';
import { createTemplate, updateTemplate } from '../../../../worker/verbs/templates/save-template.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { migrate, newWorkspace } from '../../support/service.ts';

const CONTENT = '<p>the same in both</p>';

const services = buildServices(env);

/** A workspace without templates, for each test. */
let workspaceId: string;

const ctx = (by: Services = services) => operatorCtx(workspaceId, by);

beforeAll(migrate);

beforeEach(async () => {
  workspaceId = await newWorkspace('growth');
});

let names = 0;
const create = (by: Services = services) =>
  createTemplate(ctx(by), { name: `template ${(names += 1)}`, content: CONTENT });

async function contentOf(templateId: string): Promise<string> {
  const latest = await getLatestVersion(ctx(), templateId);
  return (await withContent(ctx(), latest)).content;
}

const keysIn = async (prefix: string): Promise<string[]> =>
  (await env.TEMPLATES.list({ prefix: `templates/${workspaceId}/${prefix}` })).objects.map(({ key }) => key);

interface Interruptions {
  readonly afterPut?: () => Promise<void>;
  readonly beforeDelete?: () => Promise<void>;
}

/** Templates' contents, between whose steps somebody else does something. */
class InterruptedStore extends R2Store {
  readonly #interrupt: Interruptions;

  constructor(interrupt: Interruptions) {
    super(env.TEMPLATES);
    this.#interrupt = interrupt;
  }

  override async put(...given: Parameters<R2Store['put']>): Promise<void> {
    await super.put(...given);
    await this.#interrupt.afterPut?.();
  }

  override async delete(keys: readonly string[]): Promise<void> {
    await this.#interrupt.beforeDelete?.();
    await super.delete(keys);
  }
}

describe('the content of a template', () => {
  test('stays where a template with the same content is deleted while this one is saved', async () => {
    const other = await create();
    const afterPut = () => deleteTemplate(ctx(), other);
    const id = await create({ ...services, templateStore: new InterruptedStore({ afterPut }) });
    expect(await contentOf(id)).toBe(CONTENT);
  });

  test('stays where it is saved while a template with the same content is deleted', async () => {
    const other = await create();
    const saved: string[] = [];
    const beforeDelete = async () => void saved.push(await create());
    const templateStore = new InterruptedStore({ beforeDelete });
    await deleteTemplate(ctx({ ...services, templateStore }), other);
    expect(await Promise.all(saved.map(contentOf))).toEqual([CONTENT]);
  });

  test('goes with the template, that of all its versions', async () => {
    const id = await create();
    await updateTemplate(ctx(), { templateId: id, content: '<p>another</p>' });
    expect(await keysIn(`${id}/`)).toHaveLength(4);
    await deleteTemplate(ctx(), id);
    expect(await keysIn(`${id}/`)).toEqual([]);
  });

  test('is not kept where there is no template, because its name is taken', async () => {
    await createTemplate(ctx(), { name: 'taken', content: CONTENT });
    const before = await keysIn('');
    const again = createTemplate(ctx(), { name: 'taken', content: CONTENT });
    await expect(again).rejects.toMatchObject({ code: 'TEMPLATE_NAME_TAKEN' });
    expect(await keysIn('')).toEqual(before);
  });
});
