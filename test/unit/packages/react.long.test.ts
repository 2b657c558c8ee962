import { describe } from 'vitest';
import { testPacked } from '../../support/packed-package.ts';

const PROGRAM = `
import { createElement } from 'react';
import { Each, renderTemplate, Value } from '@platen/react';
const row = createElement('li', null, createElement(Value, { path: 'name' }));
console.log(renderTemplate(createElement('ul', null, createElement(Each, { of: 'rows' }, row))));
`;

const TYPED = `
import { createElement, type ReactElement } from 'react';
import { renderTemplate, templateOf } from '@platen/react';
const letter = templateOf<{ readonly name: string }>();
const element: ReactElement = createElement(letter.Value, { path: 'name' });
export const html: string = renderTemplate(element);
// @ts-expect-error the data has no such name
createElement(letter.Value, { path: 'title' });
`;

describe('@platen/react, packed and installed in an empty project', () => {
  testPacked({
    folder: 'packages/react',
    beside: ['react', 'react-dom', '@types/react'],
    program: PROGRAM,
    prints: '<ul>{{#each rows}}<li>{{name}}</li>{{/each}}</ul>\n',
    typed: TYPED,
  });
});
