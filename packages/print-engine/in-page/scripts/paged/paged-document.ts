import type {
  FilledPages,
  MarkedDocument,
  MovedNumber,
  PageMap,
  PagesToMark,
  TargetPlace,
} from '../../paged-messages.ts';
import { findRoots } from '../documents.ts';
import { page, plain } from '../pristine.ts';
import { adopt, listSheets } from '../style-sheets.ts';
import { Bookmarks } from './bookmarks.ts';
import { Carry } from './carry/carry.ts';
import { Footnotes } from './footnotes/footnotes.ts';
import { fillLeaders, type PlacedLeader, placeLeaders } from './leaders.ts';
import { selectNthPages } from './nth-pages.ts';
import { PageBoxes } from './page-boxes.ts';
import { PageLabels } from './page-labels.ts';
import { PageLists } from './page-lists.ts';
import { PageStrings } from './page-strings.ts';
import { References, requireFew } from './references.ts';
import { restoreDropped } from './restore-dropped.ts';
import { ContentRewriter, toCounterStyles } from './rewrite-content.ts';
import { Sections } from './sections.ts';
import type { SheetTexts } from './sheet-texts.ts';
import { Sides } from './sides.ts';
import { type PageMove, Targets, toName } from './targets.ts';
import { nameUnsupported } from './unsupported-css.ts';

const MAX_NAMED = 10;

/**
 * A document that may depend on its own pages. Each reference gets a value that Chromium can print, and each target gets a link. The first
 * page numbers are guesses from the layout in the window. If they are right, one print is enough.
 */
export class PagedDocument {
  readonly #css: Pick<MarkedDocument, 'unsupported' | 'unreadable'>;
  readonly #boxes: PageBoxes;
  readonly #footnotes: Footnotes;
  readonly #references: References;
  readonly #lists: PageLists;
  readonly #leaders: readonly PlacedLeader[];
  readonly #strings: PageStrings;
  readonly #labels: PageLabels;
  readonly #sides: Sides;
  readonly #carry: Carry;
  readonly #sections: Sections;
  readonly #bookmarks: Bookmarks | null;

  /**
   * The order matters: footnotes are taken out of the text before anything is measured, and blank pages, sums and bookmarks come after the guess.
   * @throws {PagedProblem}
   */
  constructor(wanted: PagesToMark, texts: SheetTexts) {
    const { maxReferences, paper } = wanted;
    const roots = findRoots(wanted.hasShadowRoots);
    const restored = restoreDropped(roots, texts);
    selectNthPages();
    const rewriter = rewriteContent(roots);
    this.#css = {
      unsupported: nameUnsupported([...restored.unsupported, ...rewriter.unsupported]),
      unreadable: restored.unreadable,
    };
    const targets = new Targets();
    this.#boxes = new PageBoxes(paper);
    this.#footnotes = new Footnotes(targets, this.#boxes);
    this.#references = new References(roots, [...rewriter.references.values()], targets, maxReferences);
    this.#lists = new PageLists(roots, targets, maxReferences);
    requireFew(this.#references.count + this.#lists.count, maxReferences);
    this.#leaders = placeLeaders(rewriter.leaders, roots);
    this.#strings = new PageStrings(wanted.bandStrings, targets, paper.scale, maxReferences);
    this.#labels = new PageLabels(targets, wanted.firstPageNumber);
    this.#guess(targets);
    this.#sides = new Sides(targets);
    this.#carry = new Carry(targets);
    this.#sections = new Sections(wanted.sectionSelector, targets);
    this.#bookmarks = wanted.wantsBookmarks ? new Bookmarks(targets) : null;
    this.#footnotes.settle();
  }

