/** A control of the document, from which a field is made. Lengths are CSS pixels of the paper. It can be sent as JSON. */
export interface FormField {
  readonly kind: 'text' | 'multiline' | 'password' | 'checkbox' | 'radio' | 'choice' | 'list';
  /** Not unique. */
  readonly name: string;
  /** Radio buttons with the same number belong together. -1 for other fields. */
  readonly group: number;
  /** The text, or what a checkbox or a radio button stands for. */
  readonly value: string;
  readonly isOn: boolean;
  readonly options: readonly FieldOption[];
  readonly allowsMany: boolean;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  readonly maxLength: number | null;
  /** For screen readers and hints. */
  readonly label: string;
  readonly tabIndex: number;
  readonly height: number;
  /** The height of its marker on the page. */
  readonly markerHeight: number;
  readonly style: FieldStyle;
}

export interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly isSelected: boolean;
}

export interface FieldStyle {
  readonly fontSize: number;
  readonly lineHeight: number;
  readonly isMonospaced: boolean;
  /** 0 to 255. */
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly align: 'left' | 'centre' | 'right';
  /** From the edge of the box to its content: border and padding. */
  readonly inset: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
}
