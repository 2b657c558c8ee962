import { DATA } from './data.ts';
import { ESCAPES } from './escapes.ts';
import { HELPERS } from './helpers.ts';
import { LOOPS } from './loops.ts';
import { SOURCES } from './sources.ts';

export const HOSTILE_TEMPLATES = [...ESCAPES, ...LOOPS, ...SOURCES, ...DATA, ...HELPERS];
