/** Texts of a form are no templates: what has placeholders goes into the data, and comes out of it as it is. */
export class Literals {
  readonly data: Record<string, string> = {};
  #count = 0;

  hold(text: string): string {
    if (!text.includes('{{')) return text;
    const name = `t${this.#count}`;
    this.#count += 1;
    this.data[name] = text;
    return `{{{${name}}}}`;
  }
}
