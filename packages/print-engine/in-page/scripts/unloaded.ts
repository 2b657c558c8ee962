import { plain } from './pristine.ts';
import type { FailedResource } from '../messages.ts';
import type { PageDocument } from './documents.ts';
import { MAX_ENTRIES, MAX_ENTRY_CHARACTERS } from './limits.ts';
import { isBroken, listAddresses } from './resources.ts';
import { listStyleAddresses } from './style-addresses.ts';

/** Elements that load something, except images, by the attribute with the address. */
const LOADING: Readonly<Record<string, string>> = {
  src: 'script, iframe, embed, source, video, audio, input[type="image" i]',
  href: 'link[rel~="stylesheet" i], image, use',
  'xlink:href': 'image, use',
  data: 'object',
  poster: 'video',
  background: 'body, table, tr, td, th',
};

const LINKS = 'a[href], area[href]';

const addressOf = (element: Element, name: string): string => plain(element).getAttribute(name) ?? '';

/** Returns whether the address needs that of the document, and the document has none. */
const isRelative = (address: string, { baseURI }: Document): boolean =>
  address.trim() !== '' && !URL.canParse(address, baseURI);

const cut = (text: string): string => text.slice(0, MAX_ENTRY_CHARACTERS);

/** Finds images that cannot be shown, and relative addresses, which are never requested. No request fails for these. */
export function findUnloaded(documents: readonly PageDocument[]): FailedResource[] {
  const found: FailedResource[] = [];
  for (const { document } of documents) {
    for (const image of document.images) if (isBroken(image)) found.push(describeImage(image, document));
    // With an address of its own or a base, each is requested.
    if (!isRelative('a', document)) continue;
    const addresses = Object.entries(LOADING).flatMap(([name, selector]) =>
      Array.from(document.querySelectorAll(selector), (element) => addressOf(element, name)),
    );
    for (const url of [...addresses, ...listStyleAddresses(document)])
      if (isRelative(url, document)) found.push({ url: cut(url), problem: 'relative' });
  }
  return found.slice(0, MAX_ENTRIES);
}

function describeImage(image: HTMLImageElement, document: Document): FailedResource {
  const url = image.currentSrc || listAddresses(image).find((address) => address !== '') || '';
  if (url.trim() === '') return { url: 'img', problem: 'empty' };
  return { url: cut(url), problem: isRelative(url, document) ? 'relative' : 'damaged' };
}

/** Finds links with a relative address. Chromium leaves them out of the PDF if the document has no address. */
export const findRelativeLinks = (documents: readonly PageDocument[]): string[] => [
  ...new Set(
    documents
      .flatMap(({ document }) =>
        Array.from(document.querySelectorAll(LINKS), (link) => addressOf(link, 'href')).filter((url) =>
          isRelative(url, document),
        ),
      )
      .slice(0, MAX_ENTRIES)
      .map(cut),
  ),
];
