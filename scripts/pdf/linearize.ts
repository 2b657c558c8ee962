import type { ByteSource } from '@platen/pdf';
import { Linearizer } from '../../renderer/container/image/linearizer.ts';
import { scriptLimits } from './with-printer.ts';

/** Linearizes a PDF as the container does. @param password null for a PDF without one */
export async function linearize(pdf: ByteSource, password: string | null): Promise<Uint8Array> {
  let linearized = new Uint8Array();
  const { signal } = new AbortController();
  await new Linearizer().linearize(pdf, { ...scriptLimits(), signal, password }, async (made) => {
    linearized = (await made.read(0, made.sizeBytes)).slice();
  });
  return linearized;
}
