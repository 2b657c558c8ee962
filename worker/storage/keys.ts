/** Where things lie in R2. Keys are built from ids and hashes only, never from a client's text. */

/** A PDF. The id alone: downloads find their object without asking the ledger. */
export const pdfKey = (fileId: string): string => `pdf/${fileId}`;

/** A template's content, under its own hash: content is immutable, so a cached copy is never stale. */
export const templateKey = (workspaceId: string, contentHash: string): string =>
  `${templatePrefix(workspaceId)}${contentHash}`;

export const templatePrefix = (workspaceId: string): string => `templates/${workspaceId}/`;
