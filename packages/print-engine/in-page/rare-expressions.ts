import type { AccessRequest } from './access-messages.ts';
import type { GlyphPlace } from './messages.ts';
import type { PageMap, PagesToMark, PaperBox } from './paged-messages.ts';
import { MARK_PAGES, NAME_GLYPHS, READ_ACCESS } from './rare-scripts.generated.ts';

export const toReadPageBoxExpression = (paper: PaperBox): string =>
  `${MARK_PAGES} openSheets().then(() => readPageBox(${JSON.stringify(paper)}))`;

/** The page has evaluated the expression above. */
export const toMarkPagesExpression = (marking: PagesToMark): string =>
  `openSheets().then((texts) => markPages(${JSON.stringify(marking)}, texts))`;

export const toFillPagesExpression = (map: PageMap): string => `fillPages(${JSON.stringify(map)})`;

/** @param isOfBands the page has laid out bands */
export const toNameGlyphsExpression = (places: readonly GlyphPlace[], isOfBands: boolean): string =>
  `${NAME_GLYPHS} nameGlyphs(${JSON.stringify(places)}, ${isOfBands ? 'listBandRoots()' : '[]'})`;

export const toReadAccessExpression = (request: AccessRequest): string =>
  `${READ_ACCESS} readAccess(${JSON.stringify(request)})`;
