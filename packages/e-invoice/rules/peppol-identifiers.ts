/** An identifier of a scheme whose form and check digits Peppol checks. */
interface Identifier {
  readonly rule: string;
  readonly scheme: string;
  readonly name: string;
  readonly isRight: (text: string) => boolean;
}

const digitsOf = (text: string): number[] => Array.from(text, Number);

const weigh = (digits: readonly number[], weightOf: (place: number) => number): number =>
  digits.reduce((sum, digit, place) => sum + digit * weightOf(place), 0);

/** Source: GS1. From the right, before the check digit, the weights are 3, 1, 3 and so on. */
function isGln(text: string): boolean {
  const [check = 0, ...others] = digitsOf(text).toReversed();
  const sum = weigh(others, (place) => (place % 2 === 0 ? 3 : 1));
  return /^\d+$/.test(text) && (10 - (sum % 10)) % 10 === check;
}

function isNorwegian(text: string): boolean {
  const [check = 0, ...others] = digitsOf(text).toReversed();
  const sum = weigh(others, (place) => (place % 6) + 2);
  return /^\d{9}$/.test(text) && Number(text) > 0 && (11 - (sum % 11)) % 11 === check;
}

/** Source: ISO/IEC 7812. Every second digit from the right is doubled, and the digits of the result are added. */
function isSwedish(text: string): boolean {
  const digits = digitsOf(text).map((digit, place) =>
    place % 2 === 1 ? digit : ((digit * 2) % 10) + (digit > 4 ? 1 : 0),
  );
  return /^\d{10}$/.test(text) && weigh(digits, () => 1) % 10 === 0;
}

const isBelgian = (text: string): boolean =>
  /^\d{10}$/.test(text) && 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8));

function isAustralian(text: string): boolean {
  const [first = 0, ...others] = digitsOf(text);
  return /^\d{11}$/.test(text) && ((first - 1) * 10 + weigh(others, (place) => 2 * place + 1)) % 89 === 0;
}

/** Source: the rules PEPPOL-COMMON of Peppol BIS Billing 3.0 that are errors. */
export const PEPPOL_IDENTIFIERS: readonly Identifier[] = [
  { rule: 'R049', scheme: '0007', name: 'Swedish organization number', isRight: isSwedish },
  { rule: 'R040', scheme: '0088', name: 'GLN', isRight: isGln },
  { rule: 'R052', scheme: '0096', name: 'Danish P number', isRight: (text) => /^\d{10}$/.test(text) },
  { rule: 'R050', scheme: '0151', name: 'Australian Business Number', isRight: isAustralian },
  { rule: 'R042', scheme: '0184', name: 'Danish CVR number', isRight: (text) => /^(?:DK)?\d{8}$/.test(text) },
  { rule: 'R041', scheme: '0192', name: 'Norwegian organization number', isRight: isNorwegian },
  { rule: 'R053', scheme: '0198', name: 'Danish SE number', isRight: (text) => /^DK\d{8}$/.test(text) },
  { rule: 'R043', scheme: '0208', name: 'Belgian enterprise number', isRight: isBelgian },
];
