import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface LinkParts extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

const PlainAnchor = (props: AnchorProps & LinkParts) => <Anchor {...props} />;
const ButtonAnchor = (props: ButtonProps & LinkParts) => <Button component="a" {...props} />;

export const TextLink = createLink(PlainAnchor);

export const LinkButton = createLink(ButtonAnchor);
