import type { FacturX } from '../options/finish-options.ts';
import type { ExtensionSchema } from './extension-schemas.ts';

const text = (name: string, description: string) =>
  ({ name, type: 'Text', category: 'external', description }) as const;

/** The properties that say which attachment is the invoice (Factur-X 1.08, 6.3.3). */
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

/** The version of the XML schema, not of Factur-X. */
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

const FILE_NAME = /<fx:DocumentFileName>([\w.-]{1,100})<\/fx:DocumentFileName>/;
const LEVEL = /<fx:ConformanceLevel>([A-Z\d ]{1,30})<\/fx:ConformanceLevel>/;

/** Reads which attachment is the invoice from XMP of this package, or returns null if none is. */
export function readFacturX(xmp: string): FacturX | null {
  const fileName = FILE_NAME.exec(xmp)?.[1];
  const conformanceLevel = LEVEL.exec(xmp)?.[1];
  return fileName === undefined || conformanceLevel === undefined ? null : { fileName, conformanceLevel };
}
