import type { Meter } from '@platen/meter';
import { fromXml } from './model/from-xml.ts';
import { listShown, type ShownInvoice } from './model/shown.ts';
import { PROFILES, type EInvoiceProfile } from './profiles.ts';
import { structureOf } from './structures.ts';
import { parseXml } from './xml/parse.ts';

/** Returns what the pages of an invoice must show. @param xml `checkInvoiceXml` found no problem in it */
export async function readShown(xml: string, profile: EInvoiceProfile, meter: Meter): Promise<ShownInvoice> {
  const namespaces = new Set(Object.values(structureOf(profile).table.namespaces));
  const { syntax } = PROFILES[profile];
  const { document } = await fromXml(await parseXml(xml, meter), { syntax, namespaces, meter });
  return listShown(document, meter);
}
