import { env } from 'cloudflare:test';
import type { FileRecord } from '../../../worker/objects/ledger/protocol.ts';
import { fileRecord } from './file-record.ts';

/** Reserves, stores and commits a file as a generation does, without printing one. */
export async function keepFile(
  workspaceId: string,
  more: Partial<FileRecord> = {},
  body: string | Uint8Array = '%PDF-1.',
): Promise<FileRecord> {
  const file = fileRecord({ sizeBytes: body.length, ...more });
  const ledger = env.LEDGER.getByName(workspaceId);
  const reservation = { fileId: file.fileId, environment: file.environment, deadline: Date.now() + 15_000 };
  await ledger.admit({ keyId: file.keyId, plan: 'scale-enterprise', reservation });
  await env.FILES.put(`pdf/${file.fileId}`, body, {
    httpMetadata: { contentType: 'application/pdf', contentDisposition: 'inline; filename="invoice.pdf"' },
    customMetadata: { workspaceId, linkToken: file.linkToken, expiresAt: String(file.expiresAt) },
  });
  await ledger.commit(file, 'scale-enterprise');
  return file;
}
