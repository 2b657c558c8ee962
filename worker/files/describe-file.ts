import type { KeptFile } from '../../schema/api/files.ts';
import type { GeneratedFile } from '../../schema/api/generate.ts';
import type { FileRecord } from '../ledger/protocol.ts';
import type { FileLinks } from './links.ts';

/** A file that was just made, as the contract shows it. Source: specification, section 2.2. */
export const describeFile = (file: FileRecord, links: FileLinks): GeneratedFile => ({
  fileId: file.fileId,
  url: links.url,
  signedUrl: links.signedUrl,
  filename: file.filename,
  size: file.sizeBytes,
  expiresAt: new Date(links.signedUntil).toISOString(),
  // The service's own storage, under the name that the contract has for it (decision 27).
  storageProvider: 'firebase',
  processingTimeMs: file.processingTimeMs,
  generationMethod: file.template === null ? 'html' : 'template',
  templateUsed: file.template,
});

/** A kept file, as the files API shows it. */
export const describeKeptFile = (file: FileRecord, links: FileLinks): KeptFile => ({
  ...describeFile(file, links),
  environment: file.environment,
  createdAt: new Date(file.createdAt).toISOString(),
  retainedUntil: new Date(file.expiresAt).toISOString(),
});
