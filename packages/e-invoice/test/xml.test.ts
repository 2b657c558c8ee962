import { describe, expect, test } from 'vitest';
import { checkInvoiceXml, makeInvoiceXml, MAX_PROBLEMS, MAX_XML_CHARACTERS } from '../index.ts';
import { parseXml, UnreadableXml } from '../xml/parse.ts';
import { INVOICES } from './support/invoices.ts';

const made = makeInvoiceXml(INVOICES['simple'] ?? {}, 'en16931');
const VALID = 'xml' in made ? made.xml : '';

const faultOf = (xml: string): string => {
  try {
    parseXml(xml);
    return '';
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return error.message;
  }
};

describe('reading XML', () => {
  test('reads elements, attributes, references and CDATA', () => {
    const root = parseXml(
      `<?xml version="1.0" encoding="utf-8"?><!-- a --><a x='1' y="&lt;"><b>1 &amp; &#x32;</b><![CDATA[<c>]]></a>`,
    );
    expect(root.attribute('x')).toBe('1');
    expect(root.attribute('y')).toBe('<');
    expect(root.children[0]?.text).toBe('1 & 2');
    expect(root.text).toBe('<c>');
  });

  test('knows elements by their namespace, whatever the prefix is', () => {
    expect(
      checkInvoiceXml(VALID.replaceAll('ram:', 'a.b:').replaceAll('xmlns:ram', 'xmlns:a.b'), 'en16931'),
    ).toEqual([]);
    const inside = VALID.replace(
      '<ram:InvoiceCurrencyCode>',
      '<ram:InvoiceCurrencyCode xmlns:ram="urn:other">',
    );
    expect(checkInvoiceXml(inside, 'en16931').map(({ rule }) => rule)).toContain('BR-05');
  });

  test.each([
    ['<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>', 'document type'],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'document type'],
    ['<a>&b;</a>', '&b;'],
    ['<a>&constructor;</a>', '&constructo'],
    ['<a>&#0;</a>', 'five entities'],
    ['<a>&#xD800;</a>', 'five entities'],
    ['<a>& b</a>', 'five entities'],
    ['<a b="1" b="2"/>', 'attribute b twice'],
    ['<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', 'attribute b twice'],
    ['<p:a/>', 'prefix p has no namespace'],
    ['<constructor:a/>', 'no namespace'],
    ['<a b="<"/>', 'unexpected <'],
    ['<a b=1/>', 'unexpected 1'],
    ['<a b="1"c="2"/>', 'unexpected c'],
    ['<a', 'unexpected'],
    ['<a>', 'no end tag'],
    ['<a></b>', 'end tag b'],
    ['</a>', 'end tag a'],
    ['<a/><b/>', 'two root elements'],
    ['<a/>text', 'outside its root'],
    ['', 'no element'],
    ['<a>\u0000</a>', 'character'],
    ['<a>\uD800</a>', 'character'],
    ['<a>]]></a>', 'unexpected ]]>'],
    ['<!-- a -- b --><a/>', 'unexpected --'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'ISO-8859-1'],
    [`<a ${'x'.repeat(100)}`, 'unexpected'],
    ['<a>'.repeat(65), 'deeper than 64'],
    [`<a ${Array.from({ length: 65 }, (_, index) => `a${index}=""`).join(' ')}/>`, 'more than 64 attributes'],
    [`<a>${'<b/>'.repeat(300_000)}</a>`, 'more than 300000 elements'],
    [`<a b="${'x'.repeat(MAX_XML_CHARACTERS)}"/>`, 'larger than'],
  ])('refuses %.40s', (xml, message) => {
    expect(faultOf(xml)).toContain(message);
    expect(checkInvoiceXml(xml, 'en16931')).toMatchObject([{ rule: 'XML', field: '/' }]);
  });

  test.each([
    ['an attribute', `<a b="${'x'.repeat(4_900_000)}"/>`],
    ['text', `<a>${'&amp;'.repeat(900_000)}</a>`],
    ['a name', `<${'a'.repeat(4_900_000)}/>`],
    ['spaces', `<a${' '.repeat(4_900_000)}/>`],
    ['less-than signs', `<a>${'<'.repeat(4_900_000)}`],
    ['quotes that do not end', `<a ${'b="'.repeat(1_600_000)}`],
    ['references that do not end', `<a>${'&'.repeat(4_900_000)}</a>`],
    ['elements', `<a>${'<b>x</b>'.repeat(299_000)}</a>`],
  ])('reads 5 MB of %s in a bounded time', (_, xml) => {
    const startedAt = performance.now();
    checkInvoiceXml(xml, 'peppol');
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  test('reports no more problems than a person reads', () => {
    const many = VALID.replace(
      '<ram:ApplicableHeaderTradeAgreement>',
      `<ram:ApplicableHeaderTradeAgreement>${'<ram:X/>'.repeat(100_000)}`,
    );
    const startedAt = performance.now();
    expect(checkInvoiceXml(many, 'en16931')).toHaveLength(MAX_PROBLEMS);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});
