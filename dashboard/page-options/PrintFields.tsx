import { NativeSelect, NumberInput, Stack, Switch } from '@mantine/core';
import { PDFA_CHOICES } from '../../schema/api/finish-options.ts';
import { DEVICE_SCALE_FACTOR, MAX_FIRST_PAGE_NUMBER } from '../../schema/api/pdf-options.ts';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import { EInvoiceFields } from './EInvoiceFields.tsx';
import { FailOnField } from './FailOnField.tsx';
import { OptionalText } from './OptionalText.tsx';
import { WaitForFields } from './WaitForFields.tsx';
import classes from './fields.module.css';

const NUMBERS = [
  { field: 'scale', label: 'Scale', min: 0.1, max: 2, step: 0.05, decimalScale: 2, placeholder: '1' },
  {
    field: 'deviceScaleFactor',
    label: 'Pixels of a canvas',
    description: 'For each CSS pixel',
    min: DEVICE_SCALE_FACTOR.min,
    max: DEVICE_SCALE_FACTOR.max,
    step: 0.5,
    decimalScale: 2,
    placeholder: String(DEVICE_SCALE_FACTOR.default),
  },
  {
    field: 'firstPageNumber',
    label: 'First page number',
    min: 0,
    max: MAX_FIRST_PAGE_NUMBER,
    allowDecimal: false,
    placeholder: '1',
  },
] as const;

const TEXTS = [
  {
    field: 'sections',
    label: 'Sections',
    description: 'CSS selector of the elements that begin a section, for the class sectionTitle',
    placeholder: 'h1',
  },
  { field: 'pageRanges', label: 'Page ranges', placeholder: '1-3,5' },
  { field: 'waitForSelector', label: 'Wait for CSS selector', placeholder: '#chart-ready' },
] as const;

export function PrintFields({ value, onChange, problems }: OptionsFieldsProps) {
  return (
    <Stack gap="sm">
      <PrintingFields value={value} onChange={onChange} problems={problems} />
      <Switches value={value} onChange={onChange} problems={problems} />
      <FailOnField value={value} onChange={onChange} problems={problems} />
    </Stack>
  );
}

function PrintingFields({ value, onChange, problems }: OptionsFieldsProps) {
  const change = (part: Partial<OptionsFieldsProps['value']>) => onChange(withChange(value, part));
  return (
    <div className={classes.pair}>
      {NUMBERS.map(({ field, ...props }) => (
        <NumberInput
          key={field}
          {...props}
          value={value[field] ?? ''}
          error={problems?.[field]}
          onChange={(number) => change({ [field]: number === '' ? undefined : Number(number) })}
        />
      ))}
      {TEXTS.map(({ field, ...props }) => (
        <OptionalText
          key={field}
          {...props}
          spellCheck={false}
          value={value[field]}
          error={problems?.[field]}
          onChange={(text) => change({ [field]: text })}
        />
      ))}
      <WaitForFields value={value} onChange={onChange} problems={problems} />
      <NativeSelect
        label="CSS media"
        value={value.mediaType ?? 'print'}
        data={['print', 'screen']}
        onChange={(event) =>
          change({ mediaType: event.currentTarget.value === 'screen' ? 'screen' : 'print' })
        }
      />
      <NativeSelect
        name="fit"
        label="Content that is wider than the page"
        value={value.fit ?? ''}
        data={[
          { value: '', label: 'Is cut at the edge' },
          { value: 'width', label: 'Is scaled down to fit' },
        ]}
        error={problems?.fit}
        onChange={({ currentTarget }) =>
          change({ fit: currentTarget.value === 'width' ? 'width' : undefined })
        }
      />
      <NativeSelect
        name="pdfa"
        label="PDF/A"
        description="For archives"
        value={value.pdfa ?? 'none'}
        data={PDFA_CHOICES.map((choice) => ({
          value: choice,
          label: choice === 'none' ? 'No' : `PDF/A-${choice}`,
        }))}
        error={problems?.pdfa}
        onChange={({ currentTarget }) =>
          change({ pdfa: PDFA_CHOICES.find((choice) => choice === currentTarget.value) })
        }
      />
      <EInvoiceFields value={value} onChange={onChange} problems={problems} />
    </div>
  );
}

const SWITCHES = [
  { field: 'printBackground', label: 'Background colours and images', byDefault: true },
  { field: 'tagged', label: 'Tagged PDF for screen readers', byDefault: false },
  { field: 'pdfua', label: 'PDF/UA, checked for screen readers', byDefault: false },
  { field: 'forms', label: 'Form fields that can be filled', byDefault: false },
  { field: 'outline', label: 'Bookmarks from headings', byDefault: false },
  { field: 'preferCssPageSize', label: 'Page size from @page rules in the HTML', byDefault: false },
] as const;

/** Writes `false` explicitly: in a request it may have to override the `true` of a template. */
function Switches({ value, onChange, problems }: OptionsFieldsProps) {
  return SWITCHES.map(({ field, label, byDefault }) => (
    <Switch
      key={field}
      name={field}
      label={label}
      checked={value[field] ?? byDefault}
      error={problems?.[field]}
      onChange={(event) => onChange(withChange(value, { [field]: event.currentTarget.checked }))}
    />
  ));
}
