import { PROFILES, type EInvoiceProfile, type ProfileFamily } from './profiles.ts';
import { FACTUR_X_BASIC } from './structure/factur-x-basic.generated.ts';
import { FACTUR_X_EN16931 } from './structure/factur-x-en16931.generated.ts';
import { Structure } from './structure/structure.ts';
import { UBL } from './structure/ubl.generated.ts';

const basic = new Structure(FACTUR_X_BASIC);
const en16931 = new Structure(FACTUR_X_EN16931);

/** The releases of Factur-X have one structure. XRechnung has that of EN 16931. */
const STRUCTURES: Readonly<Record<ProfileFamily, Structure>> = {
  basic,
  en16931,
  xrechnung: en16931,
  peppol: new Structure(UBL),
};

/** The structure of the XML of a profile. */
export const structureOf = (profile: EInvoiceProfile): Structure => STRUCTURES[PROFILES[profile].family];
