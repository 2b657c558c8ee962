import { describe, expect, test } from 'vitest';
import type { StarterName } from '../../../dashboard/starters/starters.ts';
import { readStarter } from '../../../scripts/generate/read-starter.ts';
import { filledWith } from '../../support/compose/composed.ts';

/** The addresses in the QR codes of a starter, with other data. */
async function addressesOf(name: StarterName, changes: Readonly<Record<string, object | boolean>>) {
  const { content, data } = await readStarter(name);
  const html = filledWith(content, { ...data, ...changes });
  return Array.from(html.matchAll(/aria-label="(https:[^"]+)"/g), ([, address = '']) =>
    address.replaceAll('&amp;', '&').replaceAll('&#x3D;', '='),
  );
}

/** The example of the ministry. Source: github.com/CIRFMF/ksef-docs, kody-qr.md. */
describe('the starter of an invoice in KSeF', () => {
  const hash = 'UtQp9Gpc51y-u3xApZjIjgkpZ01js-J8KflSPW8WzIE';
  const host = 'https://qr-test.ksef.mf.gov.pl';
  const own = { invoice: { issued: '2026-02-01' }, seller: { nip: '1111111111' } };
  const codeOne = `${host}/invoice/1111111111/01-02-2026/${hash}`;
  const codeTwo = `${host}/certificate/Nip/1111111111/1111111111/01F20A5D352AE590/${hash}/mSkm_XmM9fq7`;

  test('has KOD I with the address that the ministry shows', async () => {
    const ksef = { host, hash, number: '1111111111-20260201-0100001AF629-AF' };
    expect(await addressesOf('ksef-invoice', { ...own, ksef })).toEqual([codeOne]);
  });

  test('has KOD II with the signed address, and says OFFLINE without a number', async () => {
    const ksef = { host, hash, certificateUrl: codeTwo };
    const { content } = await readStarter('ksef-invoice');

    expect(await addressesOf('ksef-invoice', { ...own, ksef })).toEqual([codeOne, codeTwo]);
    expect(
      Array.from(filledWith(content, { ...own, ksef }).matchAll(/<figcaption>(.*?)</g), ([, text]) => text),
    ).toEqual(['OFFLINE', 'CERTYFIKAT']);
  });
});

/** The example of the AEAT. Source: its "Características del QR y especificaciones del servicio de cotejo". */
describe('the starter of an invoice with Verifactu', () => {
  const parameters = 'nif=89890001K&numserie=12345678%26G33&fecha=01-01-2024&importe=241.4';
  const own = {
    seller: { nif: '89890001K' },
    invoice: { number: '12345678&G33', issued: '2024-01-01' },
    totals: { total: 241.4 },
  };

  test.each([
    [true, 'ValidarQR', 1],
    [false, 'ValidarQRNoVerifactu', 0],
  ])('has the address and the legend of a system with verifactu %s', async (verifactu, service, legends) => {
    const { content } = await readStarter('verifactu-invoice');
    const legend = /Factura verificable en la sede electrónica de la AEAT/g;

    expect(await addressesOf('verifactu-invoice', { ...own, verifactu })).toEqual([
      `https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/${service}?${parameters}`,
    ]);
    expect(filledWith(content, { ...own, verifactu }).match(legend) ?? []).toHaveLength(legends);
  });
});
