import { Button, Group } from '@mantine/core';

interface DialogButtonsProps {
  readonly onCancel: () => void;
  /** The verb of the button that submits the form: `Create key`. */
  readonly submitLabel: string;
  readonly working: boolean;
  readonly color?: 'danger';
  readonly disabled?: boolean;
}

/** The end of every dialog with a form. */
export function DialogButtons({ onCancel, submitLabel, working, color, disabled }: DialogButtonsProps) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={working} color={color} disabled={disabled}>
        {submitLabel}
      </Button>
    </Group>
  );
}
