import { toPropertyName, TypeNames } from './names.ts';
import { SchemaTypes } from './schema-types.ts';

export interface TypedTemplate {
  /** The name of its folder. */
  readonly slug: string;
  /** Null allows any data. */
  readonly dataSchema: Readonly<Record<string, unknown>> | null;
}

const HEAD =
  '// Written by `platen types` from the schemas of the templates. Changes are lost the next time.\n';

/** TypeScript of the data of each template. The same schemas give the same text. */
export function writeTypes(templates: readonly TypedTemplate[]): string {
  const names = new TypeNames();
  const written = templates
    .toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
    .map(({ slug, dataSchema }) => ({ slug, ...writeTemplate(slug, dataSchema, names) }));
  const entries = written.map(({ slug, name }) => `  ${toPropertyName(slug)}: ${name};\n`);
  const all = `/** The data of each template, by the name of its folder. */\nexport interface TemplateData {\n${entries.join('')}}\n`;
  return [HEAD, ...written.map(({ text }) => text), all].join('\n');
}

function writeTemplate(slug: string, schema: TypedTemplate['dataSchema'], names: TypeNames) {
  if (schema !== null) return new SchemaTypes(schema, slug, names).write();
  const name = names.take(`${slug} Data`);
  return { name, text: `export type ${name} = Record<string, unknown>;\n` };
}
