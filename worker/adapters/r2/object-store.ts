/** Platen's own storage. Customers' storage is an `ExternalStore`. */
export interface ObjectStore {
  /** Replaces an object with the same key. R2 needs the size of a stream in advance. */
  put(key: string, body: ObjectBody, sizeBytes: number, metadata: ObjectMetadata): Promise<void>;
  /** For a body of unknown size. Stores nothing unless the body ends. Returns its size. */
  putUnsized(key: string, body: AsyncIterable<Uint8Array>, metadata: ObjectMetadata): Promise<number>;
  get(key: string, range?: ByteRange): Promise<StoredBody | null>;
  head(key: string): Promise<StoredObject | null>;
  /** No error for keys that do not exist. At most 1,000 keys. */
  delete(keys: readonly string[]): Promise<void>;
}

export type ObjectBody = Uint8Array | ReadableStream<Uint8Array>;

export interface ObjectMetadata {
  readonly contentType: string;
  readonly contentDisposition?: string;
  /** Short ASCII texts. */
  readonly custom?: Readonly<Record<string, string>>;
}

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

export interface StoredObject extends ObjectMetadata {
  readonly sizeBytes: number;
  /** With quotes, as in the HTTP header. */
  readonly etag: string;
}

export interface StoredBody extends StoredObject {
  readonly body: ReadableStream<Uint8Array>;
}
