import { findPlaces, findReferences } from './asset-places.ts';
import { ASSET_SCHEME } from './uses-assets.ts';

/** A placeholder after the name, as in `logo-{{brand}}` or `logo.{{type}}`. */
const GOES_ON = /^\.*\{\{/;

/**
 * Finds the names of the assets that the texts of a template load. Names with a placeholder are left out, because only the
 * data of a print completes them. Its callers charge each character.
 */
export function findAssets(texts: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const text of texts) {
    if (!text.includes(ASSET_SCHEME)) continue;
    for (const { name, end } of text.includes('<') ? findPlaces(text) : findReferences(text))
      if (name !== '' && !GOES_ON.test(text.slice(end, end + 100))) names.add(name);
  }
  return names;
}
