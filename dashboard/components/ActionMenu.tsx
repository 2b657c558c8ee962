import { ActionIcon, Menu } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { IconDots } from '../icons/tabler.generated.ts';

interface ActionMenuProps {
  readonly label: string;
  /** `default` next to buttons, `subtle` in table rows. */
  readonly variant?: 'subtle' | 'default';
  readonly width?: number;
  readonly children: ReactNode;
}

export function ActionMenu({ label, variant = 'subtle', width, children }: ActionMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant={variant}
          color={variant === 'subtle' ? 'gray' : undefined}
          size={variant === 'default' ? 36 : undefined}
          aria-label={label}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      {/* A closed dialog returns the focus to the previous element. The menu item is gone then, the button is not. */}
      <Menu.Dropdown onClickCapture={() => button.current?.focus()}>{children}</Menu.Dropdown>
    </Menu>
  );
}
