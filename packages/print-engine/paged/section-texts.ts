import type { Section } from '../in-page/messages.ts';

/** By class name, what a band says of the section that a page is in. */
export type SectionTexts = Readonly<Record<string, string>>;

/**
 * For each page, the first section that begins on it, or the one that goes on. Before the first section, the texts are empty.
 * @param sections in their order
 */
export function toSectionTexts(sections: readonly Section[], totalPages: number): SectionTexts[] {
  const starts = sections.filter(({ page }, index) => page !== sections[index - 1]?.page);
  const texts: SectionTexts[] = [];
  let index = -1;
  for (let number = 1; number <= totalPages; number += 1) {
    while ((starts[index + 1]?.page ?? Infinity) <= number) index += 1;
    const start = starts[index];
    const end = starts[index + 1]?.page ?? totalPages + 1;
    texts.push({
      sectionTitle: start?.title ?? '',
      sectionPage: start === undefined ? '' : `${number - start.page + 1}`,
      sectionPages: start === undefined ? '' : `${end - start.page}`,
    });
  }
  return texts;
}
