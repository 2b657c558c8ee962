import type { Attachment, FinishOptions, PrintedInvoice, PrintedValue } from '@platen/pdf';
import type { Meter } from '@platen/meter';
import {
  type EInvoiceOptions,
  type EInvoiceProfile,
  INVOICE_SOURCES,
  MAX_INVOICE_BYTES,
} from '../../schema/api/e-invoice.ts';
import type { PdfOptions } from '../../schema/api/pdf-options.ts';
import { RELATIONSHIPS } from '../attachments.ts';
import { InvalidComposition } from '../errors.ts';
import type { Fill } from '../finish-form.ts';
import { utf8Bytes } from '../utf8.ts';
import { type FoundData, findInvoiceData } from './invoice-data.ts';
import { describeProblems } from './invoice-problems.ts';
import type { InvoiceMaker } from './load-e-invoice.ts';

/** The XML of an invoice, after its checks. */
export interface ComposedInvoice {
  readonly profile: EInvoiceProfile;
  readonly xml: string;
}

export interface MadeInvoice extends ComposedInvoice {
  /** Returns what the pages must show, with the fields of the request. */
  readonly listShown: () => Promise<PrintedInvoice>;
}

export interface InvoiceMeans {
  readonly data: Readonly<Record<string, unknown>>;
  readonly fill: Fill;
  /** From `loadInvoiceMaker`. */
  readonly maker: InvoiceMaker | null;
}

/** An invoice before its data, or its XML, is checked. */
export interface PlannedInvoice {
  readonly profile: EInvoiceProfile;
  readonly source:
    | { readonly data: FoundData }
    | { readonly field: 'xml' | 'xmlTemplate'; readonly xml: string };
}

/** Returns null if the options have no invoice. @throws {InvalidComposition | TemplateError} */
export function planInvoice(settings: PdfOptions, means: InvoiceMeans): PlannedInvoice | null {
  const { eInvoice } = settings;
  if (eInvoice === undefined || eInvoice.enabled === false) return null;
  const { maker } = means;
  if (maker === null) throw new Error('The rules of invoices are not loaded');
  const problems = findOptionProblems(settings, maker);
  const { profile } = eInvoice;
  if (problems.length > 0 || profile === undefined) throw new InvalidComposition(problems);
  return { profile, source: findInvoiceSource(eInvoice, means) };
}

/** Finds options that are missing, or do not go together. It needs no data. */
function findOptionProblems(settings: PdfOptions, { PROFILES }: InvoiceMaker): string[] {
  const { eInvoice = {}, pdfa, encryption, forms } = settings;
  const problems = findSourceProblems(eInvoice, 'options');
  if (eInvoice.profile === undefined) problems.push('options.eInvoice.profile: is required');
  else if (PROFILES[eInvoice.profile].conformanceLevel !== null) {
    if (pdfa?.startsWith('3') === false)
      problems.push(
        `options.pdfa: must not be "${pdfa}" together with options.eInvoice, which needs "3b", "3u" or "3a"`,
      );
    if (encryption) problems.push('options.eInvoice: must not be given together with options.encryption');
    if (forms === true) problems.push('options.eInvoice: must not be given together with options.forms');
  }
  return problems;
}

/** Finds out whether the options have exactly one source. @param place the object that has `eInvoice` */
export function findSourceProblems(
  eInvoice: EInvoiceOptions,
  place: 'options' | 'settings',
  { isRequired = true } = {},
): string[] {
  const path = `${place}.eInvoice`;
  const [first, second] = INVOICE_SOURCES.filter((source) => eInvoice[source] !== undefined);
  if (second !== undefined) return [`${path}.${second}: must not be given together with ${path}.${first}`];
  if (first === undefined && isRequired) return [`${path}: needs "data", "xml" or "xmlTemplate"`];
  return [];
}

function findInvoiceSource(
  { data, xml, xmlTemplate }: EInvoiceOptions,
  means: InvoiceMeans,
): PlannedInvoice['source'] {
  if (data !== undefined) return { data: findInvoiceData(data, means.data) };
  if (xml !== undefined) return { field: 'xml', xml: xml.toWellFormed() };
  // XML may not begin with white space, and comments of a template leave some.
  const filled = means.fill('eInvoice', xmlTemplate ?? '').trimStart();
  return { field: 'xmlTemplate', xml: filled.toWellFormed() };
}

/** Makes the XML, or checks what is given. Others have their turns meanwhile. @throws {InvalidComposition} */
export async function makeInvoice(
  { profile, source }: PlannedInvoice,
  maker: InvoiceMaker,
  meter: Meter,
): Promise<MadeInvoice> {
  if ('data' in source) {
    const { invoice, field } = source.data;
    const made = await maker.makeInvoiceXml(invoice, profile, meter);
    if ('xml' in made) {
      const inRequest = (place: string): string => (place === '' ? field : `${field}.${place}`);
      const listShown = async () => withFields(await made.shown(), inRequest);
      return { profile, xml: requireSize('data', made.xml), listShown };
    }
    throw new InvalidComposition(describeProblems(made.problems, { kind: 'data', field }));
  }
  const { xml } = source;
  const problems = await maker.checkInvoiceXml(requireSize(source.field, xml), profile, meter);
  const field = `options.eInvoice.${source.field}`;
  const listShown = async () => withFields(await maker.readShown(xml, profile, meter), () => field);
  if (problems.length === 0) return { profile, xml, listShown };
  throw new InvalidComposition(describeProblems(problems, { kind: 'xml', field }));
}

function withFields({ values, lines }: PrintedInvoice, toField: (place: string) => string): PrintedInvoice {
  const named = (value: PrintedValue): PrintedValue => ({ ...value, field: toField(value.field) });
  return {
    values: values.map(named),
    lines: lines.map((line) => ({ ...line, name: named(line.name), numbers: line.numbers.map(named) })),
  };
}

function requireSize(source: (typeof INVOICE_SOURCES)[number], xml: string): string {
  const bytes = utf8Bytes(xml);
  if (bytes <= MAX_INVOICE_BYTES) return xml;
  throw new InvalidComposition([
    `options.eInvoice.${source}: makes ${bytes} bytes of XML; ${MAX_INVOICE_BYTES} are allowed`,
  ]);
}

const NOTHING: FinishOptions = { metadata: null, attachments: [], watermark: null, encryption: null };

/** Attaches the invoice to the PDF, if its profile has that. @throws {InvalidComposition} another attachment has its name */
export function withInvoice(
  finish: FinishOptions | null,
  invoice: ComposedInvoice,
  maker: InvoiceMaker,
): FinishOptions | null {
  const { fileName, conformanceLevel, relationship } = maker.PROFILES[invoice.profile];
  if (conformanceLevel === null) return finish;
  const others = finish ?? NOTHING;
  const taken = others.attachments.findIndex(({ name }) => name === fileName);
  if (taken >= 0)
    throw new InvalidComposition([
      `options.attachments[${taken}].name: "${fileName}" is the name of the file of options.eInvoice`,
    ]);
  const attachment: Attachment = {
    name: fileName,
    mediaType: 'text/xml',
    description: 'The invoice as data',
    relationship: RELATIONSHIPS[relationship],
    content: { text: invoice.xml },
  };
  return {
    ...others,
    attachments: [...others.attachments, attachment],
    pdfa: others.pdfa ?? '3b',
    facturX: { fileName, conformanceLevel },
  };
}
