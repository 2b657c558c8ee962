/** Stores need a Content-Length. workerd sends one only for a FixedLengthStream. */
export async function sendStream<Result>(
  body: ReadableStream<Uint8Array>,
  sizeBytes: number,
  signal: AbortSignal,
  send: (body: ReadableStream<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const fixed = new FixedLengthStream(sizeBytes);
  const answered = new AbortController();
  const piping = body.pipeTo(fixed.writable, { signal: AbortSignal.any([signal, answered.signal]) });
  // A store that answers early and an aborted signal break the pipe too. `send` throws the real cause.
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
