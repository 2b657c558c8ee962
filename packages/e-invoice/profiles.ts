import { FACTUR_X_RELEASES, type FacturXRelease } from './codes/codes.ts';

export type ProfileFamily = 'basic' | 'en16931' | 'xrechnung' | 'peppol';

/** A name without a release has the newest one. */
export type EInvoiceProfile = ProfileFamily | `${'basic' | 'en16931'}@${FacturXRelease}`;

export type Syntax = 'cii' | 'ubl';

export interface Profile {
  readonly family: ProfileFamily;
  /** The release of Factur-X whose code lists hold. It is null if the profile has only those of EN 16931. */
  readonly release: FacturXRelease | null;
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

const FAMILIES: Readonly<Record<ProfileFamily, Profile>> = {
  basic: {
    family: 'basic',
    release: FACTUR_X_RELEASES[0],
    syntax: 'cii',
    guideline: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
    process: null,
    fileName: 'factur-x.xml',
    conformanceLevel: 'BASIC',
    relationship: 'alternative',
  },
  en16931: {
    family: 'en16931',
    release: FACTUR_X_RELEASES[0],
    syntax: 'cii',
    guideline: 'urn:cen.eu:en16931:2017',
    process: null,
    fileName: 'factur-x.xml',
    conformanceLevel: 'EN 16931',
    relationship: 'alternative',
  },
  xrechnung: {
    family: 'xrechnung',
    release: null,
    syntax: 'cii',
    guideline: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    process: PEPPOL_BILLING,
    fileName: 'xrechnung.xml',
    conformanceLevel: 'XRECHNUNG',
    relationship: 'alternative',
  },
  peppol: {
    family: 'peppol',
    release: null,
    syntax: 'ubl',
    guideline: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    process: PEPPOL_BILLING,
    fileName: 'peppol.xml',
    conformanceLevel: null,
    relationship: 'alternative',
  },
};

const { basic, en16931 } = FAMILIES;

export const PROFILES: Readonly<Record<EInvoiceProfile, Profile>> = {
  ...FAMILIES,
  'basic@1.09.2': { ...basic, release: '1.09.2' },
  'basic@1.08': { ...basic, release: '1.08' },
  'en16931@1.09.2': { ...en16931, release: '1.09.2' },
  'en16931@1.08': { ...en16931, release: '1.08' },
};
