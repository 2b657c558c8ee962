import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './command.ts';

type Config = Pick<ParseArgsConfig, 'options' | 'allowPositionals'>;

/** The options of a command. @throws {UsageError} for an option that it does not have */
export function readOptions<const Given extends Config>(args: readonly string[], config: Given) {
  try {
    return parseArgs({ args: [...args], strict: true as const, ...config });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
