import { createExecutionContext, env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { PrintTimeout } from '@platen/print-engine';
import type { Renderer } from '../../../../renderer/renderer.ts';
import { createApp } from '../../../../worker/app.ts';
import { PDF, servicesOf } from '../../support/copying.ts';
import { codeOf, migrate, newKey, newWorkspace, operate, postJson } from '../../support/service.ts';
import { REPORT } from '../../../support/render-report.ts';

beforeAll(migrate);

/** Generates a PDF in a new workspace, which the operator deletes while the page prints. */
async function generateWhileDeleting(print: Renderer['print']): Promise<Response> {
  const workspaceId = await newWorkspace();
  const { value } = await newKey(workspaceId);
  const renderer: Renderer = {
    start: () => Promise.resolve(),
    print: async (...job) => {
      await operate('DELETE', `/workspaces/${workspaceId}`);
      return print(...job);
    },
  };
  const app = createApp(() => servicesOf({ renderer }));
  const init = postJson({ htmlContent: '<p>Hello</p>' }, { 'X-API-Key': value });
  const request = new Request('https://platen.test/v1/pdf/generate', init);
  return app.fetch(request, env, createExecutionContext());
}

const printed: Renderer['print'] = async () => ({
  body: PDF,
  sizeBytes: PDF.length,
  report: REPORT,
});

describe('a request whose workspace is deleted while it runs', () => {
  test('is WORKSPACE_NOT_FOUND, and its PDF is not kept', async () => {
    const before = await env.FILES.list();
    const response = await generateWhileDeleting(printed);
    expect([response.status, await codeOf(response)]).toEqual([404, 'WORKSPACE_NOT_FOUND']);
    expect((await env.FILES.list()).objects).toEqual(before.objects);
  });

  test('is WORKSPACE_NOT_FOUND also if it fails for another reason', async () => {
    const response = await generateWhileDeleting(() => Promise.reject(new PrintTimeout('late')));
    expect([response.status, await codeOf(response)]).toEqual([404, 'WORKSPACE_NOT_FOUND']);
  });
});
