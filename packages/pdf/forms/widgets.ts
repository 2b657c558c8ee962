import type { FormField } from '../options/form-field.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { toTextString } from '../file/syntax.ts';
import type { PageSize } from '../finish/tiles.ts';
import { drawMark, Watermark } from '../finish/watermark.ts';
import { drawCheck, drawDot, drawText, type FieldBox, fontOf, toColour } from './appearance.ts';
import { FieldNames, type FieldPlace } from './field-names.ts';
import { describeFont } from './standard-font.ts';

/** A field with its place on paper. */
export interface PlacedField {
  readonly field: FormField;
  /** The object that becomes its widget. */
  readonly id: number;
  readonly pageId: number;
  readonly pageSize: PageSize;
  /** Left, bottom, right and top, in points. */
  readonly rect: readonly [number, number, number, number];
  readonly pointsPerPixel: number;
  /** Its key in the parent tree. It is null if the document has no tags. */
  readonly structureKey: number | null;
}

/** Flags of fields (ISO 32000-1, tables 221, 226, 228 and 230). */
const FLAG = {
  readOnly: 1,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  noToggleToOff: 1 << 14,
  radio: 1 << 15,
  combo: 1 << 17,
  multiSelect: 1 << 21,
} as const;

/** Writes the fields of a document, and their form (ISO 32000-1, 12.7). */
export class WidgetWriter {
  /** The names of fields whose text has a character that their font does not have. */
  readonly incomplete: string[] = [];
  readonly #rewrite: PdfRewrite;
  readonly #names: FieldNames;
  readonly #fonts: Readonly<Record<'Helv' | 'Cour', number>>;
  readonly #empty: number;
  readonly #mark: Watermark | null;

  /** @param mark drawn over the fields too, which are in front of the page and its mark */
  constructor(rewrite: PdfRewrite, mark: string | null) {
    this.#rewrite = rewrite;
    this.#names = new FieldNames(() => rewrite.reserve());
    this.#fonts = {
      Helv: rewrite.add(describeFont('Helvetica')),
      Cour: rewrite.add(describeFont('Courier')),
    };
    this.#mark = mark === null ? null : new Watermark(rewrite, mark);
    this.#empty = rewrite.writeStream('/Type /XObject /Subtype /Form /BBox [0 0 1 1]', '');
  }

  /** @param placed in the order in which the tab key goes through them */
  write(placed: readonly PlacedField[]): void {
    const groups = new Map<number, PlacedField[]>();
    for (const one of placed) {
      const { kind, group } = one.field;
      if (kind !== 'radio') this.#writeField(one);
      else if (groups.has(group)) groups.get(group)?.push(one);
      else groups.set(group, [one]);
    }
    for (const buttons of groups.values()) this.#writeRadioButtons(buttons);
  }

  /** The dictionary of the form, with the id of the object. */
  finish(): number {
    for (const group of this.#names.groups)
      this.#rewrite.write(group.id, `<<${toNames(group)} /Kids [${toReferences(group.kids)}]>>`);
    const { Helv, Cour } = this.#fonts;
    const symbols = this.#rewrite.add('<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>');
    const fonts = `/Font <</Helv ${Helv} 0 R /Cour ${Cour} 0 R /ZaDb ${symbols} 0 R>>`;
    return this.#rewrite.add(
      `<</Fields [${toReferences(this.#names.topIds)}] /DR <<${fonts}>> /DA (/Helv 0 Tf 0 g)>>`,
    );
  }

  #writeField(placed: PlacedField): void {
    const { field, id } = placed;
    const place = this.#names.add(field.name, id);
    const parts = field.kind === 'checkbox' ? this.#describeCheckbox(placed) : this.#describeText(placed);
    this.#rewrite.write(
      id,
      `<<${[toWidget(placed), toNames(place), toCommon(field), ...parts].join('\n')}>>`,
    );
  }

  #describeText(placed: PlacedField): string[] {
    const { field } = placed;
    const { content, isWhole } = drawText(field, toBox(placed));
    if (!isWhole) this.incomplete.push(field.name);
    const font = fontOf(field);
    const fonts = `/Font <</${font} ${this.#fonts[font]} 0 R>>`;
    const appearance = this.#writeForm(placed, content, fonts);
    const size = Math.round(field.style.fontSize * placed.pointsPerPixel * 100) / 100;
    return [
      field.kind === 'choice' || field.kind === 'list' ? toChoice(field) : toText(field),
      `/DA (/${font} ${size} Tf ${toColour(field)})`,
      `/Q ${{ left: 0, centre: 1, right: 2 }[field.style.align]} /AP <</N ${appearance} 0 R>>`,
    ];
  }

  #describeCheckbox(placed: PlacedField): string[] {
    const { field } = placed;
    const on = toStateName(field.value, new Set());
    const state = field.isOn ? on : 'Off';
    const form = this.#writeForm(placed, drawCheck(field, toBox(placed)));
    return [
      `/FT /Btn /Ff ${toFlags(field)} /V /${state} /AS /${state}`,
      `/MK <</CA (4)>> /AP <</N <</${on} ${form} 0 R /Off ${this.#empty} 0 R>>>>`,
    ];
  }

  #writeRadioButtons(buttons: readonly PlacedField[]): void {
    const [first] = buttons;
    if (!first) return;
    const groupId = this.#rewrite.reserve();
    const place = this.#names.add(first.field.name, groupId);
    const taken = new Set<string>();
    let chosen = 'Off';
    for (const placed of buttons) {
      const { field, id } = placed;
      const on = toStateName(field.value, taken);
      if (field.isOn) chosen = on;
      const form = this.#writeForm(placed, drawDot(field, toBox(placed)));
      const parts = [
        `/Parent ${groupId} 0 R /AS /${field.isOn ? on : 'Off'} /MK <</CA (l)>>`,
        `/AP <</N <</${on} ${form} 0 R /Off ${this.#empty} 0 R>>>>`,
      ];
      this.#rewrite.write(id, `<<${[toWidget(placed), toHint(field), ...parts].join('\n')}>>`);
    }
    const isRequired = buttons.some(({ field }) => field.isRequired);
    const isReadOnly = buttons.every(({ field }) => field.isReadOnly);
    const flags = toFlags({ isRequired, isReadOnly }) | FLAG.radio | FLAG.noToggleToOff;
    const kids = toReferences(buttons.map(({ id }) => id));
    this.#rewrite.write(
      groupId,
      `<<${toNames(place)} ${toHint(first.field)} /FT /Btn /Ff ${flags} /V /${chosen} /Kids [${kids}]>>`,
    );
  }

  /** The mark is at the same place as on the page. */
  #writeForm(placed: PlacedField, content: string, fonts = ''): number {
    const { width, height } = toBox(placed);
    const [left, bottom] = placed.rect;
    const entries = [fonts];
    const drawn = [content];
    if (this.#mark) {
      const resources = Object.entries(this.#mark.toResources(placed.pageSize, 'PlatenMark'));
      entries.push(...resources.map(([category, entry]) => `/${category} <<${entry}>>`));
      drawn.push(drawMark('PlatenMark', `1 0 0 1 ${-left} ${-bottom} cm `));
    }
    const box = `/BBox [0 0 ${width.toFixed(3)} ${height.toFixed(3)}]`;
    return this.#rewrite.writeStream(
      `/Type /XObject /Subtype /Form ${box} /Resources <<${entries.join(' ')}>>`,
      drawn.join('\n'),
    );
  }
}

