import { build } from 'vite';
import { inProject } from '../project.ts';

const FOLDER = 'packages/print-engine/in-page';

interface PageScripts {
  readonly file: string;
  /** The file of each script, by the name of its constant. */
  readonly entries: Readonly<Record<string, string>>;
}

/** Few documents need the scripts of the second file, so a Worker starts without them. */
export const PAGE_SCRIPTS: readonly PageScripts[] = [
  {
    file: inProject(FOLDER, 'scripts.generated.ts'),
    entries: {
      READINESS: 'readiness.ts',
      LAY_OUT_BANDS: 'lay-out-bands.ts',
      ANSWER_DIALOGS: 'answer-dialogs.ts',
      DRAW_PICTURE: 'draw-picture.ts',
      REPORT_ERRORS: 'report-errors.ts',
      REPORT_GLYPHS: 'report-glyphs.ts',
      REPORT_REQUESTS: 'report-requests.ts',
    },
  },
  {
    file: inProject(FOLDER, 'rare-scripts.generated.ts'),
    entries: {
      MARK_FIELDS: 'mark-fields.ts',
      MARK_PAGES: 'mark-pages.ts',
      READ_ACCESS: 'read-access.ts',
    },
  },
];

export async function generatePageScripts({ entries }: PageScripts): Promise<string> {
  const constants: string[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const code = await bundle(inProject(FOLDER, 'scripts', entry));
    constants.push(`export const ${name} =\n  ${JSON.stringify(code)};\n`);
  }
  return `// Written by \`npm run tool -- page-scripts\` from scripts/. Do not edit.\n\n${constants.join('\n')}`;
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
