/**
 * Describes properties of the XMP that PDF/A does not know (ISO 19005-2, 6.6.2.3.2). The description is in the file.
 */
export interface ExtensionSchema {
  readonly prefix: string;
  readonly uri: string;
  readonly name: string;
  readonly properties: readonly ExtensionProperty[];
}

interface ExtensionProperty {
  readonly name: string;
  readonly type: 'Text' | 'Integer';
  readonly category: 'external' | 'internal';
  readonly description: string;
}

/** The property for the part of PDF/UA that the file claims (ISO 14289-1, 5). */
export const UA_SCHEMA: ExtensionSchema = {
  prefix: 'pdfuaid',
  uri: 'http://www.aiim.org/pdfua/ns/id/',
  name: 'PDF/UA Universal Accessibility Schema',
  properties: [
    {
      name: 'part',
      type: 'Integer',
      category: 'internal',
      description: 'The part of ISO 14289 that the file claims to follow',
    },
  ],
};

const NAMESPACES = [
  'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"',
  'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"',
  'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"',
].join(' ');

const describeProperty = ({ name, type, category, description }: ExtensionProperty): string =>
  [
    '<rdf:li rdf:parseType="Resource">',
    `<pdfaProperty:name>${name}</pdfaProperty:name>`,
    `<pdfaProperty:valueType>${type}</pdfaProperty:valueType>`,
    `<pdfaProperty:category>${category}</pdfaProperty:category>`,
    `<pdfaProperty:description>${description}</pdfaProperty:description>`,
    '</rdf:li>',
  ].join('');

const describeSchema = ({ name, uri, prefix, properties }: ExtensionSchema): string =>
  [
    '<rdf:li rdf:parseType="Resource">',
    `<pdfaSchema:schema>${name}</pdfaSchema:schema>`,
    `<pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI>`,
    `<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>`,
    `<pdfaSchema:property><rdf:Seq>${properties.map(describeProperty).join('\n')}</rdf:Seq></pdfaSchema:property>`,
    '</rdf:li>',
  ].join('\n');

/** Returns the XMP that describes the schemas, or an empty text if there are none. */
export const describeSchemas = (schemas: readonly ExtensionSchema[]): string =>
  schemas.length === 0
    ? ''
    : `<rdf:Description rdf:about="" ${NAMESPACES}>\n<pdfaExtension:schemas><rdf:Bag>\n${schemas.map(describeSchema).join('\n')}\n</rdf:Bag></pdfaExtension:schemas>\n</rdf:Description>`;
