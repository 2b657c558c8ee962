export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const MAX_NAME_CHARACTERS = 200;

export const boxOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);

export const nameOf = (control: Control): string =>
  (control.name || control.id || labelOf(control)).slice(0, MAX_NAME_CHARACTERS);

export function labelOf(control: Control): string {
  const [label] = control.labels ?? [];
  const placeholder = 'placeholder' in control ? control.placeholder : '';
  const text = label?.textContent || control.getAttribute('aria-label') || control.title || placeholder || '';
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_CHARACTERS);
}
