export type { CompileOptions } from './build.ts';
export { type EngineOptions, type Partials, type RenderOptions, TemplateEngine } from './engine.ts';
export { TemplateEnvironment } from './environment.ts';
export { DEFAULT_LIMITS, LimitExceeded, Meter, type TemplateLimits } from './limits.ts';
export { loopsAround } from './language-helpers.ts';
export { isPresent } from './lookups.ts';
export {
  blockHelperMissing,
  type DataFrame,
  escapeExpression,
  type Fields,
  HandlebarsException,
  type Helper,
  type HelperOptions,
  type RuntimeOptions,
  type SourceLocation,
  SafeString,
  type Template,
} from './official-runtime.ts';
export { parseTemplate } from './parse.ts';
export type { Position } from './position.ts';
export type { OnMissing, Run } from './run.ts';
export { TemplateSyntaxError } from './syntax-error.ts';
export type {
  Argument,
  Call,
  Literal,
  PartialCall,
  PathExpression,
  Program,
  Statement,
  SubExpression,
} from './syntax-tree.ts';
export {
  attachCall,
  attachLocation,
  findLocation,
  findPartialCalls,
  MissingHelper,
  MissingPartial,
  TemplateFault,
} from './template-fault.ts';
export { toJson, toText } from './to-text.ts';
