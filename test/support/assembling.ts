import { z } from 'zod';
import { expect } from 'vitest';
import type { Answer } from './answer.ts';
import { expectGenerated, type Generated, send, type Tenant } from './service-client.ts';

/** POST /v1/pdf/merge, /split or /finish. */
export const assemble = (
  tenant: Tenant,
  kind: 'merge' | 'split' | 'finish',
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  send(`/v1/pdf/${kind}`, {
    method: 'POST',
    headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const split = z.object({
  data: z.object({
    files: z.array(
      z.object({ fileId: z.string(), url: z.string(), filename: z.string(), pages: z.string() }),
    ),
  }),
  usage: z.object({ quotaUsed: z.number() }),
});

export function expectSplit(answer: Answer) {
  expect(answer.status, answer.text).toBe(200);
  const { data, usage } = split.parse(JSON.parse(answer.text));
  return { files: data.files, usage };
}

/** A PDF with a heading on each page, and the file's record. */
export async function printPages(
  tenant: Tenant,
  name: string,
  count: number,
  options = {},
): Promise<Generated['data']> {
  const pages = Array.from(
    { length: count },
    (_, index) => `<h1 style="break-after: ${index < count - 1 ? 'page' : 'auto'}">${name} ${index + 1}</h1>`,
  );
  const body = { htmlContent: pages.join(''), filename: name, options: { outline: true, ...options } };
  return expectGenerated(await tenant.generate(body)).data;
}
