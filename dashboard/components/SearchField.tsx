import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { IconSearch } from '../icons/tabler.generated.ts';

/** The user must stop typing for this long. */
const PAUSE_MS = 250;

/** Returns the text that the user types into a search field, and the text that the list is searched for. */
export function useSearchText() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  return { typed, setTyped, search };
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Searches a list by name. */
export const SearchField = ({ label, value, onChange }: SearchFieldProps) => (
  <TextInput
    type="search"
    label={label}
    placeholder="Part of the name"
    leftSection={<IconSearch size={16} aria-hidden />}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    maxLength={100}
    maw={360}
    mb="md"
  />
);
