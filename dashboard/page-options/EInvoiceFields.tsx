import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import {
  E_INVOICE_PROFILES,
  type EInvoiceOptions,
  type EInvoiceProfile,
} from '../../schema/api/e-invoice.ts';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import classes from './fields.module.css';

const PROFILE_LABELS: Readonly<Record<EInvoiceProfile, string>> = {
  basic: 'Factur-X BASIC',
  en16931: 'Factur-X EN 16931',
  xrechnung: 'XRechnung',
  peppol: 'Peppol BIS, XML beside the PDF',
  'basic@1.09.2': 'Factur-X BASIC, release 1.09.2',
  'en16931@1.09.2': 'Factur-X EN 16931, release 1.09.2',
  'basic@1.08': 'Factur-X BASIC, release 1.08',
  'en16931@1.08': 'Factur-X EN 16931, release 1.08',
};

/** All of the data of the template. */
const WHOLE = '.';

const SOURCES = [
  { value: 'data', label: 'Data' },
  { value: 'xmlTemplate', label: 'XML template' },
];

/** Keeps XML and an object of data, which only the API can set, until the user writes something else. */
export function EInvoiceFields({ value, onChange, problems }: OptionsFieldsProps) {
  const { eInvoice = {} } = value;
  const { profile, enabled } = eInvoice;
  const change = (part: Partial<EInvoiceOptions>) =>
    onChange(withChange(value, { eInvoice: withChange<EInvoiceOptions>(eInvoice, part) }));
  const choose = (chosen: EInvoiceProfile | undefined) => {
    // Written explicitly: in a request it may have to override the invoice of a template.
    if (chosen === undefined) onChange(withChange(value, { eInvoice: { enabled: false } }));
    else change({ profile: chosen, enabled: undefined, ...(!hasSource(eInvoice) && { data: WHOLE }) });
  };
  const isMade = profile !== undefined && enabled !== false;
  return (
    <>
      <NativeSelect
        name="eInvoice.profile"
        label="E-invoice"
        description="XML in the PDF, which becomes PDF/A-3"
        value={isMade ? profile : ''}
        data={[
          { value: '', label: 'No' },
          ...E_INVOICE_PROFILES.map((name) => ({ value: name, label: PROFILE_LABELS[name] })),
        ]}
        error={problems?.eInvoice ?? problems?.['eInvoice.profile']}
        onChange={({ currentTarget }) =>
          choose(E_INVOICE_PROFILES.find((name) => name === currentTarget.value))
        }
      />
      {isMade && <SourceFields eInvoice={eInvoice} onChange={change} problems={problems} />}
    </>
  );
}

const hasSource = ({ data, xml, xmlTemplate }: EInvoiceOptions): boolean =>
  [data, xml, xmlTemplate].some((source) => source !== undefined);

interface SourceFieldsProps extends Pick<OptionsFieldsProps, 'problems'> {
  readonly eInvoice: EInvoiceOptions;
  readonly onChange: (part: Partial<EInvoiceOptions>) => void;
}

function SourceFields({ eInvoice: { data, xml, xmlTemplate }, onChange, problems }: SourceFieldsProps) {
  return (
    <>
      <NativeSelect
        name="eInvoice.source"
        label="Made from"
        description="Data with the field names of the docs, or XML with placeholders"
        value={xmlTemplate === undefined ? 'data' : 'xmlTemplate'}
        data={SOURCES}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.value === 'data'
              ? { data: WHOLE, xmlTemplate: undefined, xml: undefined }
              : { data: undefined, xmlTemplate: '', xml: undefined },
          )
        }
      />
      {xmlTemplate === undefined ? (
        <TextInput
          name="eInvoice.data"
          label="Invoice in the data"
          description="A path such as invoice, or . for all of it"
          placeholder={xml === undefined ? 'An object' : 'XML'}
          spellCheck={false}
          value={typeof data === 'string' ? data : ''}
          error={problems?.['eInvoice.data'] ?? problems?.['eInvoice.xml']}
          onChange={({ currentTarget }) => onChange({ data: currentTarget.value, xml: undefined })}
        />
      ) : (
        <Textarea
          name="eInvoice.xmlTemplate"
          label="XML template"
          autosize
          minRows={4}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
          value={xmlTemplate}
          error={problems?.['eInvoice.xmlTemplate']}
          onChange={({ currentTarget }) => onChange({ xmlTemplate: currentTarget.value })}
        />
      )}
    </>
  );
}
