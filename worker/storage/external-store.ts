import type { ObjectMetadata } from './object-store.ts';

/**
 * One bucket of a customer's own storage: S3 or Supabase. Every method throws {@link StoreError}, and stops when its
 * signal is aborted.
 */
export interface ExternalStore {
  /** Replaces an object with the same key, so that a copy can be repeated. The body is streamed. */
  put(
    key: string,
    body: ReadableStream<Uint8Array>,
    sizeBytes: number,
    metadata: ObjectMetadata,
    signal: AbortSignal,
  ): Promise<void>;
  /** A public address of the object until it expires. The download gets the name `filename`. */
  sign(key: string, filename: string, validForMs: number, signal: AbortSignal): Promise<SignedUrl>;
  /** No error if the object does not exist. */
  delete(key: string, signal: AbortSignal): Promise<void>;
}

export interface SignedUrl {
  readonly url: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export type StoreSettings = S3Settings | SupabaseSettings;

export interface S3Settings {
  readonly provider: 's3';
  /** Without the bucket, which is part of the path: every S3-compatible store supports that form. */
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
