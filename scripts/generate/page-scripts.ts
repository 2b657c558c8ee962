import { build } from 'vite';
import { inProject } from '../project.ts';

const ENGINE = 'packages/print-engine';

interface PageScripts {
  readonly file: string;
  /** The file of each script in the engine, by the name of its constant. */
  readonly entries: Readonly<Record<string, string>>;
}

/** Few documents need the scripts of the second file and of features, so a Worker starts without them. */
export const PAGE_SCRIPTS: readonly PageScripts[] = [
  {
    file: inProject(ENGINE, 'in-page/scripts.generated.ts'),
    entries: {
      READINESS: 'in-page/scripts/readiness.ts',
      LAY_OUT_BANDS: 'in-page/scripts/lay-out-bands.ts',
      ANSWER_DIALOGS: 'in-page/scripts/answer-dialogs.ts',
      DRAW_PICTURE: 'in-page/scripts/draw-picture.ts',
      REPORT_ERRORS: 'in-page/scripts/report-errors.ts',
      REPORT_REQUESTS: 'in-page/scripts/report-requests.ts',
    },
  },
  {
    file: inProject(ENGINE, 'in-page/rare-scripts.generated.ts'),
    entries: {
      MARK_PAGES: 'in-page/scripts/mark-pages.ts',
      NAME_GLYPHS: 'in-page/scripts/name-glyphs.ts',
      READ_ACCESS: 'in-page/scripts/read-access.ts',
    },
  },
  {
    file: inProject(ENGINE, 'features/forms/script.generated.ts'),
    entries: { MARK_FIELDS: 'features/forms/in-page/mark-fields.ts' },
  },
  {
    file: inProject(ENGINE, 'features/style-texts/script.generated.ts'),
    entries: { MARK_TEXTS: 'features/style-texts/in-page/mark-texts.ts' },
  },
];

export async function generatePageScripts({ entries }: PageScripts): Promise<string> {
  const constants: string[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const code = await bundle(inProject(ENGINE, entry));
    constants.push(`export const ${name} =\n  ${JSON.stringify(code)};\n`);
  }
  return `// Written by \`npm run tool -- page-scripts\` from the scripts that run in the page. Do not edit.\n\n${constants.join('\n')}`;
}

/** One statement without imports, which ends with a semicolon. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: inProject(),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2024',
      minify: true,
      rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  });
  const output = Array.isArray(result) ? result[0] : result;
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not bundled into one script`);
  return `${chunk.code.trim().replace(/;$/, '')};`;
}
