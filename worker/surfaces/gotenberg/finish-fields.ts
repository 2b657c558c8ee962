import { isJsonObject } from '../../../schema/json-object.ts';
import { PDFA_CHOICES } from '../../../schema/api/finish-options.ts';
import type { Fields } from './fields.ts';
import { BadValue } from './go-values.ts';
import type { Literals } from './literals.ts';
import { mediaTypeOf } from './media-types.ts';
import { type GivenMetadata, readMetadata } from './metadata-fields.ts';
import { badForm, refused } from './refusals.ts';

export interface Finishing {
  /** For `options` of a generation, a merge or a finish. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly info: GivenMetadata['info'];
}

const UNKNOWN_FORMAT =
  'The requested PDF format is not supported, or no PDF engine could apply it. Valid formats include PDF/A-1b, PDF/A-2b, PDF/A-3b, and PDF/UA.';

/** Reads what happens to a PDF after it is printed or merged. @returns what to do, when the form is valid */
export function readFinishing(fields: Fields, literals: Literals): () => Finishing {
  const toFormats = readFormats(fields);
  const toMetadata = readMetadata(fields, literals);
  const toEncryption = readEncryption(fields, literals);
  const toAttachments = readAttachments(fields, literals);
  refuseFacturX(fields);
  return () => {
    const formats = toFormats();
    const attachments = toAttachments();
    const encryption = toEncryption();
    requireCompatible(fields, formats.pdfa, { attachments, encryption });
    const { options: metadata, info } = toMetadata();
    return {
      options: {
        ...formats,
        ...(metadata && { metadata }),
        ...(encryption && { encryption }),
        ...(attachments.length > 0 && { attachments }),
      },
      info,
    };
  };
}

interface Formats {
  readonly pdfa?: string;
  readonly pdfua?: true;
}

/** `PDF/A-3b` is `3b`. */
export function readFormats(fields: Fields): () => Formats {
  const pdfa = fields.string('pdfa');
  const pdfua = fields.bool('pdfua');
  return () => {
    const level = /^PDF\/A-(\w{2})$/.exec(pdfa)?.[1] ?? '';
    if (pdfa !== '' && !PDFA_CHOICES.some((known) => known === level)) throw refused(UNKNOWN_FORMAT);
    return { ...(pdfa !== '' && { pdfa: level }), ...(pdfua && { pdfua }) };
  };
}

function requireCompatible(
  fields: Fields,
  level: string | undefined,
  given: { readonly attachments: readonly unknown[]; readonly encryption: object | null },
): void {
  if (level === undefined) return;
  if (given.encryption !== null) throw badForm(['PDF/A format is incompatible with encryption']);
  if (given.attachments.length > 0 && !level.startsWith('3'))
    throw badForm([
      `PDF format '${fields.string('pdfa')}' does not support embedded files; only PDF/A-3 variants allow attachments`,
    ]);
}

const PERMISSIONS = {
  copy: 'allowCopying',
  modify: 'allowModifying',
  annotate: 'allowAnnotating',
  fillForms: 'allowFillingForms',
  assemble: 'allowAssembling',
} as const;

export function readEncryption(fields: Fields, literals: Literals): () => Record<string, unknown> | null {
  const user = fields.string('userPassword');
  const owner = fields.string('ownerPassword');
  const print = fields.bool('allowPrinting', true);
  const allowed = Object.fromEntries(
    Object.entries(PERMISSIONS).map(([name, field]) => [name, fields.bool(field, true)]),
  );
  const isRestricted = !print || Object.values(allowed).includes(false);
  return () => {
    if (user === '' && owner === '') {
      if (isRestricted)
        throw badForm(["permission restrictions require a 'userPassword' or 'ownerPassword'"]);
      return null;
    }
    // Without a second password, the first one opens the PDF with all permissions, as in Gotenberg.
    const ownerPassword = owner === '' && isRestricted ? user : owner;
    return {
      ...(user !== '' && { userPassword: literals.hold(user) }),
      ...(ownerPassword !== '' && { ownerPassword: literals.hold(ownerPassword) }),
      ...(isRestricted && { permissions: { print: print ? 'high' : 'none', ...allowed } }),
    };
  };
}

export function readAttachments(fields: Fields, literals: Literals): () => Record<string, unknown>[] {
  const described =
    fields.json('embedsMetadata', (value) => {
      if (!isJsonObject(value)) throw new BadValue('an object is expected');
      return value;
    }) ?? {};
  return () =>
    fields.filesIn('embeds').map(({ name, bytes }) => {
      const { mimeType, relationship } = toDescription(described[name]);
      return {
        name: literals.hold(name),
        content: bytes.toBase64(),
        encoding: 'base64',
        mediaType: mimeType ?? mediaTypeOf(name),
        ...(relationship !== undefined && { relationship: relationship.toLowerCase() }),
      };
    });
}

function toDescription(given: unknown): { readonly mimeType?: string; readonly relationship?: string } {
  const { mimeType, relationship } = isJsonObject(given) ? given : {};
  return {
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(typeof relationship === 'string' && { relationship }),
  };
}

const FACTUR_X = ['facturxConformanceLevel', 'facturxDocumentType', 'facturxVersion'];

/** Platen makes the XML from data and checks it. An XML of a client is not checked, so it is refused. */
function refuseFacturX(fields: Fields): void {
  const isGiven =
    FACTUR_X.some((name) => fields.string(name) !== '') || fields.filesIn('facturxXml').length > 0;
  if (isGiven)
    fields.problem('Factur-X fields are not supported here: use options.eInvoice of POST /v1/pdf/generate');
}
