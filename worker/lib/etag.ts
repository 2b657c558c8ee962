/**
 * Returns whether a condition (`If-Match`, `If-None-Match`) names this tag. A weak tag counts too, because a proxy that
 * compresses a response makes its tag weak.
 */
export const namesTag = (condition: string, etag: string): boolean =>
  condition.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
