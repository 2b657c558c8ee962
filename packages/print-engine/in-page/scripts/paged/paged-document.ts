import type {
  FilledPages,
  MarkedDocument,
  PageMap,
  PageWarning,
  PagesToMark,
  TargetPlace,
} from '../../paged-messages.ts';
import { CarriedSums } from '../../../features/carried-sums/in-page/carried-sums.ts';
import { findRoots } from '../documents.ts';
import { page, plain } from '../pristine.ts';
import { listSheets } from '../style-sheets.ts';
import { Bookmarks } from './bookmarks.ts';
import { CounterStyles } from './counter-styles.ts';
import { Footnotes } from './footnotes/footnotes.ts';
import { EntryReferences } from './entry-references.ts';
import { fillLeaders, type PlacedLeader, placeLeaders } from './leaders.ts';
import { selectNthPages } from './nth-pages.ts';
import { PageBoxes } from './page-boxes.ts';
import { PageLabels } from './page-labels.ts';
import { PageLists } from './page-lists.ts';
import type { PagedFeature } from './paged-feature.ts';
import { PageStrings } from './page-strings.ts';
import { listDangling, listMissing, listUnproven, MAX_NAMED, REPEATED } from './page-warnings.ts';
import { References, requireFew } from './references.ts';
import { restoreDropped } from './restore-dropped.ts';
import { ContentRewriter } from './rewrite-content.ts';
import { ScriptChanges } from './script-changes.ts';
import { Sections } from './sections.ts';
import type { SheetTexts } from './sheet-texts.ts';
import { Sides } from './sides.ts';
import { type PageMove, Targets } from './targets.ts';
import { warnOfUnsupported } from './unsupported-css.ts';

/**
 * A document that may depend on its own pages. Each reference gets a value that Chromium can print, and each target gets a link. The first
 * page numbers are guesses from the layout in the window. If they are right, one print is enough.
 */