const toReferences = (ids: readonly number[]): string => ids.map((id) => `${id} 0 R`).join(' ');

function toBox({ rect: [left, bottom, right, top], pointsPerPixel }: PlacedField): FieldBox {
  return { width: right - left, height: top - bottom, pointsPerPixel };
}

const toNames = ({ partialName, parentId }: FieldPlace): string =>
  `/T ${toTextString(partialName)}${parentId === null ? '' : ` /Parent ${parentId} 0 R`}`;

/** It is printed with its page. */
function toWidget({ rect, pageId, structureKey }: PlacedField): string {
  const key = structureKey === null ? '' : ` /StructParent ${structureKey}`;
  const box = rect.map((length) => length.toFixed(3)).join(' ');
  return `/Type /Annot /Subtype /Widget /F 4 /Rect [${box}] /P ${pageId} 0 R${key}`;
}

/** The text that a PDF reader shows as a hint and a screen reader says. */
const toHint = ({ label, name }: FormField): string => `/TU ${toTextString(label || name || 'Field')}`;

const toFlags = ({ isReadOnly, isRequired }: Pick<FormField, 'isReadOnly' | 'isRequired'>): number =>
  (isReadOnly ? FLAG.readOnly : 0) | (isRequired ? FLAG.required : 0);

const toCommon = toHint;

function toText(field: FormField): string {
  const { kind, value, maxLength } = field;
  const flags =
    toFlags(field) | (kind === 'multiline' ? FLAG.multiline : 0) | (kind === 'password' ? FLAG.password : 0);
  // A password is never in the file (ISO 32000-1, table 228).
  const written = kind === 'password' ? '' : value.replaceAll(/\r\n?/g, '\n');
  const limit = maxLength === null ? '' : ` /MaxLen ${maxLength}`;
  return `/FT /Tx /Ff ${flags}${limit} /V ${toTextString(written)}`;
}

function toChoice(field: FormField): string {
  const { kind, options, allowsMany } = field;
  const flags = toFlags(field) | (kind === 'choice' ? FLAG.combo : 0) | (allowsMany ? FLAG.multiSelect : 0);
  const listed = options.map(({ value, label }) =>
    value === label ? toTextString(label) : `[${toTextString(value)} ${toTextString(label)}]`,
  );
  const selected = options.flatMap((option, index) => (option.isSelected ? [{ ...option, index }] : []));
  const values = selected.map(({ value }) => toTextString(value));
  const value = values.length === 1 ? values[0] : values.length === 0 ? null : `[${values.join(' ')}]`;
  const indexes = selected.map(({ index }) => index).join(' ');
  const chosen = value === null ? '' : ` /V ${value}${kind === 'list' ? ` /I [${indexes}]` : ''}`;
  return `/FT /Ch /Ff ${flags} /Opt [${listed.join(' ')}]${chosen}`;
}

/** Readers cut a longer name (ISO 32000-1, annex C). */
const MAX_NAME_BYTES = 100;

/** The name of the state that stands for a value: UTF-8, and no other state of the group has it. */
function toStateName(value: string, taken: Set<string>): string {
  const bytes = new TextEncoder().encode(value).slice(0, MAX_NAME_BYTES);
  const written = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w-]/.test(character) ? character : `#${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  }).join('');
  const base = written === '' || written === 'Off' ? `value${written}` : written;
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`;
  taken.add(name);
  return name;
}
