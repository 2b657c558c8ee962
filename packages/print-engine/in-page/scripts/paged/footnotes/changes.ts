/** A change of the layout, and the first page that it concerns. */
export interface Change {
  readonly page: number;
  /** @param isFirst all pages before are final. A later change is a guess, because the page may change too */
  readonly make: (isFirst: boolean) => void;
}

export const firstPage = (changes: readonly Change[]): number =>
  changes.reduce((first, { page }) => Math.min(first, page), Infinity);
