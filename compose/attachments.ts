import type { Attachment, Relationship } from '@platen/pdf';
import {
  ATTACHMENT_TYPE,
  type AttachmentOptions,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS_BYTES,
  MAX_METADATA_CHARACTERS,
} from '../schema/api/finish-options.ts';
import { base64Bytes } from './base64.ts';
import { characterCount, MAX_FILENAME_CHARACTERS, normaliseName } from './filename.ts';
import { type FinishContext, fillForm } from './finish-form.ts';
import { utf8Bytes } from './utf8.ts';

export const RELATIONSHIPS: Readonly<Record<NonNullable<AttachmentOptions['relationship']>, Relationship>> = {
  source: 'Source',
  data: 'Data',
  alternative: 'Alternative',
  supplement: 'Supplement',
  unspecified: 'Unspecified',
};

/** Source: contract 15.2. */
export function composeAttachments(
  attachments: readonly AttachmentOptions[],
  context: FinishContext,
): Attachment[] {
  const { fill, report } = context;
  const names = new Set<string>();
  let totalBytes = 0;
  const composed = attachments.map((attachment, index): Attachment => {
    const path = `options.attachments[${index}]`;
    const name = normaliseName(fill('attachments', attachment.name));
    if (name === null) report(`${path}.name: must name a file`);
    else if (characterCount(name) > MAX_FILENAME_CHARACTERS)
      report(`${path}.name: must have 1 to ${MAX_FILENAME_CHARACTERS} characters`);
    else if (names.has(name)) report(`${path}.name: another attachment has this name`);
    names.add(name ?? '');
    const isText = attachment.encoding !== 'base64';
    const text = fill('attachments', attachment.content);
    const content = isText ? { text: text.toWellFormed() } : { base64: text };
    const sizeBytes = isText ? utf8Bytes(text) : base64Bytes(text);
    if (sizeBytes === null) report(`${path}.content: must be base64`);
    else if (sizeBytes > MAX_ATTACHMENT_BYTES)
      report(`${path}.content: has ${sizeBytes} bytes; an attachment may have ${MAX_ATTACHMENT_BYTES}`);
    totalBytes += sizeBytes ?? 0;
    const description =
      attachment.description === undefined
        ? null
        : fill('attachments', attachment.description).toWellFormed();
    if (description !== null && characterCount(description) > MAX_METADATA_CHARACTERS)
      report(`${path}.description: has more than ${MAX_METADATA_CHARACTERS} characters`);
    const { mediaType: source = isText ? 'text/plain' : 'application/octet-stream' } = attachment;
    const type = { path: `${path}.mediaType`, source, schema: ATTACHMENT_TYPE.form };
    return {
      name: name ?? '',
      mediaType: fillForm('attachments', type, context),
      description,
      relationship: RELATIONSHIPS[attachment.relationship ?? 'unspecified'],
      content,
    };
  });
  if (totalBytes > MAX_ATTACHMENTS_BYTES)
    report(`options.attachments: have ${totalBytes} bytes together; ${MAX_ATTACHMENTS_BYTES} are allowed`);
  return composed;
}
