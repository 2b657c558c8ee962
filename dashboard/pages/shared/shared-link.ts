/** The page that shows a PDF to people without an account has the query of the PDF's signed address. */
export function toSharedPage(signedUrl: string): string {
  const { origin, pathname, search } = new URL(signedUrl);
  const fileId = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.pdf$/, '');
  return `${origin}/dashboard/shared/${fileId}${search}`;
}

export interface SignedLink {
  readonly fileId: string;
  readonly expires: number;
  readonly signature: string;
}

export const toSignedPath = ({ fileId, expires, signature }: SignedLink): string =>
  `/files/${encodeURIComponent(fileId)}.pdf?${new URLSearchParams({ expires: String(expires), signature })}`;
