import type { Ctx } from '../ctx.ts';
import type { FileRecord } from '../ledger/protocol.ts';

/**
 * Writes a data point for statistics of the whole installation. The platform may sample or drop it: responses and
 * billing use the ledger. Blobs: key, template, environment. Doubles: bytes, milliseconds.
 */
export function recordGeneration({ services, workspace }: Ctx, file: FileRecord): void {
  services.analytics?.writeDataPoint({
    indexes: [workspace.id],
    blobs: [file.keyId, file.template?.id ?? '', file.environment],
    doubles: [file.sizeBytes, file.processingTimeMs],
  });
}
