import { Checkbox, Group, Input, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { useId } from 'react';
import { AUTO_HEIGHT, CUSTOM_SIDE_MM, MAX_MARGIN_MM, PAGE_FORMATS } from '../../schema/api/pdf-options.ts';
import { MillimetreInput } from './MillimetreInput.tsx';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import classes from './fields.module.css';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const SIDE_LABELS = { top: 'Top', right: 'Right', bottom: 'Bottom', left: 'Left' } as const;

export function PageFields({ value, onChange, problems }: OptionsFieldsProps) {
  const format = PAGE_FORMATS.find((known) => known === value.format) ?? 'A4';
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Format"
          value={format}
          error={problems?.format}
          data={[...PAGE_FORMATS]}
          onChange={(event) => {
            const chosen = PAGE_FORMATS.find((known) => known === event.currentTarget.value);
            onChange(
              withChange(value, {
                format: chosen,
                // Only the custom format has a size of its own.
                ...(chosen === 'Custom' ? {} : { width: undefined, height: undefined }),
              }),
            );
          }}
        />
        <Orientation value={value} onChange={onChange} />
      </Group>
      {format === 'Custom' && <CustomSize value={value} onChange={onChange} problems={problems} />}
      <Margins value={value} onChange={onChange} problems={problems} />
    </Stack>
  );
}

/** These options also choose the height. */
const AUTO = { height: AUTO_HEIGHT, orientation: undefined, preferCssPageSize: undefined } as const;
const NO_HEIGHT = { height: undefined };

function CustomSize({ value, onChange, problems }: OptionsFieldsProps) {
  const { height } = value;
  return (
    <Stack gap="xs">
      <Group gap="sm" grow align="flex-start">
        <MillimetreInput
          label="Width"
          {...CUSTOM_SIDE_MM}
          required
          value={value.width}
          error={problems?.width}
          onChange={(width) => onChange(withChange(value, { width }))}
        />
        {height !== AUTO_HEIGHT && (
          <MillimetreInput
            label="Height"
            {...CUSTOM_SIDE_MM}
            required
            value={height}
            error={problems?.height}
            onChange={(written) => onChange(withChange(value, { height: written }))}
          />
        )}
      </Group>
      <Checkbox
        label="As high as the content"
        description={`One page, at most ${CUSTOM_SIDE_MM.max} mm high.`}
        checked={height === AUTO_HEIGHT}
        error={height === AUTO_HEIGHT ? problems?.height : undefined}
        onChange={(event) => onChange(withChange(value, event.currentTarget.checked ? AUTO : NO_HEIGHT))}
      />
    </Stack>
  );
}

function Orientation({ value, onChange }: OptionsFieldsProps) {
  const orientationId = useId();
  return (
    <div>
      <Input.Label id={orientationId}>Orientation</Input.Label>
      <SegmentedControl
        display="flex"
        aria-labelledby={orientationId}
        disabled={value.height === AUTO_HEIGHT}
        value={value.orientation ?? 'portrait'}
        data={[
          { value: 'portrait', label: 'Portrait' },
          { value: 'landscape', label: 'Landscape' },
        ]}
        onChange={(chosen) =>
          onChange(withChange(value, { orientation: chosen === 'landscape' ? 'landscape' : 'portrait' }))
        }
      />
    </div>
  );
}

function Margins({ value, onChange, problems }: OptionsFieldsProps) {
  return (
    <fieldset className={classes.group}>
      <legend>Margins</legend>
      <div className={classes.sides}>
        {SIDES.map((side) => (
          <MillimetreInput
            key={side}
            label={SIDE_LABELS[side]}
            max={MAX_MARGIN_MM}
            fallback={0}
            error={problems?.[`margin.${side}`]}
            value={value.margin?.[side]}
            onChange={(millimetres) =>
              onChange(withChange(value, { margin: withChange(value.margin ?? {}, { [side]: millimetres }) }))
            }
          />
        ))}
      </div>
      {problems?.margin && <Input.Error mt="xs">Margins: {problems.margin}</Input.Error>}
    </fieldset>
  );
}
