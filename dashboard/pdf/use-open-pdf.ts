import { useEffect, useState } from 'react';
import type { OpenPdf } from './open-pdf.ts';

interface Opened {
  /** The last PDF that opened. It stays until the next one is ready. */
  readonly pdf: OpenPdf | null;
  readonly error: unknown;
}

export function useOpenPdf(source: Uint8Array | string, hidesMark: boolean): Opened {
  const [opened, setOpened] = useState<Opened>({ pdf: null, error: null });

  useEffect(() => {
    const { signal, abort } = cancellation();
    open(source, hidesMark, signal).then(
      (pdf) => setOpened({ pdf, error: null }),
      (error: unknown) => {
        if (!signal.aborted) setOpened(({ pdf }) => ({ pdf, error }));
      },
    );
    return abort;
  }, [source, hidesMark]);

  const { pdf } = opened;
  useEffect(() => () => void pdf?.close(), [pdf]);
  return opened;
}

function cancellation(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

async function open(source: Uint8Array | string, hidesMark: boolean, signal: AbortSignal): Promise<OpenPdf> {
  const [{ openPdf }, bytes] = await Promise.all([
    import('./open-pdf.ts'),
    typeof source === 'string' ? download(source, signal) : source,
  ]);
  signal.throwIfAborted();
  const pdf = await openPdf(bytes, hidesMark);
  if (signal.aborted) await pdf.close();
  signal.throwIfAborted();
  return pdf;
}

async function download(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { signal, credentials: 'same-origin' });
  if (!response.ok) throw new Error(`The PDF could not be loaded (status ${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
}
