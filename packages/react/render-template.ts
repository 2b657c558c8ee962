import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { toHandlebars } from './to-handlebars.ts';

/**
 * Returns the HTML of a template, with Handlebars placeholders. It runs in your build: the service never runs components.
 *
 * @param node the document: `<html>`, or a part such as a header
 * @throws {Error} a path or a name is not valid
 */
export function renderTemplate(node: ReactNode): string {
  const markup = renderToStaticMarkup(node)
    // React asks a browser to load pictures early. A print waits for all of them.
    .replaceAll(/<link rel="preload" as="image"[^>]*\/>/g, '');
  const html = toHandlebars(keepPlaceholders(markup));
  return /^<html[\s>]/.test(html) ? `<!doctype html>\n${html}` : html;
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** Placeholders that are written by hand, such as `{'{{currency total "EUR"}}'}`, stay as they are. */
const keepPlaceholders = (markup: string): string =>
  markup.replaceAll(/\{\{[^]*?\}\}/g, (placeholder) =>
    placeholder.replaceAll(/&(?:quot|#x27|lt|gt|amp);/g, (escaped) => ESCAPED[escaped] ?? escaped),
  );
