import type { Route } from './surfaces.ts';
import type { Identity } from './identities.ts';

/** The way in which the bytes of the body are sent. */
export type Delivery =
  /** With its length. */
  | 'whole'
  | 'chunked'
  /** In three parts with pauses. */
  | 'slow'
  /** Half of it, then the connection ends. */
  | 'truncated'
  /** The length in the header is larger than the body; the connection stays open until the answer. */
  | 'announced';

export interface FuzzRequest {
  /** From which it was made. */
  readonly route: Route;
  readonly identity: Identity;
  readonly method: string;
  /** As it is sent, with the query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
  readonly delivery: Delivery;
  /** The changes, for the report. */
  readonly changes: readonly string[];
}

const SHOWN_BYTES = 2_000;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command that sends nearly the same request. */
export function asCurl(url: string, { method, path, headers, body, delivery, changes }: FuzzRequest): string {
  const shown = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value.slice(0, SHOWN_BYTES)}`)}`);
  return [
    `# ${changes.join('; ') || 'valid'}${delivery === 'whole' ? '' : `; body ${delivery}`}`,
    [`curl --path-as-is -sS -X ${method} ${quoted(`${url}${path}`)}`, ...shown, ...asData(body)].join(
      ' \\\n  ',
    ),
  ].join('\n');
}

function asData(body: Buffer | null): string[] {
  if (body === null) return [];
  const text = body.toString('utf8');
  const more = body.length > SHOWN_BYTES ? ` # ${body.length} bytes in all` : '';
  if (Buffer.compare(Buffer.from(text), body) === 0) {
    return [`--data-binary ${quoted(text.slice(0, SHOWN_BYTES))}${more}`];
  }
  return [
    `--data-binary @- <<< "$(base64 -d <<< ${body.subarray(0, SHOWN_BYTES).toString('base64')})"${more}`,
  ];
}
