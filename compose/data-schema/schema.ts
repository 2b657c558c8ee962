export type JsonObject = Readonly<Record<string, unknown>>;

/** `message` says what is wrong with the schema, and where. It starts with the path in the schema. */
export class InvalidDataSchema extends Error {
  override readonly name = 'InvalidDataSchema';
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
