import { page } from '../../../in-page/scripts/pristine.ts';
import type { FieldsToMark, MarkedControls } from '../messages.ts';
import type { Control } from './control.ts';
import { countCharacters, describeControl, RadioGroups } from './describe-control.ts';
import { findControls } from './find-controls.ts';

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
  const { controls, skipped } = findControls();
  if (controls.length > marking.maxFields)
    return { problem: `the document has more than ${marking.maxFields.toLocaleString('en')} fields` };
  const groups = new RadioGroups();
  const fields = controls.map((control) => describeControl(control, groups));
  const characters = fields.reduce((count, field) => count + countCharacters(field), 0);
  if (characters > marking.maxCharacters) {
    const limit = marking.maxCharacters.toLocaleString('en');
    return { problem: `the names, values and options of its fields have more than ${limit} characters` };
  }
  // Before the first change: each would make Chromium compute all styles again for the next read.
  const styles = controls.map(readStyle);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  const markers = page.createDocumentFragment();
  for (const [index, control] of controls.entries()) {
    const { anchorNames = '', size = {} } = styles[index] ?? {};
    setStyles(control, { 'anchor-name': `${anchorNames}${toAnchor(index)}`, ...size });
    markers.append(toMarker(index, marking, fields[index]?.markerHeight ?? 0));
    hideContent(control);
    if (marking.controlName !== null) nameForReaders(control, `${marking.controlName}${index}`);
  }
  page.documentElement.append(markers);
  return { fields, skipped: skipped.slice(0, marking.maxSkipped) };
}

type Styles = Readonly<Record<string, string>>;

/** Returns the anchors of a control with a comma after them, and what keeps its size: with `field-sizing: content` it would shrink without its content. */
function readStyle(control: Control): { readonly anchorNames: string; readonly size: Styles } {
  const style = getComputedStyle(control);
  const names = style.getPropertyValue('anchor-name');
  const { width, height } = style;
  const isSized = style.getPropertyValue('field-sizing') === 'content';
  return {
    anchorNames: names === 'none' || names === '' ? '' : `${names}, `,
    size: isSized ? { 'field-sizing': 'fixed', width, height } : {},
  };
}

function setStyles({ style }: HTMLElement, styles: Styles): void {
  for (const [property, value] of Object.entries(styles)) style.setProperty(property, value, 'important');
}

const toAnchor = (index: number): string => `--platen-field-${index}`;

/** The marker is printed on the page where its control begins. */
function toMarker(index: number, { address }: FieldsToMark, height: number): HTMLElement {
  const marker = page.createElement('a');
  marker.href = `${address}${index}`;
  marker.dataset.platenMarker = '';
  setStyles(marker, {
    all: 'initial',
    position: 'absolute',
    'position-anchor': toAnchor(index),
    top: 'anchor(top)',
    left: 'anchor(left)',
    width: 'anchor-size(width)',
    height: `${height}px`,
  });
  return marker;
}

/** The page keeps the box, and the field draws the text or the mark. The text is removed, because a search would find it if it were only hidden. */
function hideContent(control: Control): void {
  control.dataset.platenField = '';
  if (control instanceof HTMLSelectElement) {
    control.selectedIndex = -1;
    for (const { style } of control.options) style.setProperty('visibility', 'hidden', 'important');
  } else if (control.type === 'checkbox' || control.type === 'radio') {
    if (control instanceof HTMLInputElement) control.checked = false;
  } else {
    control.value = '';
  }
}

/** The engine finds the control in the tags by this name. Chromium makes a single tag for the role `textbox`. */
function nameForReaders(control: Control, name: string): void {
  control.setAttribute('role', 'textbox');
  control.removeAttribute('aria-labelledby');
  control.setAttribute('aria-label', name);
}

Object.assign(globalThis, { markFields });
