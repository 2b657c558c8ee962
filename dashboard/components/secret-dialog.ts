import type { ModalProps } from '@mantine/core';

/**
 * A dialog with a secret closes by its button alone, because nobody can see the secret again.
 * @param isShown the dialog shows the secret now
 */
export const secretDialog = (
  isShown: boolean,
): Pick<ModalProps, 'closeOnClickOutside' | 'closeOnEscape' | 'withCloseButton'> => ({
  closeOnClickOutside: !isShown,
  closeOnEscape: !isShown,
  withCloseButton: !isShown,
});
