import type { JsonObject } from '../../json/json-value.ts';

/** An API request, as the playground sends it and the code samples show it. Never contains the key. */

export type ResponseType = 'json' | 'pdf';

export interface ApiCall {
  /** Absolute, without a trailing slash: `https://pdf.example.com`. */
  readonly origin: string;
  readonly body: JsonObject;
  readonly responseType: ResponseType;
  /** Visible ASCII, or null. */
  readonly idempotencyKey: string | null;
}

export const GENERATE_PATH = '/v1/pdf/generate';

/** The code samples read the key from this environment variable. */
export const KEY_VARIABLE = 'PLATEN_API_KEY';

export function callHeaders({
  responseType,
  idempotencyKey,
}: ApiCall): readonly (readonly [string, string])[] {
  return [
    ['Content-Type', 'application/json'],
    ...(responseType === 'pdf' ? ([['Accept', 'application/pdf']] as const) : []),
    ...(idempotencyKey === null ? [] : ([['Idempotency-Key', idempotencyKey]] as const)),
  ];
}
