import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

const PlainAnchor = (props: AnchorProps & LinkProps) => <Anchor {...props} />;
const ButtonAnchor = (props: ButtonProps & LinkProps) => <Button component="a" {...props} />;

export const TextLink = createLink(PlainAnchor);

export const LinkButton = createLink(ButtonAnchor);
