import { useEffect, useState } from 'react';
import type { MediaType } from '../../schema/media-types.ts';

/** Returns an object URL of the bytes, or null in the first render. It is revoked when the component unmounts. */
export function useObjectUrl(bytes: Uint8Array<ArrayBuffer>, mediaType: MediaType): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, mediaType]);
  return url;
}
