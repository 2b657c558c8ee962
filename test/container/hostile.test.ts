import { describe } from 'vitest';
import { testHostilePages, TYPICAL_PAGES, useSmallRenderer } from './support/hostile-pages.ts';

const renderer = useSmallRenderer();

describe('a hostile page', () => testHostilePages(renderer, TYPICAL_PAGES));
