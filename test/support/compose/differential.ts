import official from 'handlebars';
import { TemplateEngine, TemplateEnvironment } from '@platen/handlebars';
import type { RenderScope } from '../../../compose/helpers/helper.ts';
import { HELPERS } from '../../../compose/helpers/registry.ts';
import { helpersFor } from './official-helpers.ts';
import { Random } from './random.ts';
import { TemplateGenerator } from './random-template.ts';

export interface Difference {
  readonly template: string;
  readonly data: string;
  readonly ours: string;
  readonly official: string;
}

export interface FuzzReport {
  readonly templates: number;
  /** The others failed in both. */
  readonly rendered: number;
  /**
   * Differences of one known kind: `{{{a}}}{{{b}}}` with numbers at the start of a program. Handlebars 4.7.10 adds
   * the numbers. The engine prints both, like Handlebars' main branch.
   */
  readonly documented: number;
  readonly differences: readonly Difference[];
}

const CLOSED = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };

type Render = (template: string, data: object) => string;

/** Messages are not compared: they differ on purpose. A recursive partial ends at a limit or at the end of the stack. */
const FAILED = Symbol('failed');

const outcome = (render: Render, template: string, data: object): string | typeof FAILED => {
  try {
    return render(template, data);
  } catch {
    return FAILED;
  }
};

function renderers(): { ours: Render; official: Render; officialWithText: Render } {
  const scope: RenderScope = { locale: 'en-US', timeZone: 'UTC', now: 0 };
  const environment = new TemplateEnvironment({ ...HELPERS, raw });
  const plain = official.create();
  const withText = official.create();
  Reflect.set(withText, 'JavaScriptCompiler', TextCompiler);
  for (const handlebars of [plain, withText]) {
    handlebars.registerHelper({ ...helpersFor(scope), raw } as never);
    handlebars.log = () => {};
  }
  return {
    ours: (template, data) => new TemplateEngine(environment, { scope }).compile(template)(data, CLOSED),
    official: (template, data) => plain.compile(template)(data, CLOSED),
    officialWithText: (template, data) => withText.compile(template)(data, CLOSED),
  };
}

function raw(this: unknown, options: { fn(context: unknown): string }): string {
  return options.fn(this);
}

interface CodeGenerator {
  appendToBuffer(source: unknown, location?: unknown, explicit?: boolean): unknown;
}

/** Not in the package's types. */
const Official: new () => CodeGenerator = Reflect.get(official, 'JavaScriptCompiler');

/** The official compiler, changed to convert each value to text before it is appended. */
class TextCompiler extends Official {
  get compiler() {
    return TextCompiler;
  }

  override appendToBuffer(source: unknown, location?: unknown, explicit?: boolean): unknown {
    return super.appendToBuffer(['("" + ', source, ')'], location, explicit);
  }
}

/** Renders random templates with the engine and with official Handlebars, and compares. */
export function fuzz(seed: number, count: number): FuzzReport {
  const generator = new TemplateGenerator(new Random(seed));
  const { ours, official: theirs, officialWithText } = renderers();
  const differences: Difference[] = [];
  let rendered = 0;
  let documented = 0;
  for (let i = 0; i < count; i++) {
    const template = generator.template();
    const data = generator.data();
    const actual = outcome(ours, template, data);
    const wanted = outcome(theirs, template, data);
    if (actual !== FAILED) rendered += 1;
    if (actual === wanted) continue;
    if (actual === outcome(officialWithText, template, data)) documented += 1;
    else {
      differences.push({
        template,
        data: JSON.stringify(data),
        ours: String(actual),
        official: String(wanted),
      });
    }
  }
  return { templates: count, rendered, documented, differences };
}
