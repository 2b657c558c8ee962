// oxlint-disable-next-line typescript/triple-slash-reference -- tests check these files with a configuration of their own
/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen';

/** All names come without their prefixes. */
export interface XmlHandlers {
  /** @param decode decodes the entities in an attribute */
  readonly open?: (
    name: string,
    attributes: Readonly<Record<string, string>>,
    decode: (text: string) => string,
  ) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Entities of a DTD are not expanded. @throws if the XML is damaged, and what a handler throws */
export function parseXml(xml: string, { open, close, text }: XmlHandlers): void {
  const parser = new Parser();
  if (open) parser.on('openTag', (name, attributes, decode) => open(localName(name), attributes(), decode));
  if (close) parser.on('closeTag', (name) => close(localName(name)));
  if (text) {
    parser.on('text', (raw, decode) => text(decode(raw)));
    parser.on('cdata', text);
  }
  parser.parse(xml);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
