import { z } from 'zod';
import { isJsonObject } from '../json-object.ts';
import { text } from '../text.ts';

/** Source: contract 15.6. */

/** The release of Factur-X follows an `@`. Without one, it is the newest. */
export const E_INVOICE_PROFILES = [
  'basic',
  'en16931',
  'xrechnung',
  'peppol',
  'basic@1.09.2',
  'en16931@1.09.2',
  'basic@1.08',
  'en16931@1.08',
] as const;

/** People who must send it write it in many ways. */
const FRENCH = /^extended.?ctc.?fr/i;

/** Zod's own message is for any other value. */
const refuseProfile = ({ input }: { readonly input?: unknown }): string | undefined =>
  typeof input === 'string' && FRENCH.test(input)
    ? 'must be a profile that Platen makes. It does not make EXTENDED-CTC-FR: use `en16931`, with the data that docs/e-invoices.md lists for France'
    : undefined;

export type EInvoiceProfile = (typeof E_INVOICE_PROFILES)[number];

/** The size of the XML in UTF-8, however it is given. */
export const MAX_INVOICE_BYTES = 5_000_000;

/** The length of a path into `templateData`. */
const MAX_PATH_CHARACTERS = 200;

/** The fields that can have the invoice. An invoice has one of them. */
export const INVOICE_SOURCES = ['data', 'xml', 'xmlTemplate'] as const;

const path = text(MAX_PATH_CHARACTERS).regex(
  /^(?:\.|[\w$-]+(?:\.[\w$-]+)*)$/,
  'must be a path into templateData such as "invoice", or "." for all of it',
);

/** Its fields are in `e-invoice-fields.ts`. */
export const invoiceObject = z
  .custom<Record<string, unknown>>(isJsonObject, 'must be an object or a path')
  .meta({ type: 'object', additionalProperties: true, description: 'The invoice itself.' });

export const eInvoice = z
  .object({
    enabled: z.boolean().optional().meta({
      default: true,
      description: "`false` makes no electronic invoice, even if the template's settings have one.",
    }),
    profile: z.enum(E_INVOICE_PROFILES, { error: refuseProfile }).optional().meta({
      description:
        'Required, here or in the settings of the template. `basic` and `en16931` are Factur-X and ZUGFeRD, in the newest release, or as `en16931@1.08` in another one. `xrechnung` is for German authorities. `peppol` is Peppol BIS Billing 3.0: its XML is not in the PDF.',
      example: 'en16931',
    }),
    data: z.union([path, invoiceObject]).optional().meta({
      description:
        'The invoice as an object, or its path in `templateData`: `invoice`, or `.` for all of `templateData`. The documentation lists the fields. Exactly one of `data`, `xml` and `xmlTemplate` is required.',
      example: 'invoice',
    }),
    xml: text(MAX_INVOICE_BYTES)
      .min(1)
      .optional()
      .meta({
        description: `The invoice as XML. At most ${MAX_INVOICE_BYTES.toLocaleString('en')} bytes of UTF-8.`,
      }),
    xmlTemplate: text(MAX_INVOICE_BYTES).min(1).optional().meta({
      description: 'XML with Handlebars, filled from `templateData`. Values are escaped for XML.',
      example: '<ram:ID>{{number}}</ram:ID>',
    }),
  })
  .meta({
    description:
      'Makes an electronic invoice. Its XML is checked before anything is printed. Then it is embedded in the PDF, which becomes a PDF/A-3, and kept beside it.',
  });

export type EInvoiceOptions = z.infer<typeof eInvoice>;

/** The XML that is kept beside the PDF. */
export const keptInvoice = z
  .object({
    url: z.url().meta({ description: 'Permanent address of the XML. It works until the file is deleted.' }),
    profile: z
      .enum(E_INVOICE_PROFILES)
      .meta({ description: 'The profile that the XML was checked against.' }),
    size: z.int().meta({ description: 'Size of the XML in bytes.' }),
    differences: z.int().optional().meta({
      description:
        'Number of values of the XML that the pages do not show, at most 50. `warnings` of the answer that made the file name them. Absent for a file from before pages and XML were compared.',
      example: 0,
    }),
  })
  .meta({ id: 'EInvoice', description: 'The XML of an electronic invoice. It is kept as long as the PDF.' });
