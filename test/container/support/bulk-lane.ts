import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { PlanId } from '../../../schema/plans.ts';
import { Operator } from '../../../scripts/installation/operator.ts';
import { type Service, startService } from '../../../scripts/local/service.ts';
import { fillDocument, picture } from '../../support/large-html.ts';

let stateDir: string;
let service: Service;
/** Starts a service whose container reads bodies over 4 MB. */
export function useBulkService(): void {
  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'platen-bulk-'));
    service = await startService({ stateDir, port: 0, renderer: 'container' });
  });
  afterAll(async () => {
    await service.stop();
    await rm(stateDir, { recursive: true, force: true });
  });
}

export const serviceUrl = (): string => service.url;

export const operator = (): Operator => new Operator(service.url, service.operatorToken);

export async function tenant(plan: PlanId, environment: 'live' | 'test' = 'live') {
  const { id: workspaceId } = await operator().createWorkspace({ name: 'Bulk', plan });
  const permissions = ['pdf.generate', 'pdf.read', 'template.read'] as const;
  const { key } = await operator().createKey({ workspaceId, name: 'bulk', environment, permissions });
  return { workspaceId, key };
}

export interface Sent {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

/** A body without Content-Length. */
export const inChunks = (text: string): ReadableStream<Uint8Array> => new Blob([text]).stream();

export async function send(
  key: string,
  body: string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
  path = '/v1/pdf/generate',
): Promise<Sent> {
  const init = {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    body,
    duplex: 'half',
  };
  const response = await fetch(`${service.url}${path}`, init);
  return {
    status: response.status,
    headers: response.headers,
    body: jsonObject.parse(await response.json()),
  };
}

const jsonObject = z.record(z.string(), z.unknown());
export const generated = z.object({
  data: z.object({ fileId: z.string(), url: z.string(), size: z.number(), filename: z.string() }),
  usage: z.object({ quotaUsed: z.number() }),
});
export const reported = z.object({
  report: z.object({ warnings: z.array(z.object({ field: z.string().nullable() })) }),
});
const refused = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.array(z.string()).optional() }),
});

export const readError = ({ body }: Sent) => refused.parse(body).error;

export const quotaUsed = async (workspaceId: string): Promise<number> =>
  (await operator().setWorkspace(workspaceId, {})).quotaUsed;

/** @param pictures the number of them in HTML of that size */
export const testFullPlan = (plan: PlanId, maxBytes: number, pictures: number): void =>
  test(`HTML as large as the plan allows is printed on ${plan}`, async () => {
    const { key, workspaceId } = await tenant(plan);
    const htmlContent = fillDocument(picture, maxBytes);
    const { status, body } = await send(key, JSON.stringify({ htmlContent }));
    expect(status).toBe(200);
    const { url, size } = generated.parse(body).data;
    // Each picture is 512 × 512 × 3 bytes of noise.
    expect(size).toBeGreaterThan(pictures * 512 * 512 * 3);
    const download = await fetch(url);
    let received = 0;
    for await (const chunk of download.body ?? []) received += chunk.byteLength;
    expect(received).toBe(size);
    expect(await quotaUsed(workspaceId)).toBe(1);
  });
