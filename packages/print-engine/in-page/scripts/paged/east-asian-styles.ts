import { type CounterStyle, numeric, toStyle } from './counter-systems.ts';

/** How a language writes numbers in words: by groups of four digits. Source: css-counter-styles-3, 7.1. */
interface Words {
  /** The digits from 0. */
  readonly digits: string;
  /** 10, 100 and 1,000. */
  readonly tens: string;
  /** 10,000 and its powers. It is empty if the style has no higher numbers. */
  readonly groups: string;
  readonly minus: string;
}

/** Whether a digit 1 before a word for 10, 100, 1,000 or 10,000 is left out. */
type LeavesOutOne = (digit: { readonly exponent: number; readonly group: number }) => boolean;

const never: LeavesOutOne = () => false;
const always: LeavesOutOne = ({ exponent }) => exponent > 0;
/** `十二`, but `一百一十`. */
const below20: LeavesOutOne = ({ exponent, group }) => exponent === 1 && group < 20;

const GROUP = 10_000;

/** Returns groups of four digits, the lowest first. */
function toGroups(value: number): number[] {
  const groups: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / GROUP)) groups.push(rest % GROUP);
  return groups;
}

/** @param zero what stands for zeros between other digits */
function writeGroup(
  group: number,
  { digits, tens }: Words,
  { zero, leavesOutOne }: { readonly zero: string; readonly leavesOutOne: LeavesOutOne },
): string {
  let text = '';
  let isAfterZero = false;
  for (let exponent = 3; exponent >= 0; exponent -= 1) {
    const digit = Math.floor(group / 10 ** exponent) % 10;
    if (digit === 0) {
      isAfterZero = text !== '';
      continue;
    }
    const isLeftOut = digit === 1 && leavesOutOne({ exponent, group });
    text += `${isAfterZero ? zero : ''}${isLeftOut ? '' : digits.charAt(digit)}${tens.charAt(exponent - 1)}`;
    isAfterZero = false;
  }
  return text;
}

const toWords = (words: Words, write: CounterStyle['write']): CounterStyle => {
  const highest = GROUP ** (words.groups.length + 1) - 1;
  return toStyle(numeric([]), {
    write: (value) => (value === 0 ? words.digits.charAt(0) : write(value)),
    ranges: [[-highest, highest]],
    negative: [words.minus, ''],
    fallback: 'cjk-decimal',
  });
};

function toChinese(words: Words, leavesOutOne: LeavesOutOne): CounterStyle {
  const [zero = ''] = words.digits;
  return toWords(words, (value) => {
    let text = '';
    for (const [index, group] of toGroups(value).entries().toArray().toReversed()) {
      if (group === 0) continue;
      const before = text !== '' && group < GROUP / 10 ? zero : '';
      text += `${before}${writeGroup(group, words, { zero, leavesOutOne })}${words.groups.charAt(index - 1)}`;
    }
    return text;
  });
}

function toKorean(words: Words, leavesOutOne: LeavesOutOne): CounterStyle {
  return toWords(words, (value) =>
    toGroups(value)
      .map((group, index) => {
        if (group === 0) return '';
        const isLeftOut = group === 1 && leavesOutOne({ exponent: 4 * index, group });
        const written = isLeftOut ? '' : writeGroup(group, words, { zero: '', leavesOutOne });
        return `${written}${words.groups.charAt(index - 1)}`;
      })
      .filter((text) => text !== '')
      .toReversed()
      .join(' '),
  );
}

const toJapanese = (words: Words, leavesOutOne: LeavesOutOne): CounterStyle =>
  toWords(words, (value) => writeGroup(value, words, { zero: '', leavesOutOne }));

const simplified = { groups: '万亿', minus: '负' };
const traditional = { groups: '萬億', minus: '負' };
const japanese = { groups: '', minus: 'マイナス' };
const korean = { groups: '萬億', minus: '마이너스 ' };

const informal = { digits: '零一二三四五六七八九', tens: '十百千' };
const traditionalInformal = toChinese({ ...informal, ...traditional }, below20);

export const EAST_ASIAN: readonly (readonly [name: string, style: CounterStyle])[] = [
  ['simp-chinese-informal', toChinese({ ...informal, ...simplified }, below20)],
  [
    'simp-chinese-formal',
    toChinese({ digits: '零壹贰叁肆伍陆柒捌玖', tens: '拾佰仟', ...simplified }, never),
  ],
  ['trad-chinese-informal', traditionalInformal],
  ['cjk-ideographic', traditionalInformal],
  [
    'trad-chinese-formal',
    toChinese({ digits: '零壹貳參肆伍陸柒捌玖', tens: '拾佰仟', ...traditional }, never),
  ],
  ['japanese-informal', toJapanese({ ...informal, digits: '〇一二三四五六七八九', ...japanese }, always)],
  ['japanese-formal', toJapanese({ digits: '零壱弐参四伍六七八九', tens: '拾百阡', ...japanese }, never)],
  [
    'korean-hangul-formal',
    toKorean({ digits: '영일이삼사오육칠팔구', tens: '십백천', groups: '만억', minus: korean.minus }, never),
  ],
  ['korean-hanja-informal', toKorean({ ...informal, ...korean }, always)],
  ['korean-hanja-formal', toKorean({ digits: '零壹貳參四五六七八九', tens: '拾百仟', ...korean }, never)],
];
