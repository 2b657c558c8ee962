import { expect } from 'vitest';
import type { Answer } from '../answer.ts';
import { expectGenerated, expectRefusal, HELLO, type Tenant } from '../service-client.ts';

export const JSON_TYPE = { 'Content-Type': 'application/json' };

export const emptyArrays = (bytes: number): string =>
  `{"htmlContent":"<p>x</p>","templateData":{"a":[${'[],'.repeat(bytes / 3)}[]]}}`;

/** Prints one line. The rest is a comment. */
export const comment = (characters: number, character = 'x'): string =>
  JSON.stringify({
    htmlContent: `<p>x</p><!--${character.repeat(characters)}{{x}}-->`,
    templateData: { x: 1 },
  });

export const atOnce = (times: number, send: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, send));

/** Each is a PDF, or a `SERVICE_BUSY` that costs nothing. Returns the number of PDFs. */
export async function expectPrintedOrBusy(tenant: Tenant, answers: readonly Answer[]): Promise<number> {
  const printed = answers.filter(({ status }) => status === 200);
  for (const answer of answers) {
    if (answer.status !== 200) expectRefusal(answer, 'SERVICE_BUSY');
  }
  expect(await tenant.quotaUsed()).toBe(printed.length);
  expectGenerated(await tenant.generate(HELLO));
  return printed.length;
}
