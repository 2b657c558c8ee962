import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import { answerOf } from '../../../schema/api/paging.ts';
import type { TestBrowser } from './browser.ts';
import type { Team } from './people.ts';

const withId = answerOf(z.object({ id: z.string() }));

interface TemplateOptions {
  readonly name?: string;
  readonly content?: string;
  readonly settings?: TemplateSettings;
  readonly sampleData?: Readonly<Record<string, unknown>>;
  readonly publish?: boolean;
}

/** A template of the team's workspace, made through the routes that the dashboard uses; its id. */
export async function newTemplate(
  { workspaceId, owner }: Team,
  {
    name = 'Statement',
    content = '<h1>{{title}}</h1>',
    sampleData = { title: 'Hello' },
    ...rest
  }: TemplateOptions,
): Promise<string> {
  const path = `/workspaces/${workspaceId}/templates`;
  const template = { name, content, publish: false, ...rest };
  const { id } = (await owner.client.expect(withId, 'POST', path, template)).data;
  await owner.client.expect(z.unknown(), 'PUT', `${path}/${id}/sample-data`, { sampleData });
  return id;
}

interface OpenOptions {
  readonly as?: 'owner' | 'admin' | 'member';
  readonly width?: number;
  readonly height?: number;
}

/** The editor of a template, with its preview printed. */
export async function openTemplate(
  browser: TestBrowser,
  team: Team,
  templateId: string,
  { as = 'owner', width = 1440, height = 900 }: OpenOptions = {},
): Promise<Page> {
  const path = `/w/${team.workspaceId}/templates/${templateId}`;
  const page = await browser.open(path, { as: team[as], width, height });
  await editorOf(page, 'HTML of the document').waitFor();
  return page;
}

export const editorOf = (page: Page, label: string) => page.getByRole('textbox', { name: label });

export const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

/** Puts `text` in the place of all that stands in an editor. */
export async function write(page: Page, label: string, text: string): Promise<void> {
  await editorOf(page, label).click();
  await page.keyboard.press('ControlOrMeta+a');
  // As from the clipboard: the editor closes no brackets of it.
  await page.keyboard.insertText(text);
}

/** Waits until the preview shows what is in the editor. */
export const previewIsCurrent = (page: Page): Promise<void> =>
  page.locator('[data-preview=current]').waitFor();

/** The text of the PDF in the preview, as a reader would select it. */
export const previewText = async (page: Page): Promise<string> =>
  (await page.locator('[data-page] .textLayer').allInnerTexts()).join('\n');

/** Waits for the PDF to say something. */
export const previewSays = (page: Page, text: string): Promise<void> =>
  expect.poll(() => previewText(page), { timeout: 20_000 }).toContain(text);
