/** The parts that are used here. The package has no types. */
declare module 'saxen' {
  type Decode = (text: string) => string;
  type Attributes = Readonly<Record<string, string>>;

  export class Parser {
    on(
      event: 'openTag',
      handle: (name: string, attributes: () => Attributes, decode: Decode, isEmpty: boolean) => void,
    ): this;
    on(event: 'closeTag', handle: (name: string, decode: Decode, isEmpty: boolean) => void): this;
    on(event: 'text', handle: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', handle: (text: string) => void): this;
    /** @throws what a handler throws, and an error if the XML is damaged */
    parse(xml: string): void;
  }
}
