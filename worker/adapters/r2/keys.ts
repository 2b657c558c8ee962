/** Keys in R2 contain ids and hashes only, never a client's text. */

/** Only the id, so a download needs no lookup (decision 5). */
export const pdfKey = (fileId: string): string => `pdf/${fileId}`;

/** A PNG of page one. */
export const thumbnailKey = (fileId: string): string => `thumbnails/${fileId}`;

/** The XML of an electronic invoice. */
export const invoiceKey = (fileId: string): string => `invoices/${fileId}`;

/** The report of a job, as JSON. */
export const reportKey = (fileId: string): string => `reports/${fileId}`;

/** The PDF of a shared preview. */
export const shareKey = (shareId: string): string => `shares/${shareId}`;

/** The body of the request. */
export const jobBodyKey = (jobId: string): string => `${JOB_BODIES}${jobId}`;

export const JOB_BODIES = 'jobs/';

/** All objects of a batch. */
export const batchPrefix = (batchId: string): string => `${BATCHES}${batchId}/`;

export const BATCHES = 'batches/';

/** Rows of a batch, one on each line. */
export const batchRowsKey = (batchId: string, part: number): string => `${batchRowsPrefix(batchId)}${part}`;

export const batchRowsPrefix = (batchId: string): string => `${batchPrefix(batchId)}rows/`;

/** Each attempt to make the output of a batch has an id of its own, so a late one replaces nothing. */
export const batchOutputKey = (batchId: string, outputId: string): string =>
  `${batchPrefix(batchId)}output/${outputId}`;

/** Versions share no objects: one can be deleted while another with the same content is saved. */
export const versionKeys = (workspaceId: string, templateId: string, objectId: string) => {
  const prefix = `${templatePrefix(workspaceId, templateId)}${objectId}/`;
  return { content: `${prefix}content`, settings: `${prefix}settings` };
};

/** The key that versions had before each version had its own objects. */
export const sharedContentKey = (workspaceId: string, templateId: string, contentHash: string): string =>
  `${templatePrefix(workspaceId, templateId)}${contentHash}`;

export const sampleSetsKey = (workspaceId: string, templateId: string): string =>
  `${templatePrefix(workspaceId, templateId)}sample-sets`;

/** The key of the data before a template could have several sets. */
export const sampleDataKey = (workspaceId: string, templateId: string): string =>
  `${templatePrefix(workspaceId, templateId)}sample-data`;

/** Below the prefix of the workspace, which is deleted with it. No two versions of assets and partials share an object. */
export const partKey = (
  workspaceId: string,
  { digest, objectId }: { digest: string; objectId: string },
): string => `${workspacePrefix(workspaceId)}parts/${digest}-${objectId}`;

export const templatePrefix = (workspaceId: string, templateId: string): string =>
  `${workspacePrefix(workspaceId)}${templateId}/`;

export const workspacePrefix = (workspaceId: string): string => `templates/${workspaceId}/`;
