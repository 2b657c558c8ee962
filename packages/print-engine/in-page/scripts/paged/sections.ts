import type { Section as PlacedSection } from '../../paged-messages.ts';
import { page } from '../pristine.ts';
import { inDocumentOrder } from './script-changes.ts';
import { readText } from '../read-text.ts';
import type { Targets } from './targets.ts';

const MAX_SECTIONS = 5_000;
const MAX_SECTION_CHARACTERS = 200;

interface Section {
  readonly element: Element;
  readonly title: string;
  readonly fragment: string;
}

/** The sections of a document, which its bands show. */
export class Sections {
  #sections: readonly Section[];

  /** @param selector of the elements that begin a section. It is null if no band shows sections. */
  constructor(selector: string | null, targets: Targets) {
    const elements = selector === null ? [] : Array.from(page.querySelectorAll(selector));
    this.#sections = elements.slice(0, MAX_SECTIONS).map((element) => ({
      element,
      title: readText(element, MAX_SECTION_CHARACTERS),
      fragment: targets.add(element),
    }));
  }

  get count(): number {
    return this.#sections.length;
  }

  /** Reads the sections again, which a script may have moved. */
  read(): void {
    this.#sections = inDocumentOrder(this.#sections).map((section) => ({
      ...section,
      title: readText(section.element, MAX_SECTION_CHARACTERS),
    }));
  }

  /** The layout may have moved sections, so they are in the order of their pages. */
  list(pages: ReadonlyMap<string, number>): PlacedSection[] {
    const sections = this.#sections.flatMap(({ title, fragment }) => {
      const number = pages.get(fragment);
      return number === undefined ? [] : [{ title, page: number }];
    });
    return sections.toSorted((one, other) => one.page - other.page);
  }
}
