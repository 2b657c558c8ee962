/** The start of a store's answer. */
export interface AnswerStart {
  /** UTF-8. Invalid bytes become U+FFFD. */
  readonly text: string;
  /** False if the answer has more bytes than were read. */
  readonly isWhole: boolean;
}

/**
 * Reads a store's answer, up to `maxBytes`, and drops the rest. A customer's store may send without end or stop in the
 * middle, so every answer is read with this function.
 *
 * @throws the reason of `signal` if it is aborted first
 */
export async function readStart(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<AnswerStart> {
  if (response.body === null) return { text: '', isWhole: true };
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    while (bytes <= maxBytes) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return { text: text + decoder.decode(), isWhole: true };
      text += decoder.decode(value.subarray(0, maxBytes - bytes), { stream: true });
      bytes += value.byteLength;
    }
    return { text, isWhole: false };
  } catch (error) {
    // A stream that is cancelled ends, or fails with an error of its own.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
