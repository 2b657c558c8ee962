import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { TemplateError } from '../../../../compose/errors.ts';
import { RequestMemory } from '../../../../worker/lib/memory/request-memory.ts';
import { buildServices, type Services } from '../../../../worker/services.ts';
import { deleteComponent } from '../../../../worker/verbs/components/delete-component.ts';
import { loadPartials } from '../../../../worker/verbs/components/load-partials.ts';
import { putPartial } from '../../../../worker/verbs/components/put-partial.ts';
import { readTemplate } from '../../../../worker/verbs/templates/describe-template.ts';
import { getTemplate } from '../../../../worker/verbs/templates/get-template.ts';
import { publishTemplate } from '../../../../worker/verbs/templates/publish-template.ts';
import { createTemplate, updateTemplate } from '../../../../worker/verbs/templates/save-template.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { migrate, newWorkspace } from '../../support/service.ts';

const memory = new RequestMemory('tests', Infinity);

let workspaceId: string;

const ctx = (services?: Services) => operatorCtx(workspaceId, services);

beforeAll(migrate);

beforeEach(async () => {
  workspaceId = await newWorkspace('growth');
});

const put = (name: string, content: string) => putPartial(ctx(), { name, content });
const create = (content: string, more = {}) => createTemplate(ctx(), { name: 'invoice', content, ...more });
const update = (templateId: string, change: object) => updateTemplate(ctx(), { templateId, ...change });

const pinsOf = async (reference: string) => {
  const { version, pins } = await readTemplate(ctx(), reference);
  return [version, ...pins.map((pin) => `${pin.name}@${pin.version}`)];
};

let admissions = 0;
const partialsOf = async (reference: string) =>
  (await getTemplate(ctx(), { reference, version: (admissions += 1), memory })).partials;

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => (error instanceof TemplateError ? error.message : Promise.reject(error)),
  );

describe('a saved version of a template', () => {
  test('pins the partials that it calls, those of its bands, and those that these call', async () => {
    for (const name of ['layout', 'logo', 'band', 'unused']) await put(name, name);
    await put('layout', '{{> logo}}{{> @partial-block}}');
    const id = await create('{{#> layout}}x{{/layout}}', { settings: { footer: { content: '{{> band}}' } } });
    expect(await pinsOf(id)).toEqual([1, 'band@1', 'layout@2', 'logo@1']);
    expect(await partialsOf(id)).toEqual({
      layout: '{{> logo}}{{> @partial-block}}',
      logo: 'logo',
      band: 'band',
    });
  });

  test('prints the same for ever', async () => {
    await put('footer', 'old');
    const id = await create('{{> footer}}');
    await put('footer', 'new');
    expect(await partialsOf(id)).toEqual({ footer: 'old' });
    await update(id, { content: 'x {{> footer}}' });
    expect(await pinsOf(id)).toEqual([2, 'footer@2']);
    expect(await partialsOf(id)).toEqual({ footer: 'new' });
    expect(await partialsOf(`${id}@1`)).toEqual({ footer: 'old' });
  });

  test('is a new one if only its partials have changed', async () => {
    await put('footer', 'old');
    const content = '{{> footer}}';
    const id = await create(content);
    await update(id, { content });
    expect(await pinsOf(id)).toEqual([1, 'footer@1']);
    await put('footer', 'new');
    await update(id, { name: 'renamed' });
    expect(await pinsOf(id)).toEqual([1, 'footer@1']);
    await update(id, { content });
    expect(await pinsOf(id)).toEqual([2, 'footer@2']);
  });

  test('gets the partials of the day when the draft is published for the first time', async () => {
    await put('footer', 'old');
    const drafts = await Promise.all(
      ['a', 'b'].map((name) => create('{{> footer}}', { name, publish: false })),
    );
    await put('footer', 'new');
    const [first = '', second = ''] = drafts;
    await publishTemplate(ctx(), { templateId: first, version: 1 });
    await update(second, { publish: true });
    expect(await pinsOf(first)).toEqual([1, 'footer@2']);
    expect(await pinsOf(second)).toEqual([1, 'footer@2']);
    await put('footer', 'newest');
    await publishTemplate(ctx(), { templateId: first, version: 1, note: 'again' });
    expect(await pinsOf(first)).toEqual([1, 'footer@2']);
  });

  test('is published again with the newest partials, as a new version of the same content', async () => {
    await put('footer', 'old');
    const id = await create('{{> footer}}', { settings: { format: 'A5' } });
    await update(id, { content: 'a draft', publish: false });
    const again = () => publishTemplate(ctx(), { templateId: id, version: 1, parts: 'current' });
    expect(await again()).toBe(1);
    await put('footer', 'new');
    expect(await again()).toBe(3);
    expect(await readTemplate(ctx(), id)).toMatchObject({
      version: 3,
      publishedVersion: 3,
      content: '{{> footer}}',
      settings: { format: 'A5' },
      pins: [{ name: 'footer', version: 2 }],
    });
    expect(await partialsOf(id)).toEqual({ footer: 'new' });
  });

  test('stays the published one if its partials are as before when the save is tried again', async () => {
    await put('footer', 'old');
    const id = await create('{{> footer}}');
    await put('footer', 'new');
    const services = buildServices(env);
    const { templateStore } = services;
    const store = templateStore.put.bind(templateStore);
    vi.spyOn(templateStore, 'put').mockImplementationOnce(async (...args) => {
      await put('footer', 'old');
      await update(id, { name: 'renamed' });
      return store(...args);
    });
    expect(await publishTemplate(ctx(services), { templateId: id, version: 1, parts: 'current' })).toBe(1);
    expect(await pinsOf(id)).toEqual([1, 'footer@1']);
  });

  test('keeps its partials from being deleted, until the template is gone', async () => {
    await put('footer', 'x');
    await create('{{> footer}}');
    await expect(deleteComponent(ctx(), { kind: 'partial', name: 'footer' })).rejects.toMatchObject({
      code: 'PART_IN_USE',
    });
  });

  test('is saved without a partial that was deleted meanwhile, if a block is its default', async () => {
    await put('footer', 'x');
    const services = buildServices(env);
    const { templateStore } = services;
    const store = templateStore.put.bind(templateStore);
    vi.spyOn(templateStore, 'put').mockImplementationOnce(async (...args) => {
      await deleteComponent(ctx(), { kind: 'partial', name: 'footer' });
      return store(...args);
    });
    const id = await createTemplate(ctx(services), {
      name: 'raced',
      content: '{{#> footer}}none{{/footer}}',
    });
    expect(await pinsOf(id)).toEqual([1]);
  });
});

