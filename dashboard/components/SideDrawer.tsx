import { Drawer } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './SideDrawer.module.css';

interface SideDrawerProps<Item> {
  /** The drawer is open while there is an item. */
  readonly item: Item | null;
  readonly onClose: () => void;
  readonly title: (item: Item) => string;
  readonly size?: 'lg' | 'xl';
  readonly closeOnEscape?: boolean;
  readonly children: (item: Item) => ReactNode;
}

/** The details of an item of a list, at the right edge of the window. */
export function SideDrawer<Item>({
  item,
  onClose,
  title,
  size = 'lg',
  closeOnEscape = true,
  children,
}: SideDrawerProps<Item>) {
  // Keep the content while the drawer closes.
  const [shown, setShown] = useState(item);
  if (item !== null && item !== shown) setShown(item);
  return (
    <Drawer
      opened={item !== null}
      onClose={onClose}
      closeOnEscape={closeOnEscape}
      position="right"
      size={size}
      title={shown === null ? null : title(shown)}
      classNames={{ title: classes.title }}
    >
      {shown !== null && children(shown)}
    </Drawer>
  );
}
