import type { Meter } from '@platen/meter';
import { endOfText } from '../file/syntax.ts';
import { isLargeReal, MAX_ELEMENTS, MAX_REAL, ruleOfFirstPart } from './check-first-part.ts';
import { MAX_NAME_BYTES, MAX_STRING_BYTES, TOKEN_WORK } from './limits.ts';

/** The operators of ISO 32000-1, annex A, without those that PDF/A does not allow or that are not checked here: BI, BX, k, K, ri. */
const OPERATORS = new Set(
  (
    'b B b* B* BDC BMC BT c cm CS cs d d0 d1 Do DP EMC ET f F f* G g gs h i j J l M m MP n q Q re RG rg s S SC sc SCN scn sh ' +
    `T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' " true false null`
  ).split(' '),
);

/** The rules that operators break. */
const RULES: ReadonlyMap<string, string> = new Map([
  ['k', '6.2.4.3'],
  ['K', '6.2.4.3'],
  ['BI', '6.2.8'],
  ['ri', '6.2.6'],
]);

/** The limit for `q` in `q` (ISO 19005-2, 6.1.13). */
const MAX_DEPTH = 28;

/** Matches numbers, and what follows them: a name, a bracket, a string or its start, an operator, a comment, or another character. */
const TOKEN =
  /([\s\0\d.+-]*)(?:\/([^\s\0/<>[\](){}%]*)|<<|>>|[[\]]|<([^<>]*)>|\(|([A-Za-z'"][A-Za-z\d*'"]*)|%[^\r\n]*|([^\s\0\d.+-])|$)/y;

/** A large integer has at least this many characters. */
const MIN_DIGITS = 10;

/** Matches integers that may be over 2,147,483,647 (ISO 19005-2, 6.1.13). */
const LARGE_INTEGER = /(?<![\d.])\d{10,}(?![\d.])/;

/** Matches what may be a real number over 32,767. */
const MANY_DIGITS = /\d{5}\./;

type Report = (rule: string, what: string) => void;

/** Checks the operators and the values of content. The content of a page may be in several streams, and `check` gets one at a time. */
export class OperatorChecker {
  readonly #meter: Meter;
  readonly #report: Report;
  readonly #isFirstPart: boolean;
  #depth = 0;
  /** Where the last array begins. */
  #arrayAt = 0;

  constructor(meter: Meter, isFirstPart: boolean, report: Report) {
    this.#meter = meter;
    this.#isFirstPart = isFirstPart;
    this.#report = report;
  }

  async check(content: string): Promise<void> {
    const token = new RegExp(TOKEN);
    for (let found = token.exec(content); found !== null && found[0] !== ''; found = token.exec(content)) {
      const [text, numbers = '', name, digits, operator, odd] = found;
      this.#meter.charge(TOKEN_WORK + text.length);
      if (this.#meter.isDue) await this.#meter.pause();
      if (numbers.length >= MIN_DIGITS && LARGE_INTEGER.test(numbers))
        this.#report('6.1.13', 'the content has a number that is too large');
      if (this.#isFirstPart) this.#checkFirstPart(numbers, text.at(-1) ?? '', token.lastIndex);
      if (operator !== undefined) this.#checkOperator(operator);
      else if (name !== undefined) this.#checkName(name);
      else if (digits !== undefined) this.#checkDigits(digits);
      else if (odd !== undefined)
        this.#report('6.2.2', `the content has ${JSON.stringify(odd)}, which is not an operator`);
      else if (text.endsWith('(')) token.lastIndex = this.#endOfString(content, token.lastIndex - 1);
    }
  }

  /** An array of few values has fewer characters than one over the limit. */
  #checkFirstPart(numbers: string, end: string, at: number): void {
    if (MANY_DIGITS.test(numbers) && numbers.split(/[\s\0]+/).some(isLargeReal))
      this.#report(ruleOfFirstPart('6.1.12'), `the content has a number over ${MAX_REAL}`);
    if (end === '[') this.#arrayAt = at;
    else if (end === ']' && at - this.#arrayAt > 2 * MAX_ELEMENTS)
      this.#report(ruleOfFirstPart('6.1.12'), 'the content has an array that is too long');
  }

  #checkOperator(operator: string): void {
    if (operator === 'q') {
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH)
        this.#report('6.1.13', `the content nests the operators q and Q more than ${MAX_DEPTH} times`);
    } else if (operator === 'Q') this.#depth -= 1;
    else if (!OPERATORS.has(operator))
      this.#report(RULES.get(operator) ?? '6.2.2', `the content has the operator "${operator.slice(0, 20)}"`);
  }

  #checkName(name: string): void {
    if (name.length > MAX_NAME_BYTES)
      this.#report('6.1.13', `the content has a name of more than ${MAX_NAME_BYTES} bytes`);
  }

  #checkDigits(digits: string): void {
    if (digits.length > 2 * MAX_STRING_BYTES) this.#reportLongString();
    const count = /\s/.test(digits) ? digits.replaceAll(/\s/g, '').length : digits.length;
    if (count % 2 === 1 || NO_DIGIT.test(digits))
      this.#report('6.1.6', 'the content has a hexadecimal string that does not consist of pairs of digits');
  }

  #endOfString(content: string, start: number): number {
    const end = endOfText(content, start) ?? content.length;
    this.#meter.charge(end - start);
    const brackets = 2;
    if (end - start - brackets > MAX_STRING_BYTES) this.#reportLongString();
    return end;
  }

  #reportLongString(): void {
    this.#report('6.1.13', `the content has a text of more than ${MAX_STRING_BYTES} bytes`);
  }
}

const NO_DIGIT = /[^\dA-Fa-f\s]/;
