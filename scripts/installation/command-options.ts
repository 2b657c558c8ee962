export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export class Options {
  readonly #values: Readonly<Record<string, string | undefined>>;

  constructor(values: Readonly<Record<string, string | undefined>>) {
    this.#values = values;
  }

  required(name: string): string {
    const value = this.#values[name];
    if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`);
    return value;
  }

  optional(name: string): string | undefined {
    return this.#values[name];
  }

  /** `names` maps request fields to options. Options that are not set are left out. */
  optionalFields(names: Readonly<Record<string, string>>): Record<string, string> {
    const entries = Object.entries(names).map(([field, name]) => [field, this.#values[name]] as const);
    return Object.fromEntries(
      entries.flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
    );
  }

  count(name: string): number | undefined {
    const text = this.#values[name];
    if (text !== undefined && !/^\d+$/.test(text)) throw new UsageError(`--${name} must be a whole number.`);
    return text === undefined ? undefined : Number(text);
  }

  list(name: string): string[] {
    return this.required(name)
      .split(',')
      .map((item) => item.trim());
  }
}
