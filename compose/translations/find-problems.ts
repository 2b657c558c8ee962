import type { Meter } from '@platen/meter';
import type { Translations } from '../../schema/api/translations.ts';
import { cut } from '../source-text.ts';
import { findFormProblems, readTexts } from './catalog.ts';
import type { PlacedCall } from './find-calls.ts';
import { findParents, toKnownLocale } from './locale-chain.ts';
import { MessageFault, namesIn } from './message.ts';
import { parseMessage, WORK_PER_CHAR } from './parse-message.ts';

/** More would not help the author. */
const MAX_PROBLEMS = 20;

/** Work of the meter for a locale, and for a call that is looked up in it. */
const WORK_PER_LOCALE = 10_000;
const WORK_PER_CALL = 100;

/** Lists each message that is not valid, and each key of a call that a locale does not have (contract 22.3). */
export function findTranslationProblems(
  translations: Translations,
  calls: readonly PlacedCall[],
  meter: Meter,
): string[] {
  const form = findFormProblems(translations);
  const problems: string[] = [];
  for (const problem of form.length > 0 ? form : findContentProblems(translations, calls, meter)) {
    if (problems.length >= MAX_PROBLEMS)
      return [...problems.slice(0, -1), 'translations: has more problems than are listed'];
    problems.push(problem);
  }
  return problems;
}

function* findContentProblems(
  translations: Translations,
  calls: readonly PlacedCall[],
  meter: Meter,
): Generator<string> {
  const texts = new Map(Object.entries(translations).map(([locale, tree]) => [locale, readTexts(tree)]));
  const known = [...texts.keys()].map(toKnownLocale);
  const different = withoutRepeated(calls);
  for (const [locale, messages] of texts) {
    const names = new Map<string, Set<string>>();
    meter.charge(WORK_PER_LOCALE + different.length * WORK_PER_CALL);
    for (const [key, message] of messages) {
      meter.charge((key.length + message.length) * WORK_PER_CHAR);
      const found = readNames(message);
      if (typeof found === 'string') yield `translations.${locale}.${cut(key, 60)}: ${found}`;
      else names.set(key, found);
    }
    const parents = findParents(toKnownLocale(locale), known).flatMap(({ name }) => texts.get(name) ?? []);
    const has = (key: string) => parents.some((one) => one.has(key));
    yield* findCallProblems(different, { locale, names, has });
  }
}

interface DifferentCall extends PlacedCall {
  /** Its names, which each locale looks up: a call can have 30,000 of them. */
  readonly given: ReadonlySet<string>;
}

/** The first place of each key is enough to find it. */
function withoutRepeated(calls: readonly PlacedCall[]): DifferentCall[] {
  const first = new Map<string, DifferentCall>();
  for (const call of calls) {
    const name = JSON.stringify([call.key, ...call.names]);
    if (!first.has(name)) first.set(name, { ...call, given: new Set(call.names) });
  }
  return [...first.values()];
}

/** Returns the problem if the message is not valid. */
function readNames(message: string): Set<string> | string {
  try {
    return namesIn(parseMessage(message, { isNew: true }));
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error;
    return error.message;
  }
}

interface Texts {
  readonly locale: string;
  /** The values that each message of the locale needs. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  /** Returns whether the locale has the key, or a more general one does, such as `de` for `de-CH`. */
  readonly has: (key: string) => boolean;
}

function* findCallProblems(
  calls: readonly DifferentCall[],
  { locale, names, has }: Texts,
): Generator<string> {
  const absent = new Set<string>();
  for (const { key, given, document, position } of calls) {
    if (absent.has(key)) continue;
    const place = `${document}, line ${position.line}, column ${position.column}`;
    if (!has(key)) {
      absent.add(key);
      yield `translations.${locale}: has no "${cut(key, 100)}" (${place})`;
    }
    const needed = [...(names.get(key) ?? [])].filter((name) => !given.has(name));
    if (needed.length > 0) yield describeNeeded(needed, { locale, key, place });
  }
}

function describeNeeded(
  needed: readonly string[],
  { locale, key, place }: { readonly locale: string; readonly key: string; readonly place: string },
): string {
  const names = cut(needed.map((name) => `${name}=…`).join(' '), 100);
  return `translations.${locale}.${cut(key, 60)}: needs ${names}, which the call does not give (${place})`;
}
