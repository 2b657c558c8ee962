import type { KeptCopy, KeptFile } from '../../schema/api/files.ts';
import type { ExternalCopy, GeneratedFile } from '../../schema/api/generate.ts';
import type { CopyRecord, FileRecord } from '../ledger/protocol.ts';
import type { FileLinks } from './links.ts';

/** A file that was just made, as the contract shows it. Source: specification, section 2.2. */
export const describeFile = (file: FileRecord, links: FileLinks): GeneratedFile => ({
  fileId: file.fileId,
  url: links.url,
  signedUrl: links.signedUrl,
  filename: file.filename,
  size: file.sizeBytes,
  expiresAt: new Date(links.signedUntil).toISOString(),
  // `firebase` is the name that the contract has for the service's own storage (decision 27).
  storageProvider: file.copies[0]?.provider ?? 'firebase',
  processingTimeMs: file.processingTimeMs,
  generationMethod: file.template === null ? 'html' : 'template',
  templateUsed: file.template,
  ...(file.copies.length === 0 ? {} : { externalCopies: file.copies.flatMap(describeCopy) }),
});

/** Only copies that succeeded have an address (decision 28). */
const describeCopy = ({ provider, name, url, urlExpiresAt }: CopyRecord): ExternalCopy[] =>
  url === null || urlExpiresAt === null
    ? []
    : [{ provider, name, url, expiresAt: new Date(urlExpiresAt).toISOString() }];

/** A kept file, as the files API shows it. */
export const describeKeptFile = (file: FileRecord, links: FileLinks): KeptFile => ({
  ...describeFile(file, links),
  environment: file.environment,
  createdAt: new Date(file.createdAt).toISOString(),
  retainedUntil: new Date(file.expiresAt).toISOString(),
  ...(file.copies.length === 0 ? {} : { copies: file.copies.map(describeCopyRecord) }),
});

const describeCopyRecord = (copy: CopyRecord): KeptCopy => ({
  provider: copy.provider,
  name: copy.name,
  key: copy.key,
  state: copy.state,
  attempts: copy.attempts,
  lastError: copy.lastError,
  updatedAt: new Date(copy.updatedAt).toISOString(),
});
