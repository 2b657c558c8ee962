import { createHash } from 'node:crypto';

/** Lower-case hexadecimal SHA-256, as the service writes it. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');
