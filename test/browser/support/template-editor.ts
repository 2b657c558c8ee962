import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import type { TestBrowser } from './browser.ts';
import { createdAnswer } from './console-client.ts';
import type { Team } from './people.ts';

/** The label of the main editor. */
export const HTML = 'HTML of the document';

export interface TemplateOptions {
  readonly name?: string;
  readonly content?: string;
  readonly settings?: TemplateSettings;
  readonly sampleData?: Readonly<Record<string, unknown>>;
  readonly publish?: boolean;
}

/** Creates a template with sample data and returns its id. */
export async function createDraft(
  { workspaceId, owner }: Team,
  {
    name = 'Statement',
    content = '<h1>{{title}}</h1>',
    sampleData = { title: 'Hello' },
    ...rest
  }: TemplateOptions = {},
): Promise<string> {
  const path = `/workspaces/${workspaceId}/templates`;
  const template = { name, content, publish: false, ...rest };
  const { id } = (await owner.client.expect(createdAnswer, 'POST', path, template)).data;
  await owner.client.expect(z.unknown(), 'PUT', `${path}/${id}/sample-data`, { sampleData });
  return id;
}

export interface OpenOptions {
  readonly as?: 'owner' | 'admin' | 'member';
  readonly width?: number;
  readonly height?: number;
  readonly pixelRatio?: number;
}

/** Opens the editor of a template. */
export async function openTemplate(
  browser: TestBrowser,
  team: Team,
  templateId: string,
  { as = 'owner', width = 1440, height = 900, ...others }: OpenOptions = {},
): Promise<Page> {
  const path = `/w/${team.workspaceId}/templates/${templateId}`;
  const page = await browser.open(path, { as: team[as], width, height, ...others });
  await editor(page, HTML).waitFor();
  return page;
}

/** Creates a template and opens it with its preview. */
export async function openNewTemplate(
  browser: TestBrowser,
  team: Team,
  options?: TemplateOptions,
): Promise<Page> {
  const page = await openTemplate(browser, team, await createDraft(team, options));
  await previewIsCurrent(page);
  return page;
}

export const editor = (page: Page, label: string) => page.getByRole('textbox', { name: label });

export const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

/** Replaces the text of an editor. */
export async function write(page: Page, label: string, text: string): Promise<void> {
  // A click would show the text under it in the preview, which may scroll there.
  await editor(page, label).focus();
  await page.keyboard.press('ControlOrMeta+a');
  // Like pasting: the editor does not add closing brackets.
  await page.keyboard.insertText(text);
}

/** Waits until the preview shows the current draft. */
export const previewIsCurrent = (page: Page): Promise<void> =>
  page.locator('[data-preview=current]').waitFor();

/** The selectable text of the PDF in the preview. */
export const previewText = async (page: Page): Promise<string> =>
  (await page.locator('[data-page] .textLayer').allInnerTexts()).join('\n');

/** Waits until the PDF contains the text. */
export const previewSays = (page: Page, text: string): Promise<void> =>
  expect.poll(() => previewText(page)).toContain(text);
