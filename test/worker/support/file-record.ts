import { newId } from '../../../schema/ids.ts';
import type { FileRecord } from '../../../worker/objects/ledger/protocol.ts';

const DAY_MS = 86_400_000;

/** The record of a PDF of 3 bytes, made now and kept for seven days. */
export const fileRecord = (more: Partial<FileRecord> = {}): FileRecord => ({
  fileId: newId('file'),
  keyId: 'key_a',
  environment: 'live',
  filename: 'invoice.pdf',
  mediaType: 'application/pdf',
  sizeBytes: 3,
  thumbnail: null,
  eInvoice: null,
  processingTimeMs: 20,
  template: null,
  method: 'html',
  meta: null,
  linkToken: 'token',
  createdAt: Date.now(),
  expiresAt: Date.now() + 7 * DAY_MS,
  copies: [],
  ...more,
});
