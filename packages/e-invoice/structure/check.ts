import type { Meter } from '@platen/meter';
import { parseDecimal } from '../decimal.ts';
import { isDate } from '../model/values.ts';
import { MAX_PROBLEMS, type InvoiceProblem } from '../problem.ts';
import { xpathOf, type XmlElement } from '../xml/element.ts';
import type { ChildRule, ElementType, Structure } from './structure.ts';
import { trimXml } from '../xml/text.ts';

/** An element is as much work as this many characters, because each is waited for. */
const ELEMENT_WORK = 400;

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** By kind of text, the test that a text must pass. A kind that is not here allows any text. */
const TEXT_KINDS: Readonly<Record<string, (text: string) => boolean>> = {
  decimal: (text) => parseDecimal(text) !== null,
  date: (text) => isDate(trimXml(text).replace(/(?:Z|[+-]\d\d:\d\d)$/, '')),
  time: (text) => /^\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/.test(trimXml(text)),
  boolean: (text) => /^(?:true|false|0|1)$/.test(trimXml(text)),
  base64Binary: (text) => isBase64(text.replaceAll(/[ \t\r\n]+/g, '')),
};

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** Checks the structure of the XML: names, order and number of elements, attributes, and kinds of values. */
export async function checkStructure(
  root: XmlElement,
  { structure, type, meter }: { structure: Structure; type: string; meter: Meter },
): Promise<InvoiceProblem[]> {
  const problems: InvoiceProblem[] = [];
  const report: Report = (element, message) => {
    if (problems.length < MAX_PROBLEMS)
      problems.push({ rule: 'XSD', field: xpathOf(element), term: null, message });
  };
  await checkElement(root, type, { structure, meter, report });
  return problems;
}

type Report = (element: XmlElement, message: string) => void;

interface Checking {
  readonly structure: Structure;
  readonly meter: Meter;
  readonly report: Report;
}

async function checkElement(element: XmlElement, typeName: string, checking: Checking): Promise<void> {
  const { structure, meter, report } = checking;
  const type = structure.type(typeName);
  if (type === null) return;
  meter.charge(ELEMENT_WORK + element.text.length + (type.children?.size ?? 0));
  if (meter.isDue) await meter.pause();
  checkAttributes(element, type, report);
  if (type.children === null) checkText(element, type.text ?? '', report);
  else await checkChildren(element, type.children, checking);
}

function checkAttributes(element: XmlElement, { attributes }: ElementType, report: Report): void {
  for (const { namespace, name } of element.attributes) {
    if (namespace === XSI || (namespace === '' && attributes.has(name))) continue;
    report(element, `${element.name} may not have the attribute ${name}.`);
  }
  // EN 16931 allows dates of one format.
  if (element.name.startsWith('Date') && attributes.has('format') && element.attribute('format') !== '102') {
    report(element, `The format of ${element.name} must be 102.`);
  }
  for (const [name, isNeeded] of attributes) {
    if (isNeeded && element.attribute(name) === null)
      report(element, `${element.name} needs the attribute ${name}.`);
  }
}

function checkText(element: XmlElement, kind: string, report: Report): void {
  const [child] = element.children;
  if (child !== undefined)
    report(child, `${element.name} has text, and may not have the element ${child.name}.`);
  const isKind = TEXT_KINDS[kind];
  if (isKind !== undefined && !isKind(element.text)) {
    report(element, `${element.name} is "${element.text.slice(0, 60)}". It must be ${wordsFor(kind)}.`);
  }
}

const wordsFor = (kind: string): string =>
  ({ decimal: 'a decimal number', base64Binary: 'base64', boolean: 'true or false' })[kind] ?? `a ${kind}`;

async function checkChildren(
  element: XmlElement,
  rules: ReadonlyMap<string, ChildRule>,
  checking: Checking,
): Promise<void> {
  const { structure, report } = checking;
  if (trimXml(element.text) !== '') report(element, `${element.name} has elements, and may have no text.`);
  const counts = new Map<string, number>();
  let last: ChildRule | null = null;
  for (const child of element.children) {
    const rule = rules.get(child.name);
    if (rule === undefined || child.namespace !== structure.namespace(rule.prefix)) {
      report(child, `${element.name} may not have the element ${child.name}${namespaceOf(child)}.`);
      continue;
    }
    if (last !== null && rule.order < last.order)
      report(child, `${child.name} must come before ${last.name}.`);
    else last = rule;
    counts.set(child.name, (counts.get(child.name) ?? 0) + 1);
    await checkElement(child, rule.type, checking);
  }
  for (const { name, least, most } of rules.values()) {
    const count = counts.get(name) ?? 0;
    if (count < least) report(element, `${element.name} lacks the element ${name}.`);
    if (count > most)
      report(element, `${element.name} has the element ${name} ${count} times. It may have ${most}.`);
  }
}

const namespaceOf = ({ namespace }: XmlElement): string =>
  namespace === '' ? ' without a namespace' : ` of the namespace ${namespace.slice(0, 100)}`;
