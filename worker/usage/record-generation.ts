import type { FileRecord } from '../ledger/protocol.ts';
import type { Services } from '../services.ts';

/**
 * Writes a data point of a file that was made, for whoever looks at the whole installation. Answers and bills
 * come from the ledger; this may be sampled or missing. Blobs: key, template, environment. Doubles: bytes,
 * milliseconds.
 */
export function recordGeneration({ analytics }: Services, workspaceId: string, file: FileRecord): void {
  analytics?.writeDataPoint({
    indexes: [workspaceId],
    blobs: [file.keyId, file.template?.id ?? '', file.environment],
    doubles: [file.sizeBytes, file.processingTimeMs],
  });
}
