const FENCED = /^```.*?^```/gms;

/** The headings of a page, without their `#`. */
export const headings = (markdown: string): string[] =>
  [...markdown.replaceAll(FENCED, '').matchAll(/^#{1,6} +(.+)$/gm)].map(([, title = '']) => title.trim());

/** The fragment by which GitHub links to a heading. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** The targets of the links and pictures of a page, code left out. */
export const linkTargets = (markdown: string): string[] =>
  [
    ...markdown
      .replaceAll(FENCED, '')
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, target = '']) => target);
