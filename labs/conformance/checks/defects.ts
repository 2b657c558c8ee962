/** A change of a file that keeps its length, and the rule that veraPDF must then report. */
export interface Defect {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly rule: string;
}

/** Defects that each remove one thing that makes a PDF of Chromium a PDF/A. */
export const DEFECTS: readonly Defect[] = [
  { name: 'no /ID', from: '/ID [<', to: '/Ix [<', rule: '6.1.3-1' },
  { name: 'no XMP', from: '/Metadata ', to: '/Metadatb ', rule: '6.6.2.1-1' },
  { name: 'no output intent', from: '/OutputIntents ', to: '/OutputIntentx ', rule: '6.2.4.3-2' },
  { name: 'a profile for another colour space', from: 'mntrRGB XYZ ', to: 'mntrCMYKXYZ ', rule: '6.2.4.3-2' },
  { name: 'another part in the XMP', from: '<pdfaid:part>3', to: '<pdfaid:part>7', rule: '6.6.4-2' },
  { name: 'another level in the XMP', from: 'conformance>B', to: 'conformance>X', rule: '6.6.4-3' },
  {
    name: 'a link that is not printed',
    from: '/Subtype /Link\n/F 4',
    to: '/Subtype /Link\n/F 2',
    rule: '6.3.2-2',
  },
  {
    name: 'an attachment without its relationship',
    from: '/AFRelationship',
    to: '/AFRelationshib',
    rule: '6.8-3',
  },
  { name: 'a font that is not embedded', from: '/FontFile2 ', to: '/FontFilex ', rule: '6.2.11.4.1-1' },
];

export function applyDefect(pdf: Uint8Array, { name, from, to }: Omit<Defect, 'rule'>): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1');
  if (from.length !== to.length || !text.includes(from))
    throw new Error(`The file cannot have the defect: ${name}`);
  return new Uint8Array(Buffer.from(text.replaceAll(from, to), 'latin1'));
}
