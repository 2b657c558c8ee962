import type { KeptCopy, KeptFile } from '../../../schema/api/files.ts';
import type { ExternalCopy, GeneratedFile } from '../../../schema/api/generate.ts';
import { metaField } from '../../../schema/api/meta.ts';
import type { CopyRecord, FileRecord } from '../../objects/ledger/protocol.ts';
import type { FileLinks } from './links.ts';

/** Contract 2.2. */
export const describeFile = (file: FileRecord, links: FileLinks): GeneratedFile => ({
  fileId: file.fileId,
  url: links.url,
  signedUrl: links.signedUrl,
  filename: file.filename,
  mediaType: file.mediaType,
  size: file.sizeBytes,
  expiresAt: new Date(links.signedUntil).toISOString(),
  // `firebase` is the contract's name for our own storage (decision 16).
  storageProvider: file.copies[0]?.provider ?? 'firebase',
  processingTimeMs: file.processingTimeMs,
  generationMethod: file.method,
  templateUsed: file.template,
  ...(file.thumbnail && { thumbnail: { url: links.thumbnailUrl, ...file.thumbnail } }),
  ...(file.eInvoice && { eInvoice: describeInvoice(file.eInvoice, links) }),
  ...(file.copies.length === 0 ? {} : { externalCopies: file.copies.flatMap(describeCopy) }),
  ...metaField(file.meta),
});

const describeInvoice = (
  { profile, sizeBytes, differences }: NonNullable<FileRecord['eInvoice']>,
  { invoiceUrl }: FileLinks,
): GeneratedFile['eInvoice'] => ({
  url: invoiceUrl,
  profile,
  size: sizeBytes,
  ...(differences === null ? {} : { differences }),
});

/** Only stored copies have a URL (contract 8.2). */
const describeCopy = ({ provider, name, url, urlExpiresAt }: CopyRecord): ExternalCopy[] =>
  url === null || urlExpiresAt === null
    ? []
    : [{ provider, name, url, expiresAt: new Date(urlExpiresAt).toISOString() }];

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
