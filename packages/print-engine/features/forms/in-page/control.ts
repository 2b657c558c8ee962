import { readLabel, readPainted } from '../../../in-page/scripts/access/element-names.ts';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const MAX_NAME_CHARACTERS = 200;

export const boxOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);

export const nameOf = (control: Control): string =>
  (control.name || control.id || labelOf(control)).slice(0, MAX_NAME_CHARACTERS);

export function labelOf(control: Control): string {
  const placeholder = 'placeholder' in control ? control.placeholder : '';
  // A label can contain its control, whose value or options are not its name.
  const labels = Array.from(control.labels ?? [], readPainted).join(' ');
  const text = readLabel(control) || labels || control.title || placeholder;
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_CHARACTERS);
}