  describe(): MarkedDocument {
    const counts = [this.#lists, this.#strings, this.#sides, this.#carry, this.#footnotes, this.#sections];
    const hasBookmarks = this.#bookmarks?.areOwn ?? false;
    return {
      isPaged:
        this.#references.arePaged ||
        counts.some(({ count }) => count > 0) ||
        this.#labels.areOwn ||
        hasBookmarks,
      repeatedCount: this.#references.repeatedCount + this.#lists.repeatedCount,
      carryLeftOut: this.#carry.leftOut,
      hasBookmarks,
      ...this.#css,
    };
  }

  /** Guesses the pages of the targets. The layout needs only the right width of each number. */
  #guess(targets: Targets): void {
    const { heightPx } = this.#boxes.read('auto');
    const toPage = (y: number): number => Math.max(1, Math.floor(y / heightPx) + 1);
    const places = Array.from(targets, ([element, fragment]): TargetPlace => {
      const { top } = plain(element).getBoundingClientRect();
      return [fragment, toPage(top), 0];
    });
    this.#fillTexts(places, toPage(page.documentElement.getBoundingClientRect().bottom));
    fillLeaders(this.#leaders, this.#boxes);
  }

  /** Writes the pages of a print into the document. The print is right if this changes nothing. */
  fill({ places, totalPages }: PageMap): FilledPages {
    const movedNotes = this.#footnotes.check(places);
    const carried = this.#carry.turn(new Map(places.map((place) => [place[0], place])));
    const afterTables = toShift(carried.moves);
    const blanks = this.#sides.turn(toPages(places, afterTables));
    const afterBlanks = toShift(blanks);
    const shift = (number: number) => afterBlanks(afterTables(number));
    const shifted = places.map(([fragment, number, y]): TargetPlace => [fragment, shift(number), y]);
    const movedTexts = this.#fillTexts(shifted, shift(totalPages));
    if (movedTexts.length > 0) fillLeaders(this.#leaders, this.#boxes);
    const moved: MovedNumber[] = [
      ...carried.wrong.map((number) => ({ kind: 'carry' as const, page: number })),
      ...blanks.map(([number, by]) => ({ kind: 'side' as const, from: number, to: number + by })),
      ...movedTexts,
      ...movedNotes,
    ];
    if (moved.length > 0) this.#footnotes.settle();
    const pages = toPages(places);
    return {
      movedCount: moved.length,
      moved: moved.slice(0, MAX_NAMED),
      missing: this.#listMissing(),
      bookmarks: moved.length === 0 ? (this.#bookmarks?.list() ?? []) : [],
      hasSplitRows: this.#carry.hasSplitRows,
      blankPages: this.#sides.findBlanks(pages),
      sections: this.#sections.list(pages),
      strings: this.#strings.listBandTexts(shifted, totalPages, this.#labels),
      labels: this.#labels.listRuns(),
    };
  }

  /** Returns what has changed. */
  #fillTexts(places: readonly TargetPlace[], totalPages: number): MovedNumber[] {
    const pages = toPages(places);
    const labels = this.#labels;
    return [
      ...labels.count(pages, totalPages),
      ...this.#lists.fill(pages, labels),
      ...this.#references.fill(pages, totalPages, labels),
      ...this.#strings.fill(places, totalPages, labels),
    ];
  }

  #listMissing(): string[] {
    const missing = new Set([...this.#lists.missing, ...this.#references.missing]);
    return [...missing].slice(0, MAX_NAMED).map(toName);
  }
}

function rewriteContent(roots: readonly (Document | ShadowRoot)[]): ContentRewriter {
  const rewriter = new ContentRewriter();
  for (const sheet of roots.flatMap((root) => listSheets(root))) rewriter.rewrite(sheet);
  // Before the first layout: Chromium does not update a counter whose style is defined later.
  adopt(toCounterStyles(rewriter.styles));
  return rewriter;
}

const same = (number: number): number => number;

const toPages = (places: readonly TargetPlace[], shift = same): Map<string, number> =>
  new Map(places.map(([fragment, number]) => [fragment, shift(number)]));

/** Returns a function that moves pages: from the first page of a move, everything is later. */
const toShift =
  (moves: readonly PageMove[]) =>
  (number: number): number =>
    moves.reduce((to, [first, by]) => (number >= first ? to + by : to), number);
