import type { LinkName } from '@platen/pdf';
import { page } from '../pristine.ts';
import { readLabel, readPainted, readText, readTitle, startReading } from './element-names.ts';

const MAX_LINKS = 5_000;

/** All texts together are one DevTools message. */
const MAX_CHARACTERS = 2_000_000;
const MAX_ADDRESS_CHARACTERS = 2_000;

/** Returns the names of the links. Chromium does not write them into the PDF, so the engine does. */
export function listLinks(): LinkName[] {
  startReading();
  const links: LinkName[] = [];
  let characters = 0;
  for (const link of page.querySelectorAll('a[href]')) {
    if (links.length === MAX_LINKS || characters > MAX_CHARACTERS) break;
    // A link in a drawing has another kind of address.
    if (!(link instanceof HTMLAnchorElement) || !link.checkVisibility({ visibilityProperty: true })) continue;
    const text = readText(link);
    const name = readLabel(link) || readPainted(link) || readTitle(link);
    const href = link.getAttribute('href') ?? '';
    const address = href.startsWith('#') ? '#' : link.href.slice(0, MAX_ADDRESS_CHARACTERS);
    links.push({ address, text, name });
    characters += address.length + text.length + name.length;
  }
  return links;
}
