import { answered } from '../stores/answered.ts';

/** R2 requires equal parts of at least 5 MiB, and at most 10,000 of them. */
const PART_BYTES = 8 * 2 ** 20;

/** Writes an object of unknown size. At most one part is in memory. */
export class MultipartUpload {
  readonly #bucket: R2Bucket;
  readonly #key: string;
  readonly #options: R2MultipartOptions;
  readonly #limitMs: number;
  readonly #parts: R2UploadedPart[] = [];
  #upload: R2MultipartUpload | null = null;
  #buffer = new Uint8Array(PART_BYTES);
  #filled = 0;

  constructor(bucket: R2Bucket, key: string, options: R2MultipartOptions, limitMs: number) {
    this.#bucket = bucket;
    this.#key = key;
    this.#options = options;
    this.#limitMs = limitMs;
  }

  async write(piece: Uint8Array): Promise<void> {
    for (let rest = piece; rest.byteLength > 0;) {
      if (this.#filled === PART_BYTES) await this.#send(this.#buffer);
      const part = rest.subarray(0, PART_BYTES - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.byteLength;
      rest = rest.subarray(part.byteLength);
    }
  }

  /** The object exists from now on. Returns its size. */
  async complete(): Promise<number> {
    const rest = this.#buffer.subarray(0, this.#filled);
    if (this.#upload === null) {
      return (await this.#answered(this.#bucket.put(this.#key, rest, this.#options), rest.byteLength)).size;
    }
    await this.#send(rest);
    return (await this.#answered(this.#upload.complete(this.#parts))).size;
  }

  /** If this fails, R2 removes the parts after seven days. */
  async abort(): Promise<void> {
    if (this.#upload !== null) await this.#answered(this.#upload.abort()).catch(() => undefined);
  }

  async #send(part: Uint8Array): Promise<void> {
    this.#upload ??= await this.#answered(this.#bucket.createMultipartUpload(this.#key, this.#options));
    const sending = this.#upload.uploadPart(this.#parts.length + 1, part);
    this.#parts.push(await this.#answered(sending, part.byteLength));
    this.#filled = 0;
  }

  #answered<Result>(work: Promise<Result>, bytes = 0): Promise<Result> {
    return answered({ of: 'R2', limitMs: this.#limitMs, bytes }, work);
  }
}
