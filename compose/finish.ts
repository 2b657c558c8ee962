import type { FinishOptions, Metadata, Permissions } from '@platen/pdf';
import {
  MAX_METADATA_CHARACTERS,
  MAX_PASSWORD_BYTES,
  type MetadataOptions,
  type EncryptionOptions,
} from '../schema/api/finish-options.ts';
import type { PdfOptions } from '../schema/api/pdf-options.ts';
import { composeAttachments } from './attachments.ts';
import { InvalidComposition, TemplateError } from './errors.ts';
import { characterCount } from './filename.ts';
import type { Fill, FinishContext } from './finish-form.ts';
import { findSourceless, type SourcedFinish } from './finish-sources.ts';
import { isLanguage } from './helpers/intl.ts';
import { composeLetterhead } from './letterhead.ts';
import { preparePassword } from './password.ts';
import { utf8Bytes } from './utf8.ts';
import { composeWatermark } from './watermark.ts';

/** Returns null if there is nothing to do. @throws {InvalidComposition | TemplateError} */
export function composeFinish(settings: PdfOptions, fillTemplate: Fill): FinishOptions | null {
  const problems: string[] = [];
  const context: FinishContext = {
    // Most texts have no placeholder, and an attachment may have megabytes.
    fill: (document, source) => (source.includes('{{') ? fillTemplate(document, source) : source),
    report: (problem) => problems.push(problem),
  };
  const pdfa = settings.pdfa === 'none' ? undefined : settings.pdfa;
  const sourceless = findSourceless(settings);
  for (const [name, problem] of sourceless) context.report(`options.${name}: ${problem}`);
  const given = <Name extends SourcedFinish>(name: Name) =>
    sourceless.has(name) ? undefined : settings[name];
  const [watermark, encryption] = [given('watermark'), given('encryption')];
  const letterhead = composeLetterhead(given('letterhead'));
  const finish: FinishOptions = {
    metadata: settings.metadata ? composeMetadata(settings.metadata, context) : null,
    attachments: composeAttachments(settings.attachments ?? [], context),
    watermark: watermark ? composeWatermark(watermark, context) : null,
    encryption: encryption ? composeEncryption(encryption, context) : null,
    ...(letterhead && { letterhead }),
    ...(pdfa && { pdfa }),
    ...(settings.pdfua && { pdfua: true }),
  };
  for (const problem of findPdfaProblems(settings)) context.report(problem);
  // The fonts of fields are not in the file.
  if (settings.pdfua && settings.forms)
    context.report('options.pdfua: must not be given together with options.forms');
  if (problems.length > 0) throw new InvalidComposition(problems);
  const isEmpty = Object.values(finish).every(
    (step) => step === null || (Array.isArray(step) && step.length === 0),
  );
  return isEmpty ? null : finish;
}

/** PDF/A has no passwords. The fonts of fields are not embedded. Only part 3 allows attached files of any kind. */
function findPdfaProblems({ pdfa, encryption, forms, attachments = [] }: PdfOptions): string[] {
  if (pdfa === undefined || pdfa === 'none') return [];
  const problems: string[] = [];
  if (encryption) problems.push('options.pdfa: must not be given together with options.encryption');
  if (forms === true) problems.push('options.pdfa: must not be given together with options.forms');
  if (attachments.length > 0 && !pdfa.startsWith('3'))
    problems.push(
      'options.attachments: need "3b", "3u" or "3a" as options.pdfa; PDF/A-1 and PDF/A-2 do not allow them',
    );
  return problems;
}

/** A text of control characters alone is empty. */
const CONTROLS = /\p{Cc}+/gu;

function composeMetadata(metadata: MetadataOptions, { fill, report }: FinishContext): Metadata {
  const fillText = (field: string, source: string): string => {
    const text = fill('metadata', source).toWellFormed().replaceAll(CONTROLS, ' ').trim();
    if (characterCount(text) > MAX_METADATA_CHARACTERS)
      report(`options.metadata.${field}: has more than ${MAX_METADATA_CHARACTERS} characters`);
    return text;
  };
  const find = (field: Exclude<keyof MetadataOptions, 'keywords'>): string | null => {
    const source = metadata[field];
    return source === undefined ? null : fillText(field, source);
  };
  const language = find('language');
  if (language !== null && !isLanguage(language))
    report('options.metadata.language: must be a language such as "de-DE"');
  const keywords = metadata.keywords?.map((source, index) => fillText(`keywords[${index}]`, source));
  return {
    title: find('title'),
    author: find('author'),
    subject: find('subject'),
    keywords: keywords?.filter((keyword) => keyword !== '') ?? null,
    creator: find('creator'),
    language,
  };
}

/** Nothing here repeats a password in an error: the errors of jobs are stored. */
function composeEncryption(
  { userPassword, ownerPassword, permissions }: EncryptionOptions,
  { fill, report }: FinishContext,
): FinishOptions['encryption'] {
  const find = (field: 'userPassword' | 'ownerPassword', source: string | undefined): string | null => {
    if (source === undefined) return null;
    const path = `options.encryption.${field}`;
    const password = preparePassword(fillSecret(path, source, fill));
    if (password === null) report(`${path}: has control characters`);
    else if (password === '') report(`${path}: is empty`);
    else if (utf8Bytes(password) > MAX_PASSWORD_BYTES)
      report(`${path}: has more than ${MAX_PASSWORD_BYTES} bytes of UTF-8`);
    return password;
  };
  if (permissions !== undefined && ownerPassword === undefined)
    report('options.encryption.permissions: needs "ownerPassword"');
  return {
    userPassword: find('userPassword', userPassword),
    ownerPassword: find('ownerPassword', ownerPassword),
    permissions: permissions ? toPermissions(permissions) : null,
  };
}

function fillSecret(path: string, source: string, fill: Fill): string {
  try {
    return fill('encryption', source);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    // Its details have the text.
    throw new TemplateError('encryption', `${path} is not a valid template`);
  }
}

const toPermissions = (given: NonNullable<EncryptionOptions['permissions']>): Permissions => ({
  print: given.print ?? 'none',
  copy: given.copy ?? false,
  modify: given.modify ?? false,
  annotate: given.annotate ?? false,
  fillForms: given.fillForms ?? false,
  assemble: given.assemble ?? false,
});
