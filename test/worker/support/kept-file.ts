import { env } from 'cloudflare:test';
import { newId } from '../../../schema/ids.ts';
import type { FileRecord } from '../../../worker/ledger/protocol.ts';

const DAY_MS = 86_400_000;

/** Keeps a file as a generation does, without printing one: reserved, stored, committed. */
export async function keepFile(workspaceId: string, more: Partial<FileRecord> = {}): Promise<FileRecord> {
  const now = Date.now();
  const file: FileRecord = {
    fileId: newId('file'),
    keyId: 'key_a',
    environment: 'live',
    filename: 'invoice.pdf',
    sizeBytes: 7,
    processingTimeMs: 20,
    template: null,
    linkToken: 'token',
    createdAt: now,
    expiresAt: now + 7 * DAY_MS,
    copies: [],
    ...more,
  };
  const ledger = env.LEDGER.getByName(workspaceId);
  const reservation = { fileId: file.fileId, environment: file.environment, deadline: now + 15_000 };
  await ledger.admit({ keyId: file.keyId, plan: 'scale-enterprise', reservation });
  await env.FILES.put(`pdf/${file.fileId}`, '%PDF-1.', {
    httpMetadata: { contentType: 'application/pdf', contentDisposition: 'inline; filename="invoice.pdf"' },
    customMetadata: { workspaceId, linkToken: file.linkToken, expiresAt: String(file.expiresAt) },
  });
  await ledger.commit(file, 'scale-enterprise');
  return file;
}
