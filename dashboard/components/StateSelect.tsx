import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface StateSelectProps<State extends string> extends Pick<NativeSelectProps, 'label' | 'aria-label'> {
  readonly states: readonly State[];
  readonly toLabel: (state: State) => string;
  /** The label of the choice of every state: `All jobs`. */
  readonly all: string;
  /** If it is null, every state is selected. */
  readonly value: State | null;
  readonly onChange: (state: State | null) => void;
}

/** Filters a list by the state of its items. */
export const StateSelect = <State extends string>({
  states,
  toLabel,
  all,
  value,
  onChange,
  ...input
}: StateSelectProps<State>) => (
  <NativeSelect
    {...input}
    value={value ?? ''}
    onChange={(event) => onChange(states.find((known) => known === event.currentTarget.value) ?? null)}
    data={[{ value: '', label: all }, ...states.map((known) => ({ value: known, label: toLabel(known) }))]}
  />
);
