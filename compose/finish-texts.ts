import type { PdfOptions } from '../schema/api/pdf-options.ts';
import type { TemplateDocument } from './errors.ts';

type Text = readonly [TemplateDocument, string];

/** The texts of the options that can have placeholders, but for those of the page. */
export function listFinishTexts(settings: PdfOptions): Text[] {
  const { metadata = {}, attachments = [], watermark = {}, encryption = {}, eInvoice = {} } = settings;
  return [
    ...list('metadata', Object.values(metadata).flat()),
    ...attachments.flatMap(({ name, content, mediaType, description }) =>
      list('attachments', [name, content, mediaType, description]),
    ),
    ...list('watermark', [watermark.text, watermark.image, watermark.color, watermark.pageRanges]),
    ...list('encryption', [encryption.userPassword, encryption.ownerPassword]),
    ...list('eInvoice', [eInvoice.xmlTemplate]),
  ];
}

const list = (document: TemplateDocument, sources: readonly (string | undefined)[]): Text[] =>
  sources.flatMap((source) => (source === undefined ? [] : [[document, source]]));
