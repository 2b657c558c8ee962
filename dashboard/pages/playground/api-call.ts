import type { JsonObject } from '../../json/json-value.ts';

/** A call of the API, as the playground sends it and as the code samples write it. No key is part of it. */

export type AnswerType = 'json' | 'pdf';

export interface ApiCall {
  /** Absolute, without a trailing slash: `https://pdf.example.com`. */
  readonly origin: string;
  readonly body: JsonObject;
  readonly answer: AnswerType;
  /** Visible ASCII, as a header takes it; null for a call without one. */
  readonly idempotencyKey: string | null;
}

export const GENERATE_PATH = '/v1/pdf/generate';

/** Where the code samples find the key; its value is never part of them. */
export const KEY_VARIABLE = 'PLATEN_API_KEY';

/** The headers besides the key, in the order in which they are shown. */
export function callHeaders({ answer, idempotencyKey }: ApiCall): readonly (readonly [string, string])[] {
  return [
    ['Content-Type', 'application/json'],
    ...(answer === 'pdf' ? ([['Accept', 'application/pdf']] as const) : []),
    ...(idempotencyKey === null ? [] : ([['Idempotency-Key', idempotencyKey]] as const)),
  ];
}
