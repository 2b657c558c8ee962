import { NativeSelect, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import classes from './PageOptionsForm.module.css';

const unlessEmpty = (written: string): string | undefined => (written === '' ? undefined : written);

interface PrintFieldsProps extends OptionsFieldsProps {
  /** What the name of the file comes to, where there is data to fill it from. */
  readonly filename?: string | null;
}

/** How the page is printed, and what the file is called. */
export function PrintFields({ value, onChange, problems, filename }: PrintFieldsProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label="Name of the file"
        description="Handlebars, filled from the data; a request’s filename wins."
        placeholder="invoice-{{number}}"
        value={value.outputName ?? ''}
        onChange={(event) =>
          onChange(withChange(value, { outputName: unlessEmpty(event.currentTarget.value) }))
        }
        error={problems?.outputName}
      />
      {filename !== undefined && (
        <Text size="xs" c="dimmed" role="status">
          With the sample data: <b>{filename ?? '–'}</b>
        </Text>
      )}
      <PrintingFields value={value} onChange={onChange} problems={problems} />
      <Switches value={value} onChange={onChange} />
    </Stack>
  );
}

function PrintingFields({ value, onChange, problems }: OptionsFieldsProps) {
  const change = (part: Partial<OptionsFieldsProps['value']>) => onChange(withChange(value, part));
  return (
    <div className={classes.pair}>
      <NumberInput
        label="Scale of the content"
        min={0.1}
        max={2}
        step={0.05}
        decimalScale={2}
        placeholder="1"
        value={value.scale ?? ''}
        error={problems?.scale}
        onChange={(scale) => change({ scale: scale === '' ? undefined : Number(scale) })}
      />
      <TextInput
        label="Pages to print"
        placeholder="1-3,5"
        value={value.pageRanges ?? ''}
        error={problems?.pageRanges}
        onChange={(event) => change({ pageRanges: unlessEmpty(event.currentTarget.value) })}
      />
      <TextInput
        label="Wait for the CSS selector"
        placeholder="#chart-ready"
        spellCheck={false}
        value={value.waitForSelector ?? ''}
        error={problems?.waitForSelector}
        onChange={(event) => change({ waitForSelector: unlessEmpty(event.currentTarget.value) })}
      />
      <NativeSelect
        label="CSS media"
        value={value.mediaType ?? 'print'}
        data={['print', 'screen']}
        onChange={(event) =>
          change({ mediaType: event.currentTarget.value === 'screen' ? 'screen' : 'print' })
        }
      />
    </div>
  );
}

const SWITCHES = [
  { field: 'printBackground', label: 'Background colours and images', byDefault: true },
  { field: 'tagged', label: 'Tagged PDF, for screen readers', byDefault: false },
  { field: 'outline', label: 'Bookmarks from headings', byDefault: false },
  { field: 'preferCssPageSize', label: 'Size and orientation from the HTML’s @page rules', byDefault: false },
] as const;

/** What was switched is written out: in a request, "off" may have to win over a template's "on". */
function Switches({ value, onChange }: OptionsFieldsProps) {
  return SWITCHES.map(({ field, label, byDefault }) => (
    <Switch
      key={field}
      label={label}
      checked={value[field] ?? byDefault}
      onChange={(event) => onChange(withChange(value, { [field]: event.currentTarget.checked }))}
    />
  ));
}
