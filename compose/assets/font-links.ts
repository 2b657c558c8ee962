import type { PrintJob, RenderWarning } from '@platen/pdf';
import type { FoundAsset } from './asset-source.ts';
import { foldFamily } from './find-families.ts';

/** `https://fonts.googleapis.com/css2?family=Inter:wght@400;700&family=Roboto+Mono`, also with `&amp;`. */
const LINK = /fonts\.googleapis\.com\/css2?\?([^"'\s)>]{1,1000})/g;

const FAMILY = /(?:^|[&;?])family=([^&:]{1,300})/g;

const MAX_HINTS = 10;

/** Adds the hints of a document to its warnings. */
export function withFontHints(
  job: PrintJob,
  fonts: readonly Pick<FoundAsset, 'name' | 'details'>[],
): PrintJob {
  const hints = findFontLinks(job.html, fonts);
  return hints.length === 0 ? job : { ...job, warnings: [...(job.warnings ?? []), ...hints] };
}

/** A document that loads fonts from Google needs a network. Each hint names the asset that would replace the link. */
export function findFontLinks(
  html: string,
  fonts: readonly Pick<FoundAsset, 'name' | 'details'>[],
): RenderWarning[] {
  if (!html.includes('fonts.googleapis.com')) return [];
  const families = new Set<string>();
  for (const { 1: query = '' } of html.matchAll(LINK)) {
    for (const { 1: list = '' } of query.replaceAll('&amp;', '&').matchAll(FAMILY))
      for (const family of list.split(/\||%7C/i)) families.add(family.replaceAll(/\+|%20/g, ' ').trim());
  }
  return [...families].slice(0, MAX_HINTS).map((family) => ({
    code: 'FONT_FROM_GOOGLE',
    message: describe(family, fonts),
    field: null,
  }));
}

function describe(family: string, fonts: readonly Pick<FoundAsset, 'name' | 'details'>[]): string {
  const isSame = ({ details }: Pick<FoundAsset, 'details'>) =>
    foldFamily(details.family ?? '') === foldFamily(family);
  const names = fonts.filter(isSame).map(({ name }) => `"${name}"`);
  const link = `The document loads the font "${family.slice(0, 100)}" from fonts.googleapis.com.`;
  if (names.length === 0)
    return `${link} Upload its WOFF2 file as an asset. Then the family needs no <link> and no network.`;
  const assets = names.length === 1 ? `The asset ${names[0]} has` : `The assets ${names.join(', ')} have`;
  return `${link} ${assets} this family, so the <link> can go.`;
}
