import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CallExpression,
  type Expression,
  type Node,
  parseSync,
  type Program,
  type TemplateLiteral,
  Visitor,
} from 'oxc-parser';

/**
 * Reads what `new RegExp(…)` is made of: texts, constants of the file and of the files that it imports, other expressions, and lists that
 * are joined.
 */
export class ExpressionTexts {
  readonly #constants = new Map<string, Expression>();
  readonly #imports = new Map<string, { readonly path: string; readonly name: string }>();

  constructor(file: string, program: Program) {
    new Visitor({
      VariableDeclaration: ({ kind, declarations }) => {
        for (const { id, init } of declarations)
          if (kind === 'const' && id.type === 'Identifier' && init) this.#constants.set(id.name, init);
      },
      ImportDeclaration: ({ source, specifiers }) => {
        for (const specifier of specifiers)
          if (specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier')
            this.#imports.set(specifier.local.name, {
              path: path.resolve(path.dirname(file), source.value),
              name: specifier.imported.name,
            });
      },
    }).visit(program);
  }

  /** Returns whether this is an expression of the file, and no text. */
  isExpression(node: Node): boolean {
    const constant = node.type === 'Identifier' ? this.#constants.get(node.name) : node;
    return constant?.type === 'Literal' && 'regex' in constant;
  }

  /** Returns null for what is not known before the code runs. */
  read(node: Node): string | null {
    if (node.type === 'Literal') {
      if ('regex' in node) return node.regex.pattern;
      return typeof node.value === 'string' ? node.value : null;
    }
    if (node.type === 'TemplateLiteral') return this.#readTemplate(node, false);
    if (node.type === 'TaggedTemplateExpression') return this.#readTemplate(node.quasi, true);
    if (node.type === 'Identifier') return this.#readName(node.name);
    if (node.type === 'MemberExpression' && node.property.type === 'Identifier')
      return node.property.name === 'source' ? this.read(node.object) : null;
    return node.type === 'CallExpression' ? this.#readJoined(node) : null;
  }

  #readTemplate({ quasis, expressions }: TemplateLiteral, isRaw: boolean): string | null {
    let text = '';
    for (const [index, { value }] of quasis.entries()) {
      text += isRaw ? value.raw : (value.cooked ?? '');
      const expression = expressions[index];
      const inner = expression === undefined ? '' : this.read(expression);
      if (inner === null) return null;
      text += inner;
    }
    return text;
  }

  #readName(name: string): string | null {
    const constant = this.#constants.get(name);
    if (constant !== undefined) return this.read(constant);
    const imported = this.#imports.get(name);
    if (imported === undefined || !existsSync(imported.path)) return null;
    const program = parseSync(imported.path, readFileSync(imported.path, 'utf8')).program;
    return new ExpressionTexts(imported.path, program).#readName(imported.name);
  }

  /** `[…].join('|')` */
  #readJoined({ callee, arguments: [separator] }: CallExpression): string | null {
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null;
    if (callee.property.name !== 'join' || separator?.type !== 'Literal') return null;
    if (callee.object.type !== 'ArrayExpression') return null;
    const texts = callee.object.elements.map((element) => (element === null ? null : this.read(element)));
    return texts.includes(null) ? null : texts.join(String(separator.value));
  }
}
