import { ANSWER_MS, answered } from '../stores/answered.ts';
import type {
  ByteRange,
  ObjectBody,
  ObjectMetadata,
  ObjectStore,
  StoredBody,
  StoredObject,
} from './object-store.ts';
import { MultipartUpload } from './multipart-upload.ts';

export class R2Store implements ObjectStore {
  readonly #bucket: R2Bucket;
  readonly #limitMs: number;

  /** @param limitMs how long R2 may take to answer, beside the time for a body */
  constructor(bucket: R2Bucket, limitMs = ANSWER_MS) {
    this.#bucket = bucket;
    this.#limitMs = limitMs;
  }

  async put(key: string, body: ObjectBody, sizeBytes: number, metadata: ObjectMetadata): Promise<void> {
    const options = toOptions(metadata);
    if (body instanceof Uint8Array) {
      return void (await this.#answered(this.#bucket.put(key, body, options), sizeBytes));
    }
    // R2 needs a stream of known length. FixedLengthStream also fails if the body ends early.
    const fixed = new FixedLengthStream(sizeBytes);
    const late = new AbortController();
    const piped = body.pipeTo(fixed.writable, { signal: late.signal });
    const stored = Promise.all([this.#bucket.put(key, fixed.readable, options), piped]);
    try {
      await this.#answered(stored, sizeBytes);
    } finally {
      // The body of a call that hangs would hold a page of a browser. workerd ends the pipe when the next piece comes.
      late.abort();
    }
  }

  #answered<Result>(work: Promise<Result>, bytes = 0): Promise<Result> {
    return answered({ of: 'R2', limitMs: this.#limitMs, bytes }, work);
  }

  async putUnsized(key: string, body: AsyncIterable<Uint8Array>, metadata: ObjectMetadata): Promise<number> {
    const upload = new MultipartUpload(this.#bucket, key, toOptions(metadata), this.#limitMs);
    try {
      for await (const piece of body) await upload.write(piece);
      return await upload.complete();
    } catch (error) {
      await upload.abort();
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<StoredBody | null> {
    const object = await this.#answered(this.#bucket.get(key, range === undefined ? {} : { range }));
    return object === null ? null : { ...describe(object), body: object.body };
  }

  async head(key: string): Promise<StoredObject | null> {
    const object = await this.#answered(this.#bucket.head(key));
    return object === null ? null : describe(object);
  }

  async delete(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#answered(this.#bucket.delete([...keys]));
  }

  /**
   * Deletes pages of up to 1,000 objects.
   *
   * @returns whether no object is left
   */
  async deleteUnder(prefix: string, maxPages = Number.POSITIVE_INFINITY): Promise<boolean> {
    for (let pages = 0; pages < maxPages; pages += 1) {
      // From the start each time, because what was listed before is deleted.
      const page = await this.#answered(this.#bucket.list({ prefix }));
      await this.delete(page.objects.map((object) => object.key));
      if (!page.truncated) return true;
    }
    return false;
  }
}

function toOptions({ contentType, contentDisposition, custom }: ObjectMetadata): R2MultipartOptions {
  return {
    httpMetadata: { contentType, ...(contentDisposition === undefined ? {} : { contentDisposition }) },
    ...(custom === undefined ? {} : { customMetadata: { ...custom } }),
  };
}

function describe(object: R2Object): StoredObject {
  const { contentType, contentDisposition } = object.httpMetadata ?? {};
  return {
    sizeBytes: object.size,
    etag: object.httpEtag,
    contentType: contentType ?? 'application/octet-stream',
    ...(contentDisposition === undefined ? {} : { contentDisposition }),
    custom: object.customMetadata ?? {},
  };
}
