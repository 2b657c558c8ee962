import type { BarrierKind } from '../in-page/access-messages.ts';

/** The code of the warning about each kind of barrier. The messages are in another module, which few prints load. */
export const ACCESS_CODES: Readonly<Record<BarrierKind, string>> = {
  alt: 'ALT_MISSING',
  language: 'LANGUAGE_MISSING',
  title: 'TITLE_MISSING',
  heading: 'HEADING_SKIPPED',
  table: 'TABLE_HEADERS_MISSING',
  contrast: 'CONTRAST_LOW',
  link: 'LINK_TEXT_MISSING',
  label: 'LABEL_MISSING',
  frame: 'FRAME_NOT_READ',
  filter: 'FILTERED_NOT_READ',
  unchecked: 'ACCESS_UNCHECKED',
};
