/**
 * Hands a stream of known size to `send` as a request body. Stores refuse bodies without a length; workerd
 * sends one for a FixedLengthStream only, and sends any other stream in chunks. The source is read no
 * faster than the store takes it, and is let go when the store answers early, fails, or is given up on.
 */
export async function sendStream<Result>(
  body: ReadableStream<Uint8Array>,
  sizeBytes: number,
  signal: AbortSignal,
  send: (body: ReadableStream<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const fixed = new FixedLengthStream(sizeBytes);
  const answered = new AbortController();
  const piping = body.pipeTo(fixed.writable, { signal: AbortSignal.any([signal, answered.signal]) });
  // A store that refuses or a signal that fires breaks the pipe too; `send` tells which it was.
  const source = piping.then(
    () => null,
    (error: unknown) => error,
  );
  try {
    return await send(fixed.readable);
  } finally {
    answered.abort();
    await source;
  }
}
