import type { FormField } from '@platen/pdf';
import { boxOf, type Control, labelOf, nameOf } from './control.ts';
import { toFieldStyle } from './field-style.ts';

/** A marker is no higher than this, so that it ends on the page where it begins. */
const MAX_MARKER_PX = 40;

/** Numbers the groups of radio buttons, from 0. */
export class RadioGroups {
  readonly #numbers = new Map<HTMLFormElement | null, Map<string, number>>();
  #count = 0;

  /** A group has the radio buttons of one name in one form. A button without a name has a group of its own. */
  numberOf({ name, form }: Control): number {
    const numbers = this.#numbers.get(form) ?? new Map<string, number>();
    this.#numbers.set(form, numbers);
    const known = numbers.get(name);
    if (known !== undefined) return known;
    if (name !== '') numbers.set(name, this.#count);
    this.#count += 1;
    return this.#count - 1;
  }
}

const TEXT_TYPES: Readonly<Record<string, FormField['kind']>> = {
  checkbox: 'checkbox',
  radio: 'radio',
  password: 'password',
  textarea: 'multiline',
};

function kindOf(control: Control): FormField['kind'] {
  if (control instanceof HTMLSelectElement) return control.multiple || control.size > 1 ? 'list' : 'choice';
  return TEXT_TYPES[control.type] ?? 'text';
}

export function describeControl(control: Control, groups: RadioGroups): FormField {
  const kind = kindOf(control);
  const { width, height } = boxOf(control);
  const isSelect = control instanceof HTMLSelectElement;
  const isInput = control instanceof HTMLInputElement;
  return {
    kind,
    name: nameOf(control),
    group: kind === 'radio' ? groups.numberOf(control) : -1,
    value: isSelect || kind === 'password' ? '' : control.value,
    isOn: isInput && (kind === 'checkbox' || kind === 'radio') && control.checked,
    options: isSelect ? optionsOf(control) : [],
    allowsMany: isSelect && control.multiple,
    isRequired: control.required,
    isReadOnly: control.matches(':disabled') || (!isSelect && control.readOnly),
    maxLength: isSelect || control.maxLength < 0 ? null : control.maxLength,
    label: labelOf(control),
    tabIndex: control.tabIndex,
    height,
    markerHeight: Math.min(height, MAX_MARKER_PX),
    style: styleOf(control, kind, control.offsetWidth > 0 ? width / control.offsetWidth : 1),
  };
}

/** The space that Chromium leaves beside the text of a `<select>`, and beside each option of a list. */
const CHOICE_INSET_PX = 4;
const OPTION_INSET_PX = 2;

function styleOf(control: Control, kind: FormField['kind'], scale: number): FormField['style'] {
  const style = toFieldStyle(control, scale);
  if (!(control instanceof HTMLSelectElement)) return style;
  const side = scale * (kind === 'list' ? OPTION_INSET_PX : CHOICE_INSET_PX);
  const { left, right } = style.inset;
  const [option] = kind === 'list' ? control.options : [];
  const lineHeight = (option && boxOf(option).height) || style.lineHeight;
  return { ...style, lineHeight, inset: { ...style.inset, left: left + side, right: right + side } };
}

const optionsOf = (select: HTMLSelectElement): FormField['options'] =>
  Array.from(select.options, ({ value, label, selected }) => ({
    value,
    label: label.replaceAll(/\s+/g, ' ').trim(),
    isSelected: selected,
  }));

export const countCharacters = ({ name, value, label, options }: FormField): number =>
  options.reduce(
    (count, option) => count + option.value.length + option.label.length + 1,
    name.length + value.length + label.length,
  );
