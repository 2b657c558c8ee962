import { parseSync, type Program, Visitor } from 'oxc-parser';

/** The types of parameters that can have a stranger's bytes. */
const BYTES = /\b(?:string|Uint8Array|DataView|AsyncIterable|ReadableStream|ByteSource|XmlElement)\b/;

/** The lines above a function in which a comment may say who charges its bytes. */
const COMMENT_LINES = 4;

export interface ReaderFile {
  readonly path: string;
  readonly text: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Parsed extends ReaderFile {
  readonly program: Program;
}

/**
 * The exported functions and classes that take bytes or texts without the meter of the request, as far as no comment above says
 * who charges them. An object that has a meter is as good as one.
 */
export function findUnmeteredReaders(files: readonly ReaderFile[]): string[] {
  const parsed = files.map((file) => ({ ...file, program: parseSync(file.path, file.text).program }));
  const metered = new RegExp(`\\b(?:${['Meter', ...parsed.flatMap(typesWithMeter)].join('|')})\\b`);
  return parsed.flatMap((file) =>
    exportsOf(file)
      .filter(({ parameters }) => BYTES.test(parameters) && !metered.test(parameters))
      .filter(({ above }) => !/\bcharge/i.test(above))
      .map(({ name }) => `${file.path}: ${name}`),
  );
}

/** The names of the types of a file that have a meter. */
function typesWithMeter({ program, text }: Parsed): string[] {
  const names: string[] = [];
  const take = (name: string | undefined, { start, end }: Span): void => {
    if (name !== undefined && /: Meter\b/.test(text.slice(start, end))) names.push(name);
  };
  new Visitor({
    TSInterfaceDeclaration: ({ id, body }) => take(id.name, body),
    ClassDeclaration: ({ id, body }) => take(id?.name, body),
  }).visit(program);
  return names;
}

interface Exported {
  readonly name: string;
  /** As they are written. */
  readonly parameters: string;
  readonly above: string;
}

function exportsOf({ program, text }: Parsed): Exported[] {
  const lines = text.split('\n');
  const found: Exported[] = [];
  const add = (name: string, parameters: readonly Span[], { start }: Span): void => {
    const line = text.slice(0, start).split('\n').length - 1;
    found.push({
      name,
      parameters: parameters.map((one) => text.slice(one.start, one.end)).join(', '),
      above: lines.slice(Math.max(0, line - COMMENT_LINES), line).join('\n'),
    });
  };
  const returned = ({ returnType }: { readonly returnType?: Span | null | undefined }): string =>
    returnType ? text.slice(returnType.start, returnType.end) : '';
  new Visitor({
    ExportNamedDeclaration(node) {
      const { declaration } = node;
      if (declaration?.type === 'FunctionDeclaration' && !/: never\b/.test(returned(declaration)))
        add(declaration.id?.name ?? '', declaration.params, node);
      if (declaration?.type === 'ClassDeclaration') {
        const methods = declaration.body.body.flatMap((member) =>
          member.type === 'MethodDefinition' ? [member] : [],
        );
        // A class without other methods is a value, or an error.
        if (methods.length > 1)
          for (const { kind, value } of methods)
            if (kind === 'constructor') add(declaration.id?.name ?? '', value.params, node);
      }
      if (declaration?.type !== 'VariableDeclaration') return;
      for (const { id, init } of declaration.declarations)
        if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression')
          add(id.name, init.params, node);
    },
  }).visit(program);
  return found;
}
