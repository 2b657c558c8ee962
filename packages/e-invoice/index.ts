export { PROFILES, type EInvoiceProfile, type Profile } from './profiles.ts';
export { MAX_PROBLEMS, type InvoiceProblem } from './problem.ts';
export { invoiceSchema, MAX_LINES, type InvoiceData } from './data/schema.ts';
export { MAX_XML_CHARACTERS } from './xml/limits.ts';
export type { XmlElement } from './xml/element.ts';
export { parseXml } from './xml/parse.ts';
export { UnreadableXml } from './xml/unreadable-xml.ts';
export { makeInvoiceXml } from './make.ts';
export { checkInvoiceXml } from './check.ts';
