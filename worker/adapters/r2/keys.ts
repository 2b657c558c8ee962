/** Keys in R2 contain ids and hashes only, never a client's text. */

/** The key of a PDF has only the id of the file, so a download needs no lookup (decision 5). */
export const pdfKey = (fileId: string): string => `pdf/${fileId}`;

/** A PNG of page one. */
export const thumbnailKey = (fileId: string): string => `thumbnails/${fileId}`;

/** The XML of an electronic invoice. */
export const invoiceKey = (fileId: string): string => `invoices/${fileId}`;

/** The report of a job, as JSON. */
export const reportKey = (fileId: string): string => `reports/${fileId}`;

/** The body of the request. */
export const jobBodyKey = (jobId: string): string => `jobs/${jobId}`;

/** All objects of a batch. */
export const batchPrefix = (batchId: string): string => `batches/${batchId}/`;

/** Rows of a batch, one on each line. */
export const batchRowsKey = (batchId: string, chunk: number): string => `${batchRowsPrefix(batchId)}${chunk}`;

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

/** The key of sample data. Sets that replace others have an object of their own, as versions do. */
export const samplesKey = (workspaceId: string, templateId: string, objectId: string): string =>
  `${templatePrefix(workspaceId, templateId)}${objectId}/samples`;

/** The key of the sets before each save of them had its own object. */
export const sampleSetsKey = (workspaceId: string, templateId: string): string =>
  `${templatePrefix(workspaceId, templateId)}sample-sets`;

/** The key of the data before a template could have several sets. */
export const sampleDataKey = (workspaceId: string, templateId: string): string =>
  `${templatePrefix(workspaceId, templateId)}sample-data`;

/** Below the prefix of the workspace, which is deleted with it. No two versions of assets and partials share an object. */
export const componentKey = (
  workspaceId: string,
  { digest, objectId }: { digest: string; objectId: string },
): string => `${workspacePrefix(workspaceId)}parts/${digest}-${objectId}`;

export const templatePrefix = (workspaceId: string, templateId: string): string =>
  `${workspacePrefix(workspaceId)}${templateId}/`;

export const workspacePrefix = (workspaceId: string): string => `templates/${workspaceId}/`;
