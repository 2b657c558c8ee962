const NEWLINE = new Uint8Array([0x0a]);

/** The SHA-256 of a body's lines, which are not in memory together. */
export class BodyDigest {
  readonly #stream = new crypto.DigestStream('SHA-256');
  readonly #writer = this.#stream.getWriter();

  async add(line: Uint8Array): Promise<void> {
    await this.#writer.write(line);
    await this.#writer.write(NEWLINE);
  }

  async end(): Promise<string> {
    await this.#writer.close();
    return new Uint8Array(await this.#stream.digest).toHex();
  }
}
