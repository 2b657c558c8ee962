import type { Meter } from '@platen/meter';
import { fromXml } from './model/from-xml.ts';
import { MAX_PROBLEMS, type InvoiceProblem } from './problem.ts';
import { PROFILES, type EInvoiceProfile } from './profiles.ts';
import { checkRules } from './rules/check-rules.ts';
import { checkXml } from './rules/xml.ts';
import { checkStructure } from './structure/check.ts';
import { structureOf } from './structures.ts';
import type { XmlElement } from './xml/element.ts';
import { parseXml } from './xml/parse.ts';
import { UnreadableXml } from './xml/unreadable-xml.ts';

/** Returns the problems of the XML of an invoice. The invoice is valid if there are none. */
export async function checkInvoiceXml(
  xml: string,
  profile: EInvoiceProfile,
  meter: Meter,
): Promise<InvoiceProblem[]> {
  let root: XmlElement;
  try {
    root = await parseXml(xml, meter);
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return [{ rule: 'XML', field: '/', term: null, message: error.message }];
  }
  const structure = structureOf(profile);
  const { namespaces, roots } = structure.table;
  const found = Object.entries(roots).find(([tag]) => {
    const [prefix = '', name] = tag.split(':');
    return name === root.name && namespaces[prefix] === root.namespace;
  });
  if (found === undefined) return [wrongRoot(root, profile, Object.keys(roots))];
  const invoice = await fromXml(root, {
    syntax: PROFILES[profile].syntax,
    namespaces: new Set(Object.values(namespaces)),
    meter,
  });
  const problems = [
    ...(await checkStructure(root, { structure, type: found[1], meter })),
    ...(await checkRules(invoice, profile, meter)),
    ...(await checkXml(root, profile, meter)),
  ];
  return problems.slice(0, MAX_PROBLEMS);
}

function wrongRoot(
  { name, namespace }: XmlElement,
  profile: string,
  roots: readonly string[],
): InvoiceProblem {
  const wanted = roots.map((tag) => tag.replace(/^\w+:/, '')).join(' or ');
  const message = `The root element is ${name.slice(0, 60)} of the namespace "${namespace.slice(0, 100)}". The profile ${profile} needs ${wanted}.`;
  return { rule: 'XSD', field: `/${name.slice(0, 60)}`, term: null, message };
}
