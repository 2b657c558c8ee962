import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { jobAnswer } from '../../schema/api/jobs.ts';
import { chooseAction, waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type SignedIn, type Team } from './support/people.ts';
import { callApi, createKey, createTemplate } from './support/printing.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();

let team: Team;
let key: string;

const open = async (as: SignedIn = team.admin): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/jobs`, { as });
  await waitForPage(page, 'Jobs');
  return page;
};

/** Accepts a job and waits for its end. */
const runJob = async (apiKey: string, body: Record<string, unknown>): Promise<void> => {
  const response = await callApi(apiKey, body, { Prefer: 'respond-async, wait=60' });
  await response.body?.cancel();
};

/** Accepts a job that does not end before it is canceled, or after the two minutes of its plan. */
async function acceptEndless(): Promise<string> {
  const options = { waitFor: { selector: '#never', timeoutMs: 120_000 } };
  const response = await callApi(key, { htmlContent: '<p>Wait</p>', options }, { Prefer: 'respond-async' });
  return jobAnswer.parse(await response.json()).data.jobId;
}

const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

beforeAll(async () => {
  team = await createTeam({ plan: 'scale' });
  key = await createKey(team);
});

describe('the jobs page', () => {
  variation('of a workspace without jobs says how to create one', async () => {
    const page = await open(team.member);
    await page.getByText('No jobs yet').waitFor();
    await page.getByText('Prefer: respond-async').waitFor();
    await inspectPage(page, 'jobs-empty');
    const reference = page.getByRole('link', { name: 'Open the API reference' });
    await expect.poll(() => reference.getAttribute('href')).toBe('/docs');
  });

  test('lists jobs with their file or their error, and filters them', LONG, async () => {
    const templateId = await createTemplate(team, 'letter', '<p>Dear {{name}}</p>');
    await runJob(key, { templateId, templateData: { name: 'Ada' }, filename: 'letter to Ada' });
    await runJob(await createKey(team, 'test'), { htmlContent: '{{#if broken}}' });
    const page = await open(team.member);
    await page.getByText('2 jobs shown').waitFor();

    const failed = rowWith(page, 'TEMPLATE_COMPILATION_ERROR');
    await expect
      .poll(() => failed.getByRole('cell').allTextContents())
      .toEqual([
        'StateFailed',
        expect.stringMatching(/^Created/),
        expect.stringMatching(/^Duration[\d.,]+ m?s$/),
        'TemplateNone',
        'Attempts1',
        expect.stringMatching(/^ResultTEMPLATE_COMPILATION_ERROR.+/),
      ]);
    expect(await failed.getByRole('rowheader').textContent()).toMatch(/^job_\w+Test$/);
    await inspectPage(page, 'jobs');
    await failed.getByRole('button', { name: 'TEMPLATE_COMPILATION_ERROR' }).click();
    const explanation = page.getByRole('dialog', { name: 'Why the job failed' });
    await explanation.getByText('{{#if broken}}').waitFor();
    await explanation.getByText(/^Request req_\w+$/).waitFor();
    await inspectPage(page, 'jobs-error');
    await page.keyboard.press('Escape');
    await explanation.waitFor({ state: 'hidden' });

    await page.getByLabel('State').selectOption('Succeeded');
    await page.getByText('1 job shown').waitFor();
    await rowWith(page, 'letter to Ada.pdf').getByRole('cell', { name: 'letter', exact: true }).waitFor();
    await page.getByRole('button', { name: 'letter to Ada.pdf' }).click();
    await page.getByRole('dialog', { name: 'letter to Ada.pdf' }).getByText('Dear Ada').waitFor();
  });

  test('cancels a job after a confirmation', LONG, async () => {
    const jobId = await acceptEndless();
    const page = await open();
    await chooseAction(page, jobId, 'Cancel job');
    const dialog = page.getByRole('dialog', { name: 'Cancel job' });
    await inspectPage(page, 'jobs-cancel');
    await dialog.getByRole('button', { name: 'Cancel job' }).click();
    await rowWith(page, jobId).getByText('Canceled').waitFor();
    await expect.poll(() => page.getByRole('button', { name: `Actions for ${jobId}` }).count()).toBe(0);
  });

  variation('is refreshed while a job is queued or running, and lets no member cancel', async () => {
    const jobId = await acceptEndless();
    const page = await open(team.member);
    await rowWith(page, jobId)
      .getByText(/^(Queued|Running)$/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: `Actions for ${jobId}` }).count()).toBe(0);
    const path = `/workspaces/${team.workspaceId}/jobs/${jobId}/cancel`;
    expect(await team.member.client.refusal('POST', path)).toBe('INSUFFICIENT_ROLE');
    expect(await team.admin.client.refusal('POST', path)).toBe(null);
    await rowWith(page, jobId).getByText('Canceled').waitFor();
  });
});
