import { latin1 } from '../file/latin1.ts';
import type { FacturX } from '../options/finish-options.ts';
import type { ExtensionSchema } from './extension-schemas.ts';

const text = (name: string, description: string) =>
  ({ name, type: 'Text', category: 'external', description }) as const;

/** Says which attachment is the invoice (Factur-X 1.08, 6.3.3). */
export const FACTUR_X_SCHEMA: ExtensionSchema = {
  prefix: 'fx',
  uri: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  name: 'Factur-X PDFA Extension Schema',
  properties: [
    text('DocumentFileName', 'The name of the embedded XML document'),
    text('DocumentType', 'The type of the hybrid document in capital letters, such as INVOICE or ORDER'),
    text('Version', 'The version of the standard that the embedded XML document follows'),
    text('ConformanceLevel', 'The conformance level of the embedded XML document'),
  ],
};

/** The version of the XML schema, not that of Factur-X. */
const VERSION = '1.0';

export const writeFacturX = ({ fileName, conformanceLevel }: FacturX): string =>
  [
    `<rdf:Description rdf:about="" xmlns:fx="${FACTUR_X_SCHEMA.uri}">`,
    '<fx:DocumentType>INVOICE</fx:DocumentType>',
    `<fx:DocumentFileName>${fileName}</fx:DocumentFileName>`,
    `<fx:Version>${VERSION}</fx:Version>`,
    `<fx:ConformanceLevel>${conformanceLevel}</fx:ConformanceLevel>`,
    '</rdf:Description>',
  ].join('\n');

const SPACE = 0x20;

const FILE_NAME = /<fx:DocumentFileName>([\w.-]{1,100})<\/fx:DocumentFileName>/;
const LEVEL = /<fx:ConformanceLevel>([A-Z\d ]{1,30})<\/fx:ConformanceLevel>/;

/** What XMP of this package says. Null if it says nothing of an invoice. */
export function readFacturX(xmp: string): FacturX | null {
  const fileName = FILE_NAME.exec(xmp)?.[1];
  const conformanceLevel = LEVEL.exec(xmp)?.[1];
  return fileName === undefined || conformanceLevel === undefined ? null : { fileName, conformanceLevel };
}

const SAID = /<rdf:Description rdf:about="" xmlns:fx=[\s\S]{0,2000}?<\/rdf:Description>/;

/** The same XMP with white space in place of what it says of an invoice. It stays as long as it was. */
export function withoutFacturX(xmp: Uint8Array): Uint8Array {
  const said = SAID.exec(latin1.decode(xmp));
  return said === null ? xmp : xmp.slice().fill(SPACE, said.index, said.index + said[0].length);
}
