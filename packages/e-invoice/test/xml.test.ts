import { describe, expect, test } from 'vitest';
import { checkInvoiceXml, makeInvoiceXml, MAX_PROBLEMS, MAX_XML_CHARACTERS } from '../index.ts';
import { parseXml } from '../xml/parse.ts';
import { UnreadableXml } from '../xml/unreadable-xml.ts';
import { unlimited } from '../../../test/support/unlimited.ts';
import { INVOICES } from './support/invoices.ts';
import { LONG, typical } from '../../../test/support/thorough.ts';

/** Of the processor, also beside other work. Each takes at most a third of it. */
const MAX_CPU_US = 15_000_000;

const peppol = await makeInvoiceXml(INVOICES['simple'] ?? {}, 'peppol', unlimited());
const made = await makeInvoiceXml(INVOICES['simple'] ?? {}, 'en16931', unlimited());
const VALID = 'xml' in made ? made.xml : '';

const faultOf = async (xml: string): Promise<string> => {
  try {
    await parseXml(xml, unlimited());
    return '';
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return error.message;
  }
};

describe('reading XML', () => {
  test('reads elements, attributes, references and CDATA', async () => {
    const root = await parseXml(
      `<?xml version="1.0" encoding="utf-8"?><!-- a --><a x='1' y="&lt;"><b>1 &amp; &#x32;</b><![CDATA[<c>]]></a>`,
      unlimited(),
    );
    expect(root.attribute('x')).toBe('1');
    expect(root.attribute('y')).toBe('<');
    expect(root.children[0]?.text).toBe('1 & 2');
    expect(root.text).toBe('<c>');
  });

  test('finds elements by their namespace and not by their prefix', async () => {
    expect(
      await checkInvoiceXml(
        VALID.replaceAll('ram:', 'a.b:').replaceAll('xmlns:ram', 'xmlns:a.b'),
        'en16931',
        unlimited(),
      ),
    ).toEqual([]);
    const inside = VALID.replace(
      '<ram:InvoiceCurrencyCode>',
      '<ram:InvoiceCurrencyCode xmlns:ram="urn:other">',
    );
    expect((await checkInvoiceXml(inside, 'en16931', unlimited())).map(({ rule }) => rule)).toContain(
      'BR-05',
    );
  });

  test.each([
    ['<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>', 'document type'],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'document type'],
    ['<a>&b;</a>', 'undefined entity'],
    ['<a>&constructor;</a>', 'undefined entity'],
    ['<a>&#0;</a>', 'malformed character entity'],
    ['<a>&#xD800;</a>', 'malformed character entity'],
    ['<a>& b;</a>', 'disallowed character in entity name'],
    ['<a b="1" b="2"/>', 'duplicate attribute'],
    ['<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', 'duplicate attribute'],
    ['<p:a/>', 'unbound namespace prefix'],
    ['<constructor:a/>', 'unbound namespace prefix'],
    ['<a xmlns="u "/>', 'white space around it'],
    ['<a b="<"/>', 'disallowed character'],
    ['<a b=1/>', 'unquoted attribute value'],
    ['<a b="1"c="2"/>', 'no whitespace between attributes'],
    ['<a', 'root element'],
    ['<a>', 'unclosed tag'],
    ['<a></b>', 'unexpected close tag'],
    ['</a>', 'unmatched closing tag'],
    ['<a/><b/>', 'only one root'],
    ['<a/>text', 'text data outside of root'],
    ['\u00A0<a/>', 'text data outside of root'],
    ['<a/>\u2028', 'text data outside of root'],
    ['\uFEFF\uFEFF<a/>', 'text data outside of root'],
    ['', 'root element'],
    ['<a>\u0000</a>', 'character'],
    ['<a>\uD800</a>', 'character'],
    ['<a\u00D7/>', 'disallowed character in tag name'],
    ['<\u{1F600}/>', 'is no name'],
    ['<p:-a xmlns:p="u"/>', 'is no name'],
    ['<a>]]></a>', ']]>'],
    ['<!-- a -- b --><a/>', 'malformed comment'],
    ['<?1x?><a/>', 'processing instruction'],
    ['<?xml?><a/>', 'declaration'],
    ['<?xml encoding="UTF-8"?><a/>', 'expected one of version'],
    ['<?xml version="1.1"?><a/>', 'must be 1.0'],
    [' <?xml version="1.0"?><a/>', 'must be at the start'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'ISO-8859-1'],
    [`<a ${'x'.repeat(100)}`, 'unexpected end'],
    ['<a>'.repeat(65), 'deeper than 64'],
    [`<a ${Array.from({ length: 65 }, (_, index) => `a${index}=""`).join(' ')}/>`, 'more than 64 attributes'],
    [`<a>${'<b/>'.repeat(300_000)}</a>`, 'more than 300000 elements'],
    [`<a b="${'x'.repeat(MAX_XML_CHARACTERS)}"/>`, 'larger than'],
  ])('refuses %.40s', async (xml, message) => {
    expect(await faultOf(xml)).toContain(message);
    expect(await checkInvoiceXml(xml, 'en16931', unlimited())).toMatchObject([{ rule: 'XML', field: '/' }]);
  });

  test.each(
    typical(
      [
        ['an attribute', `<a b="${'x'.repeat(4_900_000)}"/>`],
        ['text', `<a>${'&amp;'.repeat(900_000)}</a>`],
        ['a name', `<${'a'.repeat(4_900_000)}/>`],
        ['spaces', `<a${' '.repeat(4_900_000)}/>`],
        ['less-than signs', `<a>${'<'.repeat(4_900_000)}`],
        ['quotes that do not end', `<a ${'b="'.repeat(1_600_000)}`],
        ['references that do not end', `<a>${'&'.repeat(4_900_000)}</a>`],
        ['elements', `<a>${'<b>x</b>'.repeat(299_000)}</a>`],
      ],
      3,
    ),
  )('reads 5 MB of %s in a bounded time', LONG, async (_, xml) => {
    const before = process.cpuUsage();
    await checkInvoiceXml(xml, 'peppol', unlimited());
    expect(process.cpuUsage(before).user).toBeLessThan(MAX_CPU_US);
  });

  test('finds the namespace of a prefix at the nearest element that declares it', async () => {
    const [b, e] = (
      await parseXml('<a xmlns:p="1" xmlns="2"><b xmlns:p="3"><p:c/><d/></b><p:e/></a>', unlimited())
    ).children;
    expect(b?.children.map(({ namespace }) => namespace)).toEqual(['3', '2']);
    expect(e?.namespace).toBe('1');
    expect(await faultOf('<a><b xmlns:p="1"/><p:c/></a>')).toContain('unbound namespace prefix: "p"');
  });

  const declarations = (depth: number): string =>
    Array.from({ length: 64 }, (_, index) => `xmlns:p${depth}-${index}="u"`).join(' ');
  const nested = Array.from({ length: 62 }, (_, depth) => `<a ${declarations(depth)}>`).join('');

  const PEPPOL = 'xml' in peppol ? peppol.xml : '';
  /** EN 16931 does not use the element, so its content is free. */
  const withContent = (content: string): string =>
    PEPPOL.replace(
      '<cac:AccountingSupplierParty>',
      (tag) => `<cac:Signature>${content}</cac:Signature>${tag}`,
    );
  const amount = '<TaxAmount currencyID="USD">1</TaxAmount>';

  const totals = /<(ram:\w+HeaderMonetarySummation)>[^]*<\/\1>/;
  const line =
    '<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>0</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>';

  test.each(
    typical(
      [
        [
          'namespaces below many namespaces',
          'peppol',
          `${nested}${'<a xmlns:b="c"/>'.repeat(290_000)}${'</a>'.repeat(62)}`,
        ],
        ['amounts in one total', 'peppol', withContent(`<TaxTotal>${amount.repeat(110_000)}</TaxTotal>`)],
        [
          'amounts after many notes',
          'peppol',
          withContent('<a currencyID="EUR">1</a>'.repeat(90_000)).replace(
            '<cbc:DocumentCurrencyCode>',
            (tag) => `${'<cbc:Note>a</cbc:Note>'.repeat(110_000)}${tag}`,
          ),
        ],
        [
          'lines and totals',
          'en16931',
          VALID.replace(totals, (one) => one.replaceAll(/\s+/g, ' ').repeat(6_000)).replace(
            '<ram:ApplicableHeaderTradeAgreement>',
            (tag) => line.repeat(8_000) + tag,
          ),
        ],
      ] as const,
      1,
    ),
  )('checks 5 MB of %s in a bounded time', LONG, async (_, profile, xml) => {
    expect(xml.length).toBeGreaterThan(4_000_000);
    expect(xml.length).toBeLessThanOrEqual(MAX_XML_CHARACTERS);
    const before = process.cpuUsage();
    await checkInvoiceXml(xml, profile, unlimited());
    expect(process.cpuUsage(before).user).toBeLessThan(MAX_CPU_US);
  });

  test('reports a limited number of problems', async () => {
    const many = VALID.replace(
      '<ram:ApplicableHeaderTradeAgreement>',
      `<ram:ApplicableHeaderTradeAgreement>${'<ram:X/>'.repeat(100_000)}`,
    );
    const before = process.cpuUsage();
    expect(await checkInvoiceXml(many, 'en16931', unlimited())).toHaveLength(MAX_PROBLEMS);
    expect(process.cpuUsage(before).user).toBeLessThan(MAX_CPU_US);
  });
});
