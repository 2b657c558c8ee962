import type { AccessRequest } from './access-messages.ts';
import type { PageMap, PagesToMark, PaperBox } from './paged-messages.ts';
import { MARK_PAGES, READ_ACCESS } from './rare-scripts.generated.ts';

export const toReadPageBoxExpression = (paper: PaperBox): string =>
  `${MARK_PAGES} openSheets().then(() => readPageBox(${JSON.stringify(paper)}))`;

/** The page has evaluated the expression above. */
export const toMarkPagesExpression = (marking: PagesToMark): string =>
  `openSheets().then((texts) => markPages(${JSON.stringify(marking)}, texts))`;

export const toFillPagesExpression = (map: PageMap): string => `fillPages(${JSON.stringify(map)})`;

export const toReadAccessExpression = (request: AccessRequest): string =>
  `${READ_ACCESS} readAccess(${JSON.stringify(request)})`;
