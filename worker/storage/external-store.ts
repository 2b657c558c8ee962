import type { ObjectMetadata } from './object-store.ts';

/**
 * A customer's own storage: one bucket of an S3-type or a Supabase-type store. Every method throws
 * {@link StoreError}, and stops when its signal says so.
 */
export interface ExternalStore {
  /** Replaces what was there, so that a copy whose answer was lost can be repeated. Never held in memory. */
  put(
    key: string,
    body: ReadableStream<Uint8Array>,
    sizeBytes: number,
    metadata: ObjectMetadata,
    signal: AbortSignal,
  ): Promise<void>;
  /** An address that anybody can read the object at until it expires; it names the download `filename`. */
  sign(key: string, filename: string, validForMs: number, signal: AbortSignal): Promise<SignedUrl>;
  /** No error where nothing is kept under the key. */
  delete(key: string, signal: AbortSignal): Promise<void>;
}

export interface SignedUrl {
  readonly url: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Where a bucket is, and what opens it. */
export type StoreSettings = S3Settings | SupabaseSettings;

export interface S3Settings {
  readonly provider: 's3';
  /** Without the bucket; buckets are named in the path, as every S3-compatible store understands. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface SupabaseSettings {
  readonly provider: 'supabase';
  /** The project's address, without `/storage/v1`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly serviceKey: string;
}
