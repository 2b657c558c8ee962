import { MAX_XML_CHARACTERS } from './limits.ts';

/** The invoice is longer than a reader accepts. */
export class XmlTooLong extends Error {
  override readonly name = 'XmlTooLong';

  constructor() {
    super(`The XML has more than ${MAX_XML_CHARACTERS} characters.`);
  }
}

/** Counts the characters of XML while it is made, so that no more is made than is accepted. */
export class XmlSize {
  #characters = 0;

  /** @throws {XmlTooLong} */
  add(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MAX_XML_CHARACTERS) throw new XmlTooLong();
  }
}
