import type { Defect } from './defects.ts';

/** Returns a name as the hexadecimal digits in the file. */
function toUtf16(name: string): string {
  const digits = Array.from(name, (character) => character.charCodeAt(0).toString(16).padStart(4, '0'));
  return digits.join('').toUpperCase();
}

/** Defects that each remove one thing that makes a PDF an electronic invoice. */
export const INVOICE_DEFECTS: readonly Omit<Defect, 'rule'>[] = [
  { name: 'no profile in the XMP', from: 'fx:ConformanceLevel', to: 'fx:ConformanceLevex' },
  { name: 'another file name in the XMP', from: 'FileName>factur-x.xml', to: 'FileName>factur-y.xml' },
  {
    name: 'another file name of the attachment',
    from: toUtf16('factur-x.xml'),
    to: toUtf16('factur-y.xml'),
  },
  { name: 'no /AF', from: '/AF [', to: '/Ax [' },
  // Mustang does not read the value of the relationship. A test of this repository does.
  { name: 'no relationship', from: '/AFRelationship', to: '/AFRelationshib' },
  { name: 'another profile in the XMP', from: 'Level>EN 16931<', to: 'Level>MINIMUM <' },
];

/** A defect in the XML. The XML is compressed in the PDF, so it is changed before. */
export const WRONG_TOTAL = { name: 'a wrong total in the XML', from: '>22424.25<', to: '>22424.26<' };
