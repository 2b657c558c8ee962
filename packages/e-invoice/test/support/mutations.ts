import { escapeText } from '../../xml/text.ts';
import { xpathOf, type XmlElement } from '../../xml/element.ts';
import { FACTUR_X_EN16931 } from '../../structure/factur-x-en16931.generated.ts';
import { UBL } from '../../structure/ubl.generated.ts';

const PREFIXES: Readonly<Record<string, string>> = { ...FACTUR_X_EN16931.namespaces, ...UBL.namespaces };

/** A tree that can be changed. */
interface Node {
  readonly tag: string;
  readonly attributes: Record<string, string>;
  text: string;
  readonly children: Node[];
  readonly path: string;
}

export interface Mutation {
  /** `drop /Invoice/ID` */
  readonly name: string;
  readonly xml: string;
}

const prefixOf = (namespace: string): string =>
  Object.entries(PREFIXES).find(([, one]) => one === namespace)?.[0] ?? 'other';

const copy = (element: XmlElement): Node => ({
  tag: `${prefixOf(element.namespace)}:${element.name}`,
  attributes: Object.fromEntries(element.attributes.map(({ name, value }) => [name, value])),
  text: element.children.length === 0 ? element.text : '',
  children: element.children.map(copy),
  path: xpathOf(element),
});

function serialize(node: Node, isRoot = true): string {
  const namespaces = isRoot
    ? Object.entries(PREFIXES).map(([prefix, one]) => ` xmlns:${prefix}="${one}"`)
    : [];
  const attributes = Object.entries(node.attributes).map(
    ([name, value]) => ` ${name}="${escapeText(value)}"`,
  );
  const inner = `${escapeText(node.text)}${node.children.map((child) => serialize(child, false)).join('')}`;
  return `<${node.tag}${namespaces.join('')}${attributes.join('')}>${inner}</${node.tag}>`;
}

type Change = readonly [name: string, apply: (parent: Node, index: number) => boolean];

const setText = (name: string, change: (text: string) => string | null): Change => [
  name,
  (parent, index) => {
    const node = parent.children[index];
    const text = node === undefined || node.children.length > 0 ? null : change(node.text);
    if (node === undefined || text === null || text === node.text) return false;
    node.text = text;
    return true;
  },
];

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);
const number = (name: string, change: (value: number) => string): Change =>
  setText(name, (text) => (isNumber(text) ? change(Number(text)) : null));

const eachAttribute = (name: string, change: (node: Node, attribute: string) => void): Change => [
  name,
  (parent, index) => {
    const node = parent.children[index];
    const [attribute] = Object.keys(node?.attributes ?? {});
    if (node === undefined || attribute === undefined) return false;
    change(node, attribute);
    return true;
  },
];

const CHANGES: readonly Change[] = [
  ['drop', (parent, index) => parent.children.splice(index, 1).length === 1],
  [
    'double',
    (parent, index) => {
      const node = parent.children[index];
      if (node !== undefined) parent.children.splice(index, 0, node);
      return node !== undefined;
    },
  ],
  [
    'swap with the next',
    (parent, index) => {
      const [one, next] = parent.children.slice(index, index + 2);
      if (one === undefined || next === undefined || one.tag === next.tag) return false;
      parent.children.splice(index, 2, next, one);
      return true;
    },
  ],
  setText('empty', () => ''),
  setText('nonsense', (text) => (isNumber(text) ? null : 'nonsense')),
  setText('another code', (text) => (/^[A-Z0-9]{1,4}$/.test(text) ? 'XXQ' : null)),
  number('one more', (value) => String(Math.round((value + 1) * 1000) / 1000)),
  number('two more', (value) => String(Math.round((value + 2) * 1000) / 1000)),
  number('a cent more', (value) => String(Math.round((value + 0.01) * 1000) / 1000)),
  number('three decimals', (value) => `${value.toFixed(2)}1`),
  number('zero', () => '0'),
  number('negative', (value) => String(-value)),
  ...['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B'].map((code) =>
    setText(`category ${code}`, (text) => (/^(?:S|Z|E|AE|K|G|O|L|M)$/.test(text) ? code : null)),
  ),
  eachAttribute('drop the attribute of', (node, attribute) => delete node.attributes[attribute]),
  eachAttribute('a wrong attribute of', (node, attribute) => (node.attributes[attribute] = 'ZZQ')),
];

/** Makes each change of each element. @param wanted the names of the changes. Default: all */
export function* mutationsOf(root: XmlElement, wanted?: ReadonlySet<string>): Iterable<Mutation> {
  const original = copy(root);
  for (const [place, path] of pathsBelow(original).entries()) {
    for (const [change, apply] of CHANGES) {
      const name = `${change} ${path}`;
      if (wanted !== undefined && !wanted.has(name)) continue;
      const tree = structuredClone(original);
      const found = find(tree, place);
      if (found !== null && apply(found.parent, found.index)) yield { name, xml: serialize(tree) };
    }
  }
}

const pathsBelow = (node: Node): string[] =>
  node.children.flatMap((child) => [child.path, ...pathsBelow(child)]);

/** The element of a number, counted in the order of the document. */
function find(root: Node, place: number): { parent: Node; index: number } | null {
  let left = place;
  const search = (parent: Node): { parent: Node; index: number } | null => {
    for (const [index, child] of parent.children.entries()) {
      if (left === 0) return { parent, index };
      left -= 1;
      const found = search(child);
      if (found !== null) return found;
    }
    return null;
  };
  return search(root);
}
