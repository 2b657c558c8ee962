export { TemplateEngine } from './engine.ts';
