import type { FormField } from '@platen/pdf';
import type { FieldsToMark, MarkedControls, SkippedControl } from '../messages.ts';
import { findDocuments, findShadowRoots } from './documents.ts';
import { toFieldStyle } from './field-style.ts';
import { page } from './pristine.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = 'input, textarea, select';

/** These controls stay as they are, because a PDF has no field for them, or only one that needs a script. */
const NO_FIELD = new Set(['hidden', 'file', 'button', 'submit', 'reset', 'image', 'range', 'color']);

/** A smaller control is hidden, and a label usually stands for it. */
const LEAST_PX = 4;

/** A marker is no higher than this, so that it ends on the page where it begins. */
const MAX_MARKER_PX = 40;

const MAX_NAME_CHARACTERS = 200;

/** The document's rules for links add nothing to a marker. The placeholder and the parts of a date do not print. */
const STYLE = `
  [data-platen-marker]:not(#a#b#c)::before, [data-platen-marker]:not(#a#b#c)::after { content: none !important; display: none !important }
  [data-platen-field]:not(#a#b#c)::placeholder { visibility: hidden !important }
  [data-platen-field]:not(#a#b#c)::-webkit-datetime-edit { visibility: hidden !important }
  [data-platen-field]:not(#a#b#c)::-webkit-calendar-picker-indicator { visibility: hidden !important }`;

/**
 * Puts a link at the place of each control, and hides what a field will draw. No box of the document moves, because a link is
 * positioned by its anchor, which is the control.
 */
function markFields(marking: FieldsToMark): MarkedControls {
  const skipped: SkippedControl[] = [];
  const controls = findControls(skipped);
  if (controls.length > marking.maxFields)
    return { problem: `the document has more than ${marking.maxFields.toLocaleString('en')} fields` };
  const groups = new Map<string, number>();
  const fields = controls.map((control) => describe(control, groups));
  const characters = fields.reduce((count, field) => count + countCharacters(field), 0);
  if (characters > marking.maxCharacters) {
    const limit = marking.maxCharacters.toLocaleString('en');
    return { problem: `the names, values and options of its fields have more than ${limit} characters` };
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  const markers = page.createDocumentFragment();
  for (const [index, control] of controls.entries()) {
    markers.append(toMarker(control, index, marking, fields[index]?.markerHeight ?? 0));
    hideContent(control);
    if (marking.controlName !== null) nameForReaders(control, `${marking.controlName}${index}`);
  }
  page.documentElement.append(markers);
  return { fields, skipped: skipped.slice(0, marking.maxSkipped) };
}

function findControls(skipped: SkippedControl[]): Control[] {
  const found: Control[] = [];
  const turned = new Map<Element, string | null>();
  for (const control of page.querySelectorAll<Control>(CONTROLS)) {
    const { width, height } = boxOf(control);
    if (NO_FIELD.has(control.type) || !isVisible(control) || width < LEAST_PX || height < LEAST_PX) continue;
    const reason = findObstacle(control, turned);
    if (reason === null) found.push(control);
    else skipped.push({ name: nameOf(control), reason });
  }
  const others = [
    ...findDocuments()
      .slice(1)
      .map(({ document }) => ({ root: document, reason: 'is in a frame' })),
    ...findShadowRoots(document).map((root) => ({ root, reason: 'is in a shadow tree' })),
  ];
  for (const { root, reason } of others)
    for (const control of root.querySelectorAll<Control>(CONTROLS))
      if (!NO_FIELD.has(control.type)) skipped.push({ name: nameOf(control), reason });
  return found;
}

const boxOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);

const isVisible = (control: Control): boolean => control.checkVisibility({ visibilityProperty: true });

/** @returns why a field cannot be at the place of a control, or null @param known the results for elements around other controls */
function findObstacle(element: Element | null, known: Map<Element, string | null>): string | null {
  if (element === null) return null;
  const before = known.get(element);
  if (before !== undefined) return before;
  const { position, transform, rotate } = getComputedStyle(element);
  const matrix = new DOMMatrix(transform === 'none' ? undefined : transform);
  const isTurned =
    !matrix.is2D || Math.abs(matrix.b) + Math.abs(matrix.c) > 1e-3 || matrix.a <= 0 || matrix.d <= 0;
  const own = isTurned || rotate !== 'none' ? 'is turned' : position === 'fixed' ? 'is on each page' : null;
  const reason = own ?? findObstacle(element.parentElement, known);
  known.set(element, reason);
  return reason;
}

