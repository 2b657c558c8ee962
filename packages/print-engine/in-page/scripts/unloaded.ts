import { plain } from './pristine.ts';
import type { FailedResource } from '../messages.ts';
import type { PageDocument } from './documents.ts';
import { MAX_ENTRIES, MAX_ENTRY_CHARACTERS } from './limits.ts';
import { isBroken } from './resources.ts';

/** Elements that load something, except images. */
const LOADING =
  'link[rel~="stylesheet" i][href], script[src], iframe[src], embed[src], source[src], video[src], audio[src], image[href]';

const LINKS = 'a[href], area[href]';

const addressOf = (element: Element): string =>
  plain(element).getAttribute('src') ?? plain(element).getAttribute('href') ?? '';

/** Returns whether the address needs that of the document, and the document has none. */
const isRelative = (address: string, { baseURI }: Document): boolean =>
  address.trim() !== '' && !URL.canParse(address, baseURI);

const cut = (text: string): string => text.slice(0, MAX_ENTRY_CHARACTERS);

/** Finds images that cannot be shown, and relative addresses, which are never requested. No request fails for these. */
export function findUnloaded(documents: readonly PageDocument[]): FailedResource[] {
  const found: FailedResource[] = [];
  for (const { document } of documents) {
    for (const image of document.images) if (isBroken(image)) found.push(describeImage(image, document));
    for (const element of document.querySelectorAll(LOADING)) {
      const url = addressOf(element);
      if (isRelative(url, document)) found.push({ url: cut(url), problem: 'relative' });
    }
  }
  return found.slice(0, MAX_ENTRIES);
}

function describeImage(image: HTMLImageElement, document: Document): FailedResource {
  const url = image.currentSrc || (image.getAttribute('src') ?? image.getAttribute('srcset') ?? '');
  if (url.trim() === '') return { url: 'img', problem: 'empty' };
  return { url: cut(url), problem: isRelative(url, document) ? 'relative' : 'damaged' };
}

/** Finds links with a relative address. Chromium leaves them out of the PDF if the document has no address. */
export const findRelativeLinks = (documents: readonly PageDocument[]): string[] => [
  ...new Set(
    documents
      .flatMap(({ document }) =>
        Array.from(document.querySelectorAll(LINKS), addressOf).filter((url) => isRelative(url, document)),
      )
      .slice(0, MAX_ENTRIES)
      .map(cut),
  ),
];
