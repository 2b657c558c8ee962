import type { EditorPlace, Target } from '../../document-editor/use-editor-place.ts';

/** The tabs of the template editor, without the preview. */
export type TemplateTab =
  | 'html'
  | 'header'
  | 'footer'
  | 'sample'
  | 'settings'
  | 'schema'
  | 'languages'
  | 'versions';

export type TemplatePlace = EditorPlace<TemplateTab>;

export type TemplateTarget = Target<TemplateTab>;
