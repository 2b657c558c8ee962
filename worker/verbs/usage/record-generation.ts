import type { Ctx } from '../../ctx.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';

/** The platform may sample or drop this data, so responses and billing use the ledger. */
export function recordGeneration({ services, workspace }: Ctx, file: FileRecord): void {
  services.analytics?.writeDataPoint({
    indexes: [workspace.id],
    blobs: [file.keyId, file.template?.id ?? '', file.environment],
    doubles: [file.sizeBytes, file.processingTimeMs],
  });
}
