import { createGunzip } from 'node:zlib';

/**
 * Expands gzip, which may have several members one after another (RFC 1952, section 2.2): `DecompressionStream` refuses a second one.
 * It reads on when its reader asks.
 *
 * @throws for what is no gzip
 */
export async function* gunzip(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined, undefined> {
  const expander = createGunzip();
  void feed(body, expander).catch((error: Error) => expander.destroy(error));
  yield* expander;
}

/** A write ends when all that it expands to was read, or when its reader has stopped. */
async function feed(
  body: AsyncIterable<Uint8Array>,
  expander: ReturnType<typeof createGunzip>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => expander.once('close', resolve));
  for await (const piece of body) {
    const written = new Promise<void>((resolve, reject) => {
      expander.write(piece, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([written, closed]);
    if (expander.destroyed) return;
  }
  expander.end();
}
