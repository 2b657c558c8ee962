#!/usr/bin/env node
import { EXIT } from './command.ts';

/** The print engine needs it, and versions before it get no more fixes. */
const LEAST_NODE = 22;

if (Number.parseInt(process.versions.node, 10) < LEAST_NODE) {
  console.error(`platen needs Node ${LEAST_NODE} or newer. This is ${process.version}.`);
  process.exitCode = EXIT.failed;
} else {
  // Loaded after the check, because an older Node cannot load all of it.
  const [{ main }, { processIo }] = await Promise.all([import('./main.ts'), import('./io.ts')]);
  process.exitCode = await main(process.argv.slice(2), processIo());
}
