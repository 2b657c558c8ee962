import type { Defect } from './defects.ts';

/** What makes a PDF an electronic invoice, each taken away alone. */
export const INVOICE_DEFECTS: readonly Omit<Defect, 'rule'>[] = [
  { name: 'no fx: in the XMP', from: 'urn:factur-x:pdfa:', to: 'urn:factur-y:pdfa:' },
  { name: 'another file name in the XMP', from: 'FileName>factur-x.xml', to: 'FileName>factur-y.xml' },
  { name: 'another file name of the attachment', from: '/UF (factur-x.xml)', to: '/UF (factur-y.xml)' },
  { name: 'no /AF', from: '/AF [', to: '/Ax [' },
  { name: 'another relationship', from: '/AFRelationship /Alternative', to: '/AFRelationship /Supplement ' },
  { name: 'another profile in the XMP', from: 'Level>EN 16931<', to: 'Level>MINIMUM <' },
];

/** In the XML, which is compressed in the PDF. */
export const WRONG_TOTAL = { name: 'a wrong total in the XML', from: '>22424.25<', to: '>22424.26<' };
