import { type DataCheck, MAX_PROBLEMS, type Problem } from './data-check.ts';
import { type Check, compileList, type Keyword, type KeywordTable } from './keyword.ts';

const allOf: Keyword = (use) => {
  const schemas = compileList(use);
  return (data, check) => {
    for (const schema of schemas) {
      if (check.isFull) return;
      schema(data, check);
    }
  };
};

/** @returns how many of the schemas match, and the problems of the others */
function tryEach(schemas: readonly Check[], data: unknown, check: DataCheck, enough: number) {
  const problems: Problem[] = [];
  let matches = 0;
  for (const schema of schemas) {
    const found = check.attempt(MAX_PROBLEMS, () => schema(data, check));
    if (found.length > 0) problems.push(...found.slice(0, Math.max(0, MAX_PROBLEMS - problems.length)));
    else matches += 1;
    if (matches >= enough) break;
  }
  return { matches, problems };
}

const anyOf: Keyword = (use) => {
  const schemas = compileList(use);
  return (data, check) => {
    // Every schema counts for what is evaluated.
    const enough = check.evaluated === null ? 1 : schemas.length;
    const { matches, problems } = tryEach(schemas, data, check, enough);
    if (matches > 0) return;
    check.report(() => 'matches none of the schemas of anyOf');
    for (const problem of problems) check.add(problem);
  };
};

const oneOf: Keyword = (use) => {
  const schemas = compileList(use);
  return (data, check) => {
    const { matches, problems } = tryEach(schemas, data, check, 2);
    if (matches === 1) return;
    if (matches > 1) return check.report(() => 'matches more than one of the schemas of oneOf');
    check.report(() => 'matches none of the schemas of oneOf');
    for (const problem of problems) check.add(problem);
  };
};

const not: Keyword = ({ value, path, compile }) => {
  const unwanted = compile(value, path);
  return (data, check) => {
    if (check.passes(() => unwanted(data, check))) check.report(() => 'matches the schema of not');
  };
};

const condition: Keyword = ({ value, schema, path, compile }) => {
  const holds = compile(value, path);
  const parent = path.slice(0, -'/if'.length);
  const compileBranch = (name: 'then' | 'else') =>
    schema[name] === undefined ? null : compile(schema[name], `${parent}/${name}`);
  const [yes, no] = [compileBranch('then'), compileBranch('else')];
  return (data, check) => {
    const branch = check.passes(() => holds(data, check)) ? yes : no;
    branch?.(data, check);
  };
};

export const COMBINING_KEYWORDS: KeywordTable = { allOf, anyOf, oneOf, not, if: condition };
