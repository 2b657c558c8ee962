/** Keys in R2 contain ids and hashes only, never a client's text. */

/** Only the id, so a download needs no lookup (design note 5). */
export const pdfKey = (fileId: string): string => `pdf/${fileId}`;

/** Templates share no objects: one can be deleted while another with the same content is saved. */
export const contentKey = (workspaceId: string, templateId: string, contentHash: string): string =>
  `${templatePrefix(workspaceId, templateId)}${contentHash}`;

export const templatePrefix = (workspaceId: string, templateId: string): string =>
  `${workspacePrefix(workspaceId)}${templateId}/`;

export const workspacePrefix = (workspaceId: string): string => `templates/${workspaceId}/`;
