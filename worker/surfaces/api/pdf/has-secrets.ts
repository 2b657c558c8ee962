interface Request {
  readonly options?: { readonly encryption?: unknown } | undefined;
  readonly headers?: unknown;
  readonly cookies?: unknown;
}

/** Passwords, or headers and cookies of a page. Such a request is stored sealed. */
export const hasSecrets = ({ options, headers, cookies }: Request): boolean =>
  options?.encryption !== undefined || headers !== undefined || cookies !== undefined;