export class PagedDocument {
  readonly #cssWarnings: readonly PageWarning[];
  readonly #boxes: PageBoxes;
  readonly #targets = new Targets();
  readonly #footnotes: Footnotes;
  readonly #references: References;
  readonly #lists: PageLists;
  readonly #entries: EntryReferences;
  readonly #leaders: readonly PlacedLeader[];
  readonly #strings: PageStrings;
  readonly #labels: PageLabels;
  readonly #sides: Sides;
  readonly #carriedSums: CarriedSums;
  readonly #sections: Sections;
  readonly #bookmarks: Bookmarks | null;
  readonly #changes: ScriptChanges;
  /** What the last print showed otherwise because of a script. It is null before that print was seen. */
  #restored: readonly string[] | null = null;

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
    this.#cssWarnings = [
      ...warnOfUnsupported([...restored.unsupported, ...rewriter.unsupported]),
      ...restored.unreadable,
    ];
    const targets = this.#targets;
    this.#boxes = new PageBoxes(paper);
    this.#footnotes = new Footnotes(targets, this.#boxes);
    const styles = new CounterStyles(roots);
    const write = styles.format.bind(styles);
    const references = [...rewriter.references.values()];
    this.#references = new References(roots, references, targets, { maxCount: maxReferences, write });
    this.#lists = new PageLists(roots, targets, maxReferences);
    this.#entries = new EntryReferences(roots, references, { ...wanted, targets, write });
    requireFew(this.#references.count + this.#lists.count + this.#entries.count, maxReferences);
    this.#leaders = placeLeaders(rewriter.leaders, roots);
    this.#strings = new PageStrings(wanted.bandStrings, targets, {
      scale: paper.scale,
      maxAssignments: maxReferences,
      write,
    });
    this.#labels = new PageLabels(targets, styles, wanted.firstPageNumber);
    this.#guess(targets);
    this.#sides = new Sides(targets);
    this.#carriedSums = new CarriedSums(targets);
    this.#sections = new Sections(wanted.sectionSelector, targets);
    this.#bookmarks = wanted.wantsBookmarks ? new Bookmarks(targets, write) : null;
    this.#footnotes.settle();
    targets.requireFew();
    targets.mark();
    this.#changes = new ScriptChanges(roots);
  }

  /** In the order of their warnings. */
  get #features(): readonly PagedFeature[] {
    return [
      this.#lists,
      this.#entries,
      this.#strings,
      this.#sides,
      this.#carriedSums,
      this.#footnotes,
      this.#sections,
    ];
  }

  describe(): MarkedDocument {
    const hasBookmarks = this.#bookmarks?.areOwn ?? false;
    const isRepeated = this.#references.repeatedCount + this.#lists.repeatedCount > 0;
    return {
      isPaged:
        this.#references.arePaged ||
        this.#features.some(({ count }) => count > 0) ||
        this.#labels.areOwn ||
        hasBookmarks,
      hasBookmarks,
      markRed: this.#targets.red,
      entryAddresses: this.#entries.addresses,
      warnings: [
        ...(isRepeated ? [REPEATED] : []),
        ...listDangling([...this.#lists.dangling, ...this.#references.dangling]),
        ...this.#features.flatMap(({ warnings = [] }) => warnings),
        ...this.#cssWarnings,
      ],
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
    targets.remember(places);
    this.#fillTexts(places, toPage(page.documentElement.getBoundingClientRect().bottom));
    fillLeaders(this.#leaders, this.#boxes);
  }

  /**
   * Reads what a script has changed, in the document as it is printed. A number of a page in a heading is a change too. Call it when a print ends,
   * before scripts of the document can change it back.
   */
  see(): void {
    const isChanged = this.#changes.take() || this.#references.areInTexts;
    this.#restored ??= isChanged ? this.#changes.ignore(() => this.#restore()) : [];
  }

  #restore(): string[] {
    this.#strings.read();
    this.#sections.read();
    this.#bookmarks?.read();
    return [
      ...this.#lists.restore(this.#labels),
      ...this.#references.restore(),
      ...this.#entries.restore(),
      ...this.#footnotes.restore(),
      ...this.#sides.restore(),
      ...this.#carriedSums.findChanged(),
    ];
  }

  /** Writes the pages of a print into the document. The print is right if this changes nothing. */
  fill(map: PageMap): FilledPages {
    this.see();
    const filled = this.#changes.ignore(() => this.#fill(map));
    this.#restored = null;
    return filled;
  }

  #fill(map: PageMap): FilledPages {
    const { totalPages } = map;
    const restored = this.#restored ?? [];
    const { places, unproven, missed } = this.#targets.find(map);
    const movedNotes = this.#footnotes.check(places);
    const carried = this.#carriedSums.turn(new Map(places.map((place) => [place[0], place])));
    const afterTables = toShift(carried.moves);
    const blanks = this.#sides.turn(toPages(places, afterTables));
    const afterBlanks = toShift(blanks);
    const shift = (number: number) => afterBlanks(afterTables(number));
    const shifted = places.map(([fragment, number, y]): TargetPlace => [fragment, shift(number), y]);
    const movedTexts = this.#fillTexts(shifted, shift(totalPages));
    if (movedTexts.length + restored.length > 0) fillLeaders(this.#leaders, this.#boxes);
    const moved = [
      ...restored,
      ...carried.wrong,
      ...blanks.map(
        ([number, by]) =>
          `a left or right page was printed as page ${number} and must be page ${number + by}`,
      ),
      ...movedTexts,
      ...movedNotes,
      ...missed,
    ];
    if (moved.length > 0) {
      this.#footnotes.settle();
      this.#targets.mark();
    }
    const pages = toPages(places);
    return {
      movedCount: moved.length,
      moved: moved.slice(0, MAX_NAMED),
      warnings: [
        ...listMissing([...this.#lists.missing, ...this.#references.missing]),
        ...listUnproven(unproven),
        ...this.#features.flatMap(({ printWarnings = [] }) => printWarnings),
      ],
      bookmarks: moved.length === 0 ? (this.#bookmarks?.list(places) ?? []) : [],
      blankPages: this.#sides.findBlanks(pages),
      filledPages: this.#sides.findFilled(pages),
      sections: this.#sections.list(pages),
      strings: this.#strings.listBandTexts(shifted, totalPages, this.#labels),
      labels: this.#labels.listRuns(),
      entryTargets: moved.length === 0 ? this.#entries.listTargets(places) : [],
    };
  }

  /** Returns what has changed. */
  #fillTexts(places: readonly TargetPlace[], totalPages: number): string[] {
    const pages = toPages(places);
    const labels = this.#labels;
    return [
      ...labels.count(pages, totalPages),
      ...this.#lists.fill(pages, labels),
      ...this.#references.fill(pages, totalPages, labels),
      ...this.#strings.fill(places, totalPages, labels),
    ];
  }
}

function rewriteContent(roots: readonly (Document | ShadowRoot)[]): ContentRewriter {
  const rewriter = new ContentRewriter();
  for (const sheet of roots.flatMap((root) => listSheets(root))) rewriter.rewrite(sheet);
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
