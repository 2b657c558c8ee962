import { checkChild, type Keyword, type KeywordTable } from './keyword.ts';
import { chargedKeys } from './object-keywords.ts';
import { isObject } from './schema.ts';

const unevaluatedProperties: Keyword = ({ value, path, compile }) => {
  const others = compile(value, path);
  return (data, check) => {
    if (!isObject(data)) return;
    for (const key of chargedKeys(data, check)) {
      if (check.isFull) return;
      if (!check.evaluated?.has(key)) checkChild(key, data[key], others, check);
    }
  };
};

const unevaluatedItems: Keyword = ({ value, path, compile }) => {
  const others = compile(value, path);
  return (data, check) => {
    if (!Array.isArray(data)) return;
    check.step(data.length);
    for (const [at, item] of data.entries()) {
      if (check.isFull) return;
      if (!check.evaluated?.has(at)) checkChild(at, item, others, check);
    }
  };
};

export const UNEVALUATED_KEYWORDS: KeywordTable = { unevaluatedProperties, unevaluatedItems };
