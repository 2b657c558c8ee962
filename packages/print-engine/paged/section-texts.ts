import type { Section } from '../in-page/paged-messages.ts';

/** The texts that a band shows for a section, by class name or custom property. */
export type SectionTexts = Readonly<Record<string, string>>;

/**
 * Returns the texts of each page: those of the first section that begins on it, or else of the section that continues on it.
 * Before the first section, the texts are empty.
 * @param sections in the order of their pages
 */
export function toSectionTexts(sections: readonly Section[], totalPages: number): SectionTexts[] {
  const texts: SectionTexts[] = [];
  let begun = 0;
  for (let number = 1; number <= totalPages; number += 1) {
    const before = begun;
    while ((sections[begun]?.page ?? Infinity) <= number) begun += 1;
    const index = begun > before ? before : begun - 1;
    const start = sections[index];
    const next = sections[index + 1]?.page ?? totalPages + 1;
    texts.push({
      sectionTitle: start?.title ?? '',
      sectionPage: start === undefined ? '' : `${number - start.page + 1}`,
      sectionPages: start === undefined ? '' : `${Math.max(next - start.page, 1)}`,
    });
  }
  return texts;
}
