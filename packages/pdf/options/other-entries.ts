/** What the document of an entry knows of the other entries of its merge. */
export interface OtherEntries {
  /** Where its links lead. Links to other addresses are not known yet. */
  readonly places: readonly EntryPlace[];
  /** The fragments of this document to which other entries refer. */
  readonly wanted: readonly string[];
}

/** A place in another entry. */
export interface EntryPlace {
  /** As `URL.href` writes it: `entry:annex#terms`. */
  readonly address: string;
  /** The number of its page in the merged PDF. It is null if there is no such place. */
  readonly number: number | null;
  readonly text: string;
}

/** What a print has to say to the other entries of its merge. */
export interface EntryLinks {
  /** The addresses in other entries to which the document refers, as `URL.href` writes them. */
  readonly addresses: readonly string[];
  /** Those of the wanted places that are in the PDF. */
  readonly targets: readonly EntryTarget[];
}

export interface EntryTarget {
  readonly fragment: string;
  /** In the PDF, from 1. */
  readonly page: number;
  /** In points from the bottom of the page. It is null if only the page is known. */
  readonly y: number | null;
  readonly text: string;
}
