import { expectGenerated, type GenerateBody, HELLO, serviceUrl, type Tenant } from '../service-client.ts';

/** The longest time until the answer of an honest request, whatever others do. */
export const HONEST_MS = 5_000;

export const ENDLESS: GenerateBody = { htmlContent: '<p>x<script>for (;;) {}</script>' };

/** Prints a small document. Returns the milliseconds until the answer. */
export async function honestMs(tenant: Tenant): Promise<number> {
  const startedAt = Date.now();
  expectGenerated(await tenant.generate(HELLO));
  return Date.now() - startedAt;
}

export interface HungUp {
  /** 499 if the client hung up before the answer. */
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** Sends a generation whose client hangs up. The service must run `test/support/hang-up-entry.ts`. */
export async function hangUp({ key }: Tenant, body: GenerateBody, afterMs: number): Promise<HungUp> {
  const startedAt = Date.now();
  const response = await fetch(`${serviceUrl()}/v1/pdf/generate`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'X-Hang-Up-After-Ms': String(afterMs) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, ms: Date.now() - startedAt };
}
