/** Keys in R2. They have ids and hashes only, never a client's text. */

/** A PDF. Only the id, so that a download needs no lookup (design note 5). */
export const pdfKey = (fileId: string): string => `pdf/${fileId}`;

/**
 * A template's content, under its hash, so a cached copy is never stale. Two templates never share an object, so one
 * can be deleted while another with the same content is saved.
 */
export const contentKey = (workspaceId: string, templateId: string, contentHash: string): string =>
  `${templatePrefix(workspaceId, templateId)}${contentHash}`;

/** Of all contents of a template. */
export const templatePrefix = (workspaceId: string, templateId: string): string =>
  `${workspacePrefix(workspaceId)}${templateId}/`;

/** Of all contents of a workspace's templates. */
export const workspacePrefix = (workspaceId: string): string => `templates/${workspaceId}/`;