describe('a save', () => {
  test('fails with the chain of calls if a partial is missing, calls itself, or cannot be called', async () => {
    await put('layout', '{{> footer}}');
    expect(await messageOf(create('{{> layout}}'))).toBe(
      'partial:layout, line 1, column 1: The partial footer could not be found (invoice → layout → footer). Partials here: "layout"',
    );
    expect(await messageOf(put('footer', '{{> layout}}'))).toBe(
      'partial:layout, line 1, column 1: The partial footer calls itself (footer → layout → footer)',
    );
    expect(await messageOf(put('bad', '{{#if x}}'))).toMatch(/^partial:bad, line 1, column 10: /);
    expect(await messageOf(create('{{> nowhere}}'))).toMatch(/^html, line 1, column 1: The partial nowhere/);
  });

  test('fails if the partials have more than 2 MB together', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(names.map((name) => put(name, `${name}${'x'.repeat(450_000)}`)));
    const content = names.map((name) => `{{> ${name}}}`).join('');
    expect(await messageOf(create(content))).toBe(
      'The partials of the template have more than 2000000 bytes together.',
    );
  });
});

describe('a request without a template', () => {
  const load = (texts: string[], templatesVersion: number | null, pinned = {}) =>
    loadPartials(ctx(), { calls: { texts }, pinned, templatesVersion });

  test('gets the newest partials that its texts call', async () => {
    await put('footer', '{{> logo}}');
    await put('logo', 'old');
    expect(await load(['{{> footer}}', 'x'], 1)).toEqual({ footer: '{{> logo}}', logo: 'old' });
    await put('logo', 'new');
    expect(await load(['{{> footer}}', 'x'], 2)).toEqual({ footer: '{{> logo}}', logo: 'new' });
  });

  test('gets the partials that a container names, and those that these call', async () => {
    await put('footer', '{{> logo}}');
    await put('logo', 'L');
    const calls = { names: ['footer', 'none'] };
    expect(await loadPartials(ctx(), { calls, pinned: {}, templatesVersion: 1 })).toEqual({
      footer: '{{> logo}}',
      logo: 'L',
    });
  });

  test('reads nothing for texts that call none, and keeps those of a template', async () => {
    await put('footer', 'new');
    const pinned = { footer: 'pinned' };
    expect(await load(['{{#*inline "a"}}x{{/inline}}{{> a}}'], 1)).toEqual({});
    expect(await load(['x'], 1, pinned)).toBe(pinned);
    expect(await load(['{{> footer}}'], 1, pinned)).toEqual(pinned);
  });

  test('never gets those of another workspace', async () => {
    await put('footer', 'theirs');
    await load(['{{> footer}}'], 7);
    workspaceId = await newWorkspace('growth');
    expect(await load(['{{> footer}}'], 7)).toEqual({});
  });
});
