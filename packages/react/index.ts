export { type Arguments, type Literal, reference, type Reference } from './arguments.ts';
export {
  Block,
  Each,
  Html,
  If,
  Layout,
  Partial,
  raw,
  Slot,
  T,
  t,
  templateOf,
  Unless,
  Value,
  value,
} from './components.ts';
export type { Path } from './paths.ts';
export { renderTemplate } from './render-template.ts';
export type { EachProps, IfProps, ScopeOf, ValueProps } from './scope.ts';
