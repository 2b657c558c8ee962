import type { PrintLimits } from '@platen/print-engine';

export const limitsOf = (changes: Partial<PrintLimits> = {}): PrintLimits => ({
  workspaceId: 'ws_one',
  deadline: Date.now() + 120_000,
  maxPdfBytes: 100_000_000,
  ...changes,
});
