import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '../icons/tabler.generated.ts';

interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'fullWidth'> {
  readonly value: string;
  readonly label?: string;
}

export function CopyButton({
  value,
  label = 'Copy',
  size = 'xs',
  variant = 'default',
  ...rest
}: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <>
      <Button
        {...rest}
        size={size}
        variant={variant}
        leftSection={
          clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
        }
        onClick={() => clipboard.copy(value)}
      >
        {clipboard.copied ? 'Copied' : label}
      </Button>
      <VisuallyHidden aria-live="polite">
        {clipboard.copied && 'Copied to the clipboard.'}
        {clipboard.error && 'The browser blocked access to the clipboard.'}
      </VisuallyHidden>
    </>
  );
}
