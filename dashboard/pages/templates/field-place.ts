import type { Warning } from '../../../schema/warnings-header.ts';
import { type Edge, EDGE_LABELS, toBandEditorLabel, toBandList } from '../../page-options/band-list.ts';
import type { Draft } from './draft.ts';
import type { TextRange } from '../../document-editor/use-editor-place.ts';
import type { TemplateTarget } from './template-place.ts';

export interface FieldPlace extends TemplateTarget {
  /** As the editor calls it: `Footer, Height`. */
  readonly label: string;
}

export const HTML_LABEL = 'HTML of the document';

/** The settings of the tab Page that a warning can name. */
const SETTINGS: Readonly<Record<string, { readonly label: string; readonly input: string }>> = {
  outputName: { label: 'Default filename', input: 'outputName' },
  metadata: { label: 'Metadata', input: 'metadata.title' },
  attachments: { label: 'Attachments', input: 'attachments.0.name' },
  watermark: { label: 'Watermark', input: 'watermark.text' },
  'watermark.text': { label: 'Watermark', input: 'watermark.text' },
  letterhead: { label: 'Letterhead', input: 'letterhead.asset' },
  'letterhead.asset': { label: 'Letterhead', input: 'letterhead.asset' },
  'letterhead.fileId': { label: 'Letterhead', input: 'letterhead.fileId' },
  forms: { label: 'Form fields that can be filled', input: 'forms' },
  waitFor: { label: 'Wait for JavaScript expression', input: 'waitFor.expression' },
};

/**
 * Finds the place of the field of a warning in the editor: an input, or the line that the warning names. It is null if it has no such
 * field.
 */
export function findPlace(
  { field, message }: Pick<Warning, 'field' | 'message'>,
  draft: Pick<Draft, 'content' | 'settings'>,
): FieldPlace | null {
  const place = findField(field);
  if (place === null || place.tab === 'settings') return place;
  const isHtml = place.tab === 'html';
  const text = isHtml ? draft.content : toBandList(draft.settings[place.tab])[place.band ?? 0]?.content;
  const range = findRange(message, text ?? '');
  return range === null ? place : { tab: place.tab, band: place.band ?? 0, label: place.label, range };
}

type EditedField = FieldPlace & { readonly tab: 'html' | 'settings' | Edge };

function findField(field: string | null): EditedField | null {
  if (field === 'templateId') return { tab: 'html', input: HTML_LABEL, label: 'HTML' };
  const [, edge, index, part] =
    /^options\.(header|footer)(?:\[(\d+)\])?\.(height|content)$/.exec(field ?? '') ?? [];
  if (edge === 'header' || edge === 'footer') return findBandPlace(edge, index, part === 'height');
  const name = /^options\.(.+)$/.exec(field ?? '')?.[1] ?? '';
  const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
  if (setting === undefined) return null;
  const { label, input } = setting;
  return { tab: 'settings', isAdvanced: name !== 'outputName', input, label: `Page, ${label}` };
}

/** @param index as it is written in the field, if there are several */
function findBandPlace(edge: Edge, index: string | undefined, isHeight: boolean): EditedField {
  const label = `${EDGE_LABELS[edge]}${index === undefined ? '' : ` ${Number(index) + 1}`}`;
  const target = { tab: edge, band: Number(index ?? 0) } as const;
  if (!isHeight) return { ...target, input: toBandEditorLabel(label), label: `${label}, HTML` };
  const input = `${edge}${index === undefined ? '' : `[${index}]`}.height`;
  return { ...target, input, label: `${label}, Height` };
}

/** The place that a message begins with: `header[1], line 3, column 5: …`. */
const POSITION = /^[\w[\]]+, line (\d+), column (\d+):/;

/** The place in the text as the code editor counts: each end of a line is one character. */
function findRange(message: string, text: string): TextRange | null {
  const [, line, column] = POSITION.exec(message)?.map(Number) ?? [];
  if (line === undefined || column === undefined) return null;
  const before = text.split(/\r\n?|\n/).slice(0, line - 1);
  const from = before.reduce((length, one) => length + one.length + 1, column - 1);
  return { from, to: from };
}
