import { readFileSync, statSync } from 'node:fs';
import type { VeraPdf } from '../conformance/checks/verapdf.ts';
import { run } from '../readers/tools.ts';
import { findDifference } from './compare.ts';
import { findFile, listFiles, listPdfs } from './files.ts';
import type { Step } from './read-feature.ts';
import type { ScenarioRun } from './scenario-run.ts';
import { isEvent, isFile, isWebhook } from './server.ts';

interface Means {
  /** It is null if Java is not there: then what only veraPDF sees is not checked. */
  readonly veraPdf: VeraPdf | null;
}

type Check = (run: ScenarioRun, words: readonly string[], step: Step, means: Means) => void | Promise<void>;

/** What a scenario says, and how it is checked. Groups of a pattern are the words of its check. */
const CHECKS: readonly (readonly [RegExp, Check])[] = [
  [/^I have a default Gotenberg container$/, () => {}],
  [/^I have a (?:webhook|static) server$/, (scenario) => scenario.startServer()],
  [
    /^I make a "(\w+)" request to Gotenberg at the "([^"]*)" endpoint(?: with the following .*)?$/,
    (scenario, [method = '', path = ''], step) => scenario.request(method, path, step),
  ],
  [/^I wait for the asynchronous request to the webhook$/, (scenario) => scenario.waitForWebhook()],
  [
    /^the response status code should be (\d+)$/,
    ({ answered }, [status]) => {
      const said = answered.status === Number(status) ? '' : `: ${answered.body.toString().slice(0, 300)}`;
      same('status', String(answered.status), status ?? '', said);
    },
  ],
  [
    /^the (response|webhook request|file request|server request) header "([^"]*)" should be "([^"]*)"$/,
    (scenario, [kind = '', name = '', expected = '']) =>
      same(`header ${name}`, headerOf(scenario, kind, name), expected),
  ],
  [
    /^the (server request) cookie "([^"]*)" should be "([^"]*)"$/,
    (scenario, [kind = '', name = '', expected = '']) => {
      const cookies = headerOf(scenario, kind, 'cookie').split('; ');
      const found = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
      same(`cookie ${name}`, found, expected);
    },
  ],
  [
    /^the webhook request header "([^"]*)" should carry trace id "([^"]*)"$/,
    (scenario, [name = '', id = '']) => contains(headerOf(scenario, 'webhook request', name), id, true),
  ],
  [
    /^the (response|webhook request) body should match string:$/,
    (scenario, [kind = ''], { doc }) => same('body', bodyOf(scenario, kind), expectedText(doc)),
  ],
  [
    /^the (response|webhook request) body should contain string:$/,
    (scenario, [kind = ''], { doc }) => contains(bodyOf(scenario, kind), expectedText(doc), true),
  ],
  [
    /^the (response|webhook request) body should match JSON:$/,
    (scenario, [kind = ''], { doc }) => matches(bodyOf(scenario, kind), doc),
  ],
  [
    /^the webhook event should match JSON:$/,
    async ({ server }, _, { doc }) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      matches(server?.last(isEvent)?.body.toString() ?? 'null', doc);
    },
  ],
  [
    /^there should be (\d+) PDF\(s\) in the (?:response|webhook request)$/,
    ({ folder }, [count]) => same('PDFs', String(listPdfs(folder).length), count ?? ''),
  ],
  [
    /^there should be the following file\(s\) in the (?:response|webhook request):$/,
    ({ folder }, _, { table }) => {
      for (const [name = ''] of table) findFile(folder, name);
      if (listFiles(folder).length === 0) throw new Error('there are no files');
    },
  ],
  [
    /^the "([^"]*)" PDF should have (\d+) page\(s\)$/,
    async ({ folder }, [name = '', pages]) =>
      same('pages', /Pages:\s+(\d+)/.exec(await infoOf(findFile(folder, name)))?.[1] ?? '', pages ?? ''),
  ],
  [
    /^the "([^"]*)" PDF (should|should NOT) be set to landscape orientation$/,
    async ({ folder }, [name = '', should]) => {
      const [, width, height] =
        /Page size:\s+([\d.]+) x ([\d.]+)/.exec(await infoOf(findFile(folder, name))) ?? [];
      same('landscape', String(Number(width) > Number(height)), String(should === 'should'));
    },
  ],
  [
    /^the "([^"]*)" PDF (should|should NOT) have a document outline$/,
    ({ folder }, [name = '', should]) => {
      const has = readFileSync(findFile(folder, name), 'latin1').includes('/Outlines');
      same('outline', String(has), String(should === 'should'));
    },
  ],
  [
    /^the "([^"]*)" PDF (should|should NOT) have the following content at page (\d+):$/,
    async ({ folder }, [name = '', should, page = ''], { doc }) =>
      contains(await textOf(findFile(folder, name), page), doc ?? '', should === 'should'),
  ],
  [
    /^the "([^"]*)" PDF (should|should NOT) have content matching "([^"]*)" at page (\d+)$/,
    async ({ folder }, [name = '', should, pattern = '', page = '']) => {
      const text = await textOf(findFile(folder, name), page);
      if (new RegExp(pattern).test(text) !== (should === 'should'))
        throw new Error(`${pattern} ${should}: ${text.slice(0, 200)}`);
    },
  ],
  [
    /^the "([^"]*)" PDF should have (\d+) image\(s\)$/,
    async ({ folder }, [name = '', count]) => {
      const { output } = await run('pdfimages', ['-list', findFile(folder, name)]);
      same('images', String(Math.max(0, output.trim().split('\n').length - 2)), count ?? '');
    },
  ],
  [
    /^the "([^"]*)" image should be (\d+)x(\d+) pixels$/,
    ({ folder }, [name = '', width, height]) => {
      const png = readFileSync(findFile(folder, name));
      same('size', `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, `${width}x${height}`);
    },
  ],
  [
    /^the "([^"]*)" image pixel at (\d+),(\d+) should be "([^"]*)"$/,
    async ({ folder }, [name = '', x, y, colour = '']) => {
      const { createCanvas, loadImage } = await import('@napi-rs/canvas');
      const image = await loadImage(findFile(folder, name));
      const context = createCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      const [red = 0, green = 0, blue = 0] = context.getImageData(Number(x), Number(y), 1, 1).data;
      same('pixel', `#${Buffer.from([red, green, blue]).toString('hex')}`, colour.toLowerCase());
    },
  ],
  [
    /^the "([^"]*)" file size should be (less|greater) than (\d+) KB$/,
    ({ folder }, [name = '', than, limit]) => {
      const { size } = statSync(findFile(folder, name));
      if ((than === 'less') !== size < Number(limit) * 1024) throw new Error(`the file has ${size} bytes`);
    },
  ],
  [
    /^the (?:response|webhook request) PDF\(s\) should be valid "([^"]*)" with a tolerance of (\d+) failed rule\(s\)$/,
    async ({ folder }, [standard = '', tolerance], _, { veraPdf }) => {
      const profile = standard === 'PDF/UA-1' ? 'ua1' : standard.slice('PDF/A-'.length);
      for (const path of listPdfs(folder)) {
        const broken = (await veraPdf?.validate(path, profile))?.broken ?? [];
        if (broken.length > Number(tolerance))
          throw new Error(`${standard}: ${broken.map(({ rule }) => rule).join(', ')}`);
      }
    },
  ],
  [
    /^the (?:response|webhook request) PDF\(s\) (should|should NOT) be flatten$/,
    ({ folder }, [should]) => {
      for (const path of listPdfs(folder))
        same('flat', String(!readFileSync(path, 'latin1').includes('/Annots')), String(should === 'should'));
    },
  ],
  [
    /^the (?:response|webhook request) PDF\(s\) (should|should NOT) be encrypted/,
    async ({ folder }, [should]) => {
      for (const path of listPdfs(folder)) {
        const isClosed = (await infoOf(path)).includes('Incorrect password');
        same('encrypted', String(isClosed), String(should === 'should'));
      }
    },
  ],
  [
    /^the (?:response|webhook request) PDF\(s\) (should|should NOT) allow "([^"]*)"$/,
    async ({ folder }, [should, action = '']) => {
      const flag = { printing: 'print', copying: 'copy', modifying: 'change', annotating: 'addNotes' }[
        action
      ];
      for (const path of listPdfs(folder))
        contains(
          (await infoOf(path)).replaceAll(/\s/g, ''),
          `${flag}:${should === 'should' ? 'yes' : 'no'}`,
          true,
        );
    },
  ],
  [
    /^the (?:response|webhook request) PDF\(s\) (should|should NOT) have the "([^"]*)" file embedded$/,
    async ({ folder }, [should, name = '']) => {
      for (const path of listPdfs(folder))
        contains((await run('pdfdetach', ['-list', path])).output, name, should === 'should');
    },
  ],
  [
    /^the (?:response|webhook request) PDF\(s\) should have the "([^"]*)" file embedded with relationship "([^"]*)"$/,
    ({ folder }, [, relationship]) => {
      for (const path of listPdfs(folder))
        contains(readFileSync(path, 'latin1'), `/AFRelationship /${relationship}`, true);
    },
  ],
  [
    /^the Gotenberg container (should|should NOT) log the following entries:$/,
    async ({ target }, [should], { table }) => {
      if (target.log === null) return;
      // The service writes its line after the answer.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const lines = target.log().join('\n');
      for (const [entry = ''] of table) contains(lines, entry, should === 'should');
    },
  ],
];

