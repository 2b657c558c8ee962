import { PROFILES, type EInvoiceProfile, type ProfileFamily } from '../profiles.ts';
import { nameOf, type Rule } from './rule.ts';

const IDS: Readonly<Record<ProfileFamily, string>> = {
  basic: 'PROFILE',
  en16931: 'PROFILE',
  xrechnung: 'BR-DE-21',
  peppol: 'PEPPOL-EN16931-R004',
};

/** A rule that the specification identifier is that of the profile. */
export const guidelineOf = (profile: EInvoiceProfile): Rule => ({
  id: IDS[PROFILES[profile].family],
  each: 'BG-0',
  term: 'BT-24',
  fault: (document) => {
    const { guideline } = PROFILES[profile];
    const text = document.trimmed('BT-24');
    return text === guideline
      ? null
      : `${nameOf('BT-24')} is "${text.slice(0, 100)}". For the profile ${profile} it must be ${guideline}.`;
  },
});
