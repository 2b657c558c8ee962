import { extensionOf, type MediaType, PDF_TYPE } from '../../../schema/media-types.ts';
import type { JsonObject } from '../../json/json-value.ts';

const MEDIA_TYPES: Readonly<Record<string, MediaType>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** An API request, as the playground sends it and the code samples show it. Never contains the key. */

/** `pdf` is the file itself, also if it is a picture. */
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
  body,
  responseType,
  idempotencyKey,
}: ApiCall): readonly (readonly [string, string])[] {
  return [
    ['Content-Type', 'application/json'],
    ...(responseType === 'pdf' ? ([['Accept', mediaTypeOfCall({ body })]] as const) : []),
    ...(idempotencyKey === null ? [] : ([['Idempotency-Key', idempotencyKey]] as const)),
  ];
}

/** Returns the type that the file will have. */
function mediaTypeOfCall({ body: { output } }: Pick<ApiCall, 'body'>): MediaType {
  const type = typeof output === 'object' && output !== null && 'type' in output ? output.type : null;
  return typeof type === 'string' ? (MEDIA_TYPES[type] ?? PDF_TYPE) : PDF_TYPE;
}

/** Returns the name of the file that the code samples write. */
export const fileOfCall = (call: ApiCall): string => `document.${extensionOf(mediaTypeOfCall(call))}`;
