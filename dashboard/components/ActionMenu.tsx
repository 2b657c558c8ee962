import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';

interface ActionMenuProps {
  /** Whose actions they are: `Actions for ci`. */
  readonly label: string;
  /** `default` beside buttons, `subtle` in rows. */
  readonly variant?: 'subtle' | 'default';
  readonly width?: number;
  /** The `Menu.Item`s. */
  readonly children: ReactNode;
}

/** What can be done with one thing, behind three dots. */
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
      {/* A dialog gives the focus back to what had it when it opened: an item is gone by then, its button not. */}
      <Menu.Dropdown onClickCapture={() => button.current?.focus()}>{children}</Menu.Dropdown>
    </Menu>
  );
}
