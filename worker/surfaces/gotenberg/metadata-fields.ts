import { isJsonObject } from '../../../schema/json-object.ts';
import type { Fields } from './fields.ts';
import { BadValue } from './go-values.ts';
import type { Literals } from './literals.ts';
import { refused } from './refusals.ts';

/** The names of ExifTool, which Gotenberg uses. */
const OWN: Readonly<Record<string, string>> = {
  Title: 'title',
  Author: 'author',
  Subject: 'subject',
  Creator: 'creator',
};

const DATES: Readonly<Record<string, string>> = {
  CreateDate: 'CreationDate',
  ModDate: 'ModDate',
  ModifyDate: 'ModDate',
};

/** An entry of the document information. */
const ENTRY = /^[A-Za-z][A-Za-z0-9]{0,63}$/;

/** They are of the file and not of the document. */
const OF_THE_FILE =
  /^(?:Type|Subtype|FileName|Directory|SymLink|HardLink|TestName|FilePermissions|FileUserID|FileGroupID|FileModifyDate|FileCreateDate|PDFVersion|Linearized|PageCount)$/i;

const MAX_ENTRIES = 40;
const MAX_CHARACTERS = 1_000;

export interface GivenMetadata {
  /** For `options.metadata`, or null. */
  readonly options: Readonly<Record<string, unknown>> | null;
  /** Other entries of the document information, or null. */
  readonly info: ReadonlyMap<string, string> | null;
}

/** @returns the metadata, which are checked when the form is valid */
export function readMetadata(fields: Fields, literals: Literals, isRequired = false): () => GivenMetadata {
  if (isRequired) fields.require('metadata');
  const given = fields.json('metadata', (value) => {
    if (!isJsonObject(value)) throw new BadValue('unmarshal metadata: an object is expected');
    return value;
  });
  return () => (given === null ? { options: null, info: null } : sort(given, fields, literals));
}

function sort(given: Readonly<Record<string, unknown>>, fields: Fields, literals: Literals): GivenMetadata {
  const options: Record<string, unknown> = {};
  const info = new Map<string, string>();
  for (const [key, value] of Object.entries(given)) {
    const name = key.slice(key.lastIndexOf(':') + 1);
    const text = toText(value);
    if (text === null || !ENTRY.test(name) || OF_THE_FILE.test(name) || info.size === MAX_ENTRIES)
      fields.ignored.add(`metadata.${key}`);
    else if (name === 'Keywords') options.keywords = toKeywords(value).map((one) => literals.hold(one));
    else if (OWN[name] !== undefined) options[OWN[name]] = literals.hold(text);
    else if (DATES[name] === undefined) info.set(name, text);
    else info.set(DATES[name], toPdfDate(text));
  }
  return {
    options: Object.keys(options).length > 0 ? options : null,
    info: info.size > 0 ? info : null,
  };
}

/** @throws {ApiError} a text has control characters */
function toText(value: unknown): string | null {
  const parts = Array.isArray(value) ? value : [value];
  if (!parts.every((part) => ['string', 'number', 'boolean'].includes(typeof part))) return null;
  const text = parts.map(String).join(', ');
  if (/\p{Cc}/u.test(text) || text.length > MAX_CHARACTERS)
    throw refused(
      `The requested metadata could not be written: a value has control characters, or more than ${MAX_CHARACTERS} characters`,
    );
  return text;
}

const toKeywords = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : String(value).split(',')).map((one) => one.trim());

const ISO_DATE = /^(\d{4})[-:](\d\d)[-:](\d\d)(?:[T ](\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?)?$/;

/** @throws {ApiError} it is no date */
function toPdfDate(text: string): string {
  const [whole, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] =
    ISO_DATE.exec(text) ?? [];
  if (whole === undefined)
    throw refused(`The requested metadata could not be written: '${text.slice(0, 100)}' is no date`);
  const offset = zone === 'Z' ? "+00'00'" : `${zone.slice(0, 3)}'${zone.slice(4)}'`;
  return `D:${year}${month}${day}${hour}${minute}${second}${offset}`;
}

const PDF_DATE = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-]\d\d)'?(\d\d)'?)?/;

/** Describes the information of a PDF as ExifTool does. */
export function describeInfo(info: ReadonlyMap<string, string>, pageCount: number): Record<string, unknown> {
  const described: Record<string, unknown> = { FileType: 'PDF', PDFVersion: 1.7, PageCount: pageCount };
  for (const [name, text] of info) {
    const [whole, year, month, day, hour, minute, second, zone, zoneMinute] = PDF_DATE.exec(text) ?? [];
    if (name === 'Keywords') described[name] = text.includes(', ') ? text.split(', ') : text;
    else if (whole === undefined) described[name] = toJsonValue(text);
    else
      described[name === 'CreationDate' ? 'CreateDate' : name] =
        `${year}:${month}:${day} ${hour}:${minute}:${second}${zone === undefined ? 'Z' : `${zone}:${zoneMinute}`}`;
  }
  return described;
}

function toJsonValue(text: string): unknown {
  if (/^(?:true|false)$/.test(text)) return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}