const nameOf = (control: Control): string =>
  (control.name || control.id || labelOf(control)).slice(0, MAX_NAME_CHARACTERS);

function labelOf(control: Control): string {
  const [label] = control.labels ?? [];
  const placeholder = 'placeholder' in control ? control.placeholder : '';
  const text = label?.textContent || control.getAttribute('aria-label') || control.title || placeholder || '';
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_CHARACTERS);
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

function describe(control: Control, groups: Map<string, number>): FormField {
  const kind = kindOf(control);
  const { width, height } = boxOf(control);
  const isSelect = control instanceof HTMLSelectElement;
  const isInput = control instanceof HTMLInputElement;
  return {
    kind,
    name: nameOf(control),
    group: kind === 'radio' ? groupOf(control, groups) : -1,
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

const forms: (HTMLFormElement | null)[] = [];

/** A group has the radio buttons of one name in one form. A button without a name has a group of its own. */
function groupOf({ name, form }: Control, groups: Map<string, number>): number {
  if (!forms.includes(form)) forms.push(form);
  const key = name === '' ? `alone ${groups.size}` : `${forms.indexOf(form)} ${name}`;
  const group = groups.get(key) ?? groups.size;
  groups.set(key, group);
  return group;
}

const optionsOf = (select: HTMLSelectElement): FormField['options'] =>
  Array.from(select.options, ({ value, label, selected }) => ({
    value,
    label: label.replaceAll(/\s+/g, ' ').trim(),
    isSelected: selected,
  }));

const countCharacters = ({ name, value, label, options }: FormField): number =>
  options.reduce(
    (count, option) => count + option.value.length + option.label.length + 1,
    name.length + value.length + label.length,
  );

/** The marker is printed on the page where its control begins. */
function toMarker(control: Control, index: number, { address }: FieldsToMark, height: number): HTMLElement {
  const name = `--platen-field-${index}`;
  const own = getComputedStyle(control).getPropertyValue('anchor-name');
  const names = own === 'none' || own === '' ? name : `${own}, ${name}`;
  control.style.setProperty('anchor-name', names, 'important');
  const marker = page.createElement('a');
  marker.href = `${address}${index}`;
  marker.dataset.platenMarker = '';
  const styles = {
    all: 'initial',
    position: 'absolute',
    'position-anchor': name,
    top: 'anchor(top)',
    left: 'anchor(left)',
    width: 'anchor-size(width)',
    height: `${height}px`,
  };
  for (const [property, value] of Object.entries(styles))
    marker.style.setProperty(property, value, 'important');
  return marker;
}

/** The page keeps the box, and the field draws the text or the mark. The text is removed, because a search would find it if it were only hidden. */
function hideContent(control: Control): void {
  control.dataset.platenField = '';
  keepSize(control);
  if (control instanceof HTMLSelectElement) {
    control.selectedIndex = -1;
    for (const { style } of control.options) style.setProperty('visibility', 'hidden', 'important');
  } else if (control.type === 'checkbox' || control.type === 'radio') {
    if (control instanceof HTMLInputElement) control.checked = false;
  } else {
    control.value = '';
  }
}

/** With `field-sizing: content`, a control would shrink without its content. */
function keepSize(control: Control): void {
  const style = getComputedStyle(control);
  if (style.getPropertyValue('field-sizing') !== 'content') return;
  const { width, height } = style;
  for (const [property, value] of Object.entries({ 'field-sizing': 'fixed', width, height }))
    control.style.setProperty(property, value, 'important');
}

/** The engine finds the control in the tags by this name. Chromium makes a single tag for the role `textbox`. */
function nameForReaders(control: Control, name: string): void {
  control.setAttribute('role', 'textbox');
  control.removeAttribute('aria-labelledby');
  control.setAttribute('aria-label', name);
}

Object.assign(globalThis, { markFields });
