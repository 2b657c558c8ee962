import { useEffect, useState } from 'react';
import type { MediaType } from '../../schema/media-types.ts';

/** An address of the bytes in this page, which is revoked when the component unmounts. Null in the first render. */
export function useObjectUrl(bytes: Uint8Array<ArrayBuffer>, mediaType: MediaType): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, mediaType]);
  return url;
}
