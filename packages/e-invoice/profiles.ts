export type EInvoiceProfile = 'basic' | 'en16931' | 'xrechnung' | 'peppol';

export type Syntax = 'cii' | 'ubl';

export interface Profile {
  readonly syntax: Syntax;
  /** The specification identifier (BT-24). */
  readonly guideline: string;
  /** The business process type (BT-23), if the profile needs one. */
  readonly process: string | null;
  readonly fileName: string;
  /** The `fx:ConformanceLevel` in the XMP of the PDF. It is null if the XML is not in a PDF. */
  readonly conformanceLevel: string | null;
  /** The relation of the XML to the PDF, in the words of `options.attachments`. */
  readonly relationship: 'data' | 'source' | 'alternative' | 'supplement';
}

const PEPPOL_BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

export const PROFILES: Record<EInvoiceProfile, Profile> = {
  basic: {
    syntax: 'cii',
    guideline: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
    process: null,
    fileName: 'factur-x.xml',
    conformanceLevel: 'BASIC',
    relationship: 'alternative',
  },
  en16931: {
    syntax: 'cii',
    guideline: 'urn:cen.eu:en16931:2017',
    process: null,
    fileName: 'factur-x.xml',
    conformanceLevel: 'EN 16931',
    relationship: 'alternative',
  },
  xrechnung: {
    syntax: 'cii',
    guideline: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    process: PEPPOL_BILLING,
    fileName: 'xrechnung.xml',
    conformanceLevel: 'XRECHNUNG',
    relationship: 'alternative',
  },
  peppol: {
    syntax: 'ubl',
    guideline: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    process: PEPPOL_BILLING,
    fileName: 'peppol.xml',
    conformanceLevel: null,
    relationship: 'alternative',
  },
};
