/** Keeps bytes under keys. Every store (R2, and the external ones to come) is one of these. */
export interface ObjectStore {
  /** Replaces what was there. The size must be known: stores refuse streams of unknown length. */
  put(key: string, body: ObjectBody, sizeBytes: number, metadata: ObjectMetadata): Promise<void>;
  /** Whole, or the bytes of `range`; null where nothing is kept. */
  get(key: string, range?: ByteRange): Promise<StoredBody | null>;
  head(key: string): Promise<StoredObject | null>;
  /** No error for keys under which nothing is kept. At most 1,000 keys. */
  delete(keys: readonly string[]): Promise<void>;
}

export type ObjectBody = Uint8Array | ReadableStream<Uint8Array>;

export interface ObjectMetadata {
  readonly contentType: string;
  readonly contentDisposition?: string;
  /** Short ASCII texts of ours. */
  readonly custom?: Readonly<Record<string, string>>;
}

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

export interface StoredObject extends ObjectMetadata {
  readonly sizeBytes: number;
  /** As HTTP writes it, quotes included. */
  readonly etag: string;
}

export interface StoredBody extends StoredObject {
  readonly body: ReadableStream<Uint8Array>;
}
