import type {
  ContentBox,
  FilledPages,
  MarkedPages,
  PageMap,
  PagesToMark,
  PaperBox,
} from '../paged-messages.ts';
import { PageBoxes } from './paged/page-boxes.ts';
import { PagedDocument } from './paged/paged-document.ts';
import { PagedProblem } from './paged/paged-problem.ts';
import type { SheetTexts } from './paged/sheet-texts.ts';

let marked: PagedDocument | null = null;

function markPages(wanted: PagesToMark, texts: SheetTexts): MarkedPages {
  try {
    marked = new PagedDocument(wanted, texts);
    return marked.describe();
  } catch (error) {
    if (error instanceof PagedProblem) return { problem: error.message };
    throw error;
  }
}

/** Call it after `markPages`. */
const fillPages = (map: PageMap): FilledPages | undefined => marked?.fill(map);

/** Call it when a print ends. */
const seePrint = (): void => marked?.see();

/** Returns the area for the content of pages without a name. */
const readPageBox = (paper: PaperBox): ContentBox => new PageBoxes(paper).read('auto');

Object.assign(globalThis, { readPageBox, markPages, fillPages, seePrint });
