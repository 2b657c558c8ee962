/** How tests reach the external stores that their setup has started. No Node here: workerd reads it too. */
export interface S3Access {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface SupabaseAccess {
  /** The project's address, without `/storage/v1`. */
  readonly endpoint: string;
  /** A JWT of the service role, as a project's dashboard shows it. */
  readonly serviceKey: string;
  /** The same, signed with another secret. */
  readonly foreignKey: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    s3: S3Access;
    supabase: SupabaseAccess;
  }
}
