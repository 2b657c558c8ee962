/** Where things lie in R2. Keys are built from ids and hashes only, never from a client's text. */

/** A PDF. The id alone: downloads find their object without asking the ledger. */
export const pdfKey = (fileId: string): string => `pdf/${fileId}`;

/**
 * A template's content, under its own hash: content is immutable, so a cached copy is never stale. No two
 * templates share an object, so that one can be deleted while another with the same content is saved.
 */
export const contentKey = (workspaceId: string, templateId: string, contentHash: string): string =>
  `${templatePrefix(workspaceId, templateId)}${contentHash}`;

/** Of every content of a template. */
export const templatePrefix = (workspaceId: string, templateId: string): string =>
  `${workspacePrefix(workspaceId)}${templateId}/`;

/** Of every content of a workspace's templates. */
export const workspacePrefix = (workspaceId: string): string => `templates/${workspaceId}/`;
