/** Access to the external stores that the test setup started. This file also runs in workerd: no Node imports. */
export interface S3Access {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface SupabaseAccess {
  /** The project's URL, without `/storage/v1`. */
  readonly endpoint: string;
  /** A JWT of the service role, as a project's dashboard shows it. */
  readonly serviceKey: string;
  /** A JWT signed with the secret of another project. */
  readonly foreignKey: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    s3: S3Access;
    supabase: SupabaseAccess;
  }
}
