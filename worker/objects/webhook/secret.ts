/** Source: Standard Webhooks 1.0, "Signature scheme": 24 to 64 bytes. */
const SECRET_BYTES = 32;

const PREFIX = 'whsec_';

export const newSecret = (): string =>
  `${PREFIX}${crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64()}`;

/** Binds a sealed secret to its webhook. The address is not part of it, because it can be changed. */
export const sealingContext = ({ workspaceId, id }: { workspaceId: string; id: string }): string =>
  [workspaceId, id].join('\n');

interface SignedMessage {
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** One signature for each secret. Source: Standard Webhooks 1.0, "Signature scheme". */
export async function sign(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Promise<string> {
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const bytes = Uint8Array.fromBase64(secret.slice(PREFIX.length));
      const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ]);
      return `v1,${new Uint8Array(await crypto.subtle.sign('HMAC', key, content)).toBase64()}`;
    }),
  );
  return signatures.join(' ');
}
