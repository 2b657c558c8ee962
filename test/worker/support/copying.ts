import { createExecutionContext, env } from 'cloudflare:test';
import { expect } from 'vitest';
import type { PrintedPdf, Renderer } from '../../../renderer/renderer.ts';
import { createApp } from '../../../worker/app.ts';
import type { FileRecord } from '../../../worker/objects/ledger/protocol.ts';
import { buildServices, type Services } from '../../../worker/services.ts';
import { newKey, newWorkspace, postJson } from './service.ts';
import { addTarget } from './targets.ts';
import { REPORT } from '../../support/render-report.ts';

export const PDF = new TextEncoder().encode(
  `%PDF-1.7\n${'a stand-in for a printed page\n'.repeat(2_000)}%%EOF`,
);

/** Returns the same PDF for every job, because these tests are about the steps after printing. */
const renderer: Renderer = {
  start: () => Promise.resolve(),
  print: async (): Promise<PrintedPdf> => ({
    body: new Blob([PDF]).stream(),
    sizeBytes: PDF.length,
    report: REPORT,
  }),
};

export const servicesOf = (more: Partial<Services> = {}): Services => ({
  ...buildServices(env),
  renderer,
  ...more,
});

interface Generated {
  readonly data: {
    readonly fileId: string;
    readonly storageProvider: string;
    readonly externalCopies?: { provider: string; name: string; url: string; expiresAt: string }[];
  };
  readonly usage: { readonly quotaUsed: number };
}

/** Sends one generate request. */
export async function generate(
  key: string,
  more: { headers?: Record<string, string>; services?: Partial<Services> } = {},
) {
  const app = createApp(() => servicesOf(more.services));
  const init = postJson(
    { htmlContent: '<p>Hello</p>', filename: 'Rechnung März' },
    { 'X-API-Key': key, ...more.headers },
  );
  const request = new Request('https://platen.test/v1/pdf/generate', init);
  request.headers.set('Content-Length', String((await request.clone().bytes()).byteLength));
  const response = await app.fetch(request, env, createExecutionContext());
  expect(response.status).toBe(200);
  return { response, ...(await response.json<Generated>()) };
}

export const ledgerOf = (workspaceId: string) => buildServices(env).ledger(workspaceId);

export async function fileOf(workspaceId: string, fileId: string): Promise<FileRecord> {
  const file = await ledgerOf(workspaceId).findFile(fileId);
  if (file === null) throw new Error(`The file ${fileId} does not exist.`);
  return file;
}

/** Reads a file's record through the API. */
export async function readFile(key: string, fileId: string) {
  const app = createApp(() => servicesOf());
  const request = new Request(`https://platen.test/v1/files/${fileId}`, { headers: { 'X-API-Key': key } });
  const response = await app.fetch(request, env, createExecutionContext());
  const { data } = await response.json<{ data: Generated['data'] & { copies?: unknown } }>();
  return data;
}

/** Creates a workspace with these targets and a key. */
export async function tenant(...targets: ((workspaceId: string) => object)[]) {
  const workspaceId = await newWorkspace();
  const ids: string[] = [];
  for (const target of targets) ids.push(await addTarget(target(workspaceId)));
  const { value: key } = await newKey(workspaceId, { permissions: ['pdf.generate', 'pdf.read'] });
  return { workspaceId, key, ids };
}
