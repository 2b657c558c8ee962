import { type ByteSource, type RenderWarning, streamed } from '@platen/pdf';
import { PDF_TYPE } from '../../../../schema/media-types.ts';
import type { Output, Run } from '../production.ts';
import { requireSize } from '../store-outputs.ts';
import type { AssemblyReport } from './assembly-report.ts';

export interface AssemblyRun extends Run {
  /** It is null if the request wants none. */
  readonly report: AssemblyReport | null;
  /** See `Made`. They are added when the pages are finished. */
  readonly differences: RenderWarning[];
}

/** @param pages in the file that was split, or null @param pdf its size is known, or shows at its end */
export function assembledPdf(
  run: AssemblyRun,
  {
    filename,
    pages,
    eInvoice = null,
    open,
  }: Pick<Output, 'filename' | 'pages' | 'eInvoice'> & {
    readonly open: () => ByteSource | AsyncIterable<Uint8Array>;
  },
): Output {
  return {
    filename,
    pages,
    mediaType: PDF_TYPE,
    method: 'html',
    template: null,
    eInvoice,
    open: () => {
      const pdf = open();
      if (!('sizeBytes' in pdf)) return pdf;
      requireSize(run, pdf.sizeBytes);
      return { body: streamed(pdf), sizeBytes: pdf.sizeBytes };
    },
  };
}
