export { PROFILES, type EInvoiceProfile, type Profile } from './profiles.ts';
export { MAX_PROBLEMS, type InvoiceProblem } from './problem.ts';
export { invoiceSchema, MAX_LINES, type InvoiceData } from './data/schema.ts';
export { MAX_XML_CHARACTERS } from './xml/limits.ts';
export { makeInvoiceXml } from './make.ts';
export { checkInvoiceXml } from './check.ts';
