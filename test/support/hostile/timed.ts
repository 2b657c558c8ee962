import { type GenerateBody, serviceUrl, type Tenant } from '../service-client.ts';

export const ENDLESS: GenerateBody = { htmlContent: '<p>x<script>for (;;) {}</script>' };

/** Takes a page for as long, but no processor: for rules about places and page time. */
export const UNFINISHED: GenerateBody = { htmlContent: '<p>x', options: { waitForSelector: '#never' } };

export interface HungUp {
  /** 499 if the client hung up before the answer. */
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Sends a generation, or a request to another path, whose client hangs up. The service must run
 * `test/support/hang-up-entry.ts`.
 */
export async function hangUp(
  { key }: Tenant,
  body: GenerateBody,
  afterMs: number,
  path = '/v1/pdf/generate',
): Promise<HungUp> {
  const response = await fetch(`${serviceUrl()}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'X-Hang-Up-After-Ms': String(afterMs) },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
