import { readBytes } from './http.ts';

/** A file that is still arriving. None of it is in memory until you read it. */
export interface Download {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Such as `application/pdf`. */
  readonly mediaType: string;
  /** Reads the rest of the file into memory. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

export function toDownload(response: Response): Download {
  const { body, headers } = response;
  return {
    stream: body ?? new ReadableStream({ start: (controller) => controller.close() }),
    mediaType: headers.get('Content-Type') ?? 'application/octet-stream',
    bytes: () => readBytes(response),
  };
}