/** @throws {Error} the step does not hold, or is not known */
export async function check(scenario: ScenarioRun, step: Step, means: Means): Promise<void> {
  for (const [pattern, holds] of CHECKS) {
    const [whole, ...words] = pattern.exec(step.text) ?? [];
    if (whole === undefined) continue;
    await holds(scenario, words, step, means);
    return;
  }
  throw new Error(`a step that is not known: ${step.text}`);
}

/** The version that the service says it speaks is not one of the checks. */
const expectedText = (doc: string | null): string => doc ?? '';

function same(of: string, actual: string, expected: string, more = ''): void {
  if (of === 'body' && expected === '{version}' && /^\d+\.\d+\.\d+$/.test(actual)) return;
  if (actual !== expected)
    throw new Error(
      `${of}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual.slice(0, 600))}${more}`,
    );
}

function contains(text: string, part: string, isWanted: boolean): void {
  if (text.includes(part) !== isWanted)
    throw new Error(
      `${isWanted ? 'expected' : 'unexpected'} ${JSON.stringify(part)} in ${JSON.stringify(text.slice(0, 400))}`,
    );
}

function matches(text: string, doc: string | null): void {
  const difference = findDifference(JSON.parse(doc ?? 'null'), JSON.parse(text));
  if (difference !== null) throw new Error(difference);
}

function headerOf({ answered, server }: ScenarioRun, kind: string, name: string): string {
  if (kind === 'response') return answered.headers.get(name) ?? '';
  const received = server?.last(kind === 'webhook request' ? isWebhook : isFile);
  return String(received?.headers[name.toLowerCase()] ?? '');
}

const bodyOf = ({ answered, server }: ScenarioRun, kind: string): string =>
  (kind === 'response' ? answered.body : (server?.last(isWebhook)?.body ?? Buffer.alloc(0))).toString();

const infoOf = async (path: string): Promise<string> => (await run('pdfinfo', [path])).output;

const textOf = async (path: string, page: string): Promise<string> =>
  (await run('pdftotext', ['-f', page, '-l', page, path, '-'])).output;
