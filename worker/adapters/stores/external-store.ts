import type { ObjectMetadata } from '../r2/object-store.ts';

/** Every method throws {@link StoreError}, and stops when its signal is aborted. */
export interface ExternalStore {
  /** Replaces an object with the same key, so a copy can be repeated. */
  put(
    key: string,
    body: ReadableStream<Uint8Array>,
    sizeBytes: number,
    metadata: ObjectMetadata,
    signal: AbortSignal,
  ): Promise<void>;
  sign(key: string, download: Download, validForMs: number, signal: AbortSignal): Promise<SignedUrl>;
  /** No error if the object does not exist. @returns false if the store answers that it deleted nothing */
  delete(key: string, signal: AbortSignal): Promise<boolean>;
}

/** The name and the type of the file that a signed URL downloads. */
export interface Download {
  readonly filename: string;
  readonly mediaType: string;
}

export interface SignedUrl {
  readonly url: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export type StoreSettings = S3Settings | SupabaseSettings;

export interface S3Settings {
  readonly provider: 's3';
  /** Without the bucket. The bucket goes in the path, which every S3-compatible store supports. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface SupabaseSettings {
  readonly provider: 'supabase';
  /** Without `/storage/v1`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly serviceKey: string;
}
