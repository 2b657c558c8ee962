import official from 'handlebars';
import { TemplateEngine, TemplateEnvironment } from '@platen/handlebars';
import type { RenderScope } from '../../../compose/helpers/helper.ts';
import { HELPERS } from '../../../compose/helpers/registry.ts';
import { helpersFor } from './official-helpers.ts';
import { failuresOf, type RandomRuns } from '../random.ts';
import { TemplateGenerator } from './random-template.ts';

export interface FuzzReport {
  /** The others failed in both. */
  readonly rendered: number;
  /**
   * Differences of two known kinds: `{{{a}}}{{{b}}}` with numbers at the start of a program. Handlebars 4.7.10 adds
   * the numbers. The engine prints both, like Handlebars' main branch. And null as `this` of a block, of which
   * Handlebars makes an empty object.
   */
  readonly documented: number;
  readonly failures: readonly string[];
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

function renderers(): { ours: Render; official: Render; adapted: Render } {
  const scope: RenderScope = { locale: 'en-US', timeZone: 'UTC', now: 0 };
  const environment = new TemplateEnvironment({ ...HELPERS, raw });
  const plain = official.create();
  const withChanges = official.create();
  Reflect.set(withChanges, 'JavaScriptCompiler', AdaptedCompiler);
  for (const handlebars of [plain, withChanges]) {
    handlebars.registerHelper({ ...helpersFor(scope), raw } as never);
    handlebars.log = () => {};
  }
  return {
    ours: (template, data) => new TemplateEngine(environment, { scope }).compile(template)(data, CLOSED),
    official: (template, data) => plain.compile(template)(data, CLOSED),
    adapted: (template, data) => withChanges.compile(template)(data, CLOSED),
  };
}

function raw(this: unknown, options: { fn(context: unknown): string }): string {
  return options.fn(this);
}

interface CodeGenerator {
  appendToBuffer(source: unknown, location?: unknown, explicit?: boolean): unknown;
  aliasable(name: string): unknown;
}

/** Not in the package's types. */
const Official: new () => CodeGenerator = Reflect.get(official, 'JavaScriptCompiler');

/** The official compiler, changed to convert each value to text before it is appended, and to leave null as it is. */
class AdaptedCompiler extends Official {
  get compiler() {
    return AdaptedCompiler;
  }

  override appendToBuffer(source: unknown, location?: unknown, explicit?: boolean): unknown {
    return super.appendToBuffer(['("" + ', source, ')'], location, explicit);
  }

  override aliasable(name: string): unknown {
    return super.aliasable(name.replace('(container.nullContext || {})', 'null'));
  }
}

/** Renders random templates with the engine and with official Handlebars, and compares. */
export async function fuzzTemplates(runs: RandomRuns): Promise<FuzzReport> {
  const { ours, official: theirs, adapted } = renderers();
  let rendered = 0;
  let documented = 0;
  const failures = await failuresOf((random) => {
    const generator = new TemplateGenerator(random);
    const template = generator.template();
    const data = generator.data();
    const actual = outcome(ours, template, data);
    const wanted = outcome(theirs, template, data);
    if (actual !== FAILED) rendered += 1;
    if (actual === wanted) return;
    if (actual !== outcome(adapted, template, data)) {
      const [is, shouldBe] = [actual, wanted].map(String);
      throw new Error(JSON.stringify({ template, data, ours: is, official: shouldBe }, null, 2));
    }
    documented += 1;
  }, runs);
  return { rendered, documented, failures };
}
