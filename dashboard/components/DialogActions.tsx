import { Button, Group } from '@mantine/core';

interface DialogActionsProps {
  readonly onCancel: () => void;
  readonly cancelLabel?: string;
  readonly submitLabel: string;
  readonly submitting: boolean;
  readonly color?: 'danger';
  readonly disabled?: boolean;
}

export function DialogActions({
  onCancel,
  cancelLabel = 'Cancel',
  submitLabel,
  submitting,
  color,
  disabled,
}: DialogActionsProps) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" loading={submitting} color={color} disabled={disabled}>
        {submitLabel}
      </Button>
    </Group>
  );
}
