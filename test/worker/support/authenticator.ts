import { env } from 'cloudflare:test';
import { ORIGIN } from './visitor.ts';

const toBase64Url = (bytes: Uint8Array): string =>
  bytes.toBase64({ alphabet: 'base64url', omitPadding: true });

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const joined = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  new Uint8Array(parts.flatMap((part) => [...part]));

/** A number of a DER signature: without leading zeros, and with one if it would be negative. */
function toDerInteger(bytes: Uint8Array): number[] {
  const digits = [...bytes.subarray(bytes.findIndex((byte) => byte !== 0))];
  const positive = (digits[0] ?? 0) > 0x7f ? [0, ...digits] : digits;
  return [0x02, positive.length, ...positive];
}

/** Somebody is there, and the device has verified who. */
const PRESENT_AND_VERIFIED = 0x05;

/** A device with one passkey (WebAuthn, ES256). */
export class Authenticator {
  readonly #pair: CryptoKeyPair;
  readonly #id = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));

  private constructor(pair: CryptoKeyPair) {
    this.#pair = pair;
  }

  /** As if the person had registered the passkey. */
  static async registeredBy(personId: string): Promise<Authenticator> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    if (!('privateKey' in pair)) throw new Error('The key has no pair.');
    const device = new Authenticator(pair);
    await env.DB.prepare(
      `INSERT INTO passkeys (id, person_id, name, public_key, credential_id, counter, device_type, backed_up)
       VALUES (?, ?, 'Phone', ?, ?, 0, 'multiDevice', 1)`,
    )
      .bind(device.#id, personId, (await device.#publicKey()).toBase64(), device.#id)
      .run();
    return device;
  }

  /** The key as a COSE map (RFC 9053). */
  async #publicKey(): Promise<Uint8Array> {
    const raw = await crypto.subtle.exportKey('raw', this.#pair.publicKey);
    if (!(raw instanceof ArrayBuffer)) throw new Error('The key has no bytes.');
    const [x, y] = [new Uint8Array(raw, 1, 32), new Uint8Array(raw, 33, 32)];
    return joined([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32], x, [0x22, 0x58, 32], y);
  }

  /** What the browser sends to sign in. */
  async answer(challenge: string): Promise<Record<string, unknown>> {
    const client = new TextEncoder().encode(
      JSON.stringify({ type: 'webauthn.get', challenge, origin: ORIGIN, crossOrigin: false }),
    );
    const host = await sha256(new TextEncoder().encode(new URL(ORIGIN).hostname));
    const data = joined(host, [PRESENT_AND_VERIFIED, 0, 0, 0, 0]);
    const signed = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      this.#pair.privateKey,
      joined(data, await sha256(client)),
    );
    const numbers = [new Uint8Array(signed, 0, 32), new Uint8Array(signed, 32)].flatMap(toDerInteger);
    const response = {
      authenticatorData: toBase64Url(data),
      clientDataJSON: toBase64Url(client),
      signature: toBase64Url(joined([0x30, numbers.length], numbers)),
    };
    return { id: this.#id, rawId: this.#id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
