import type { EgressOptions } from '../../renderer/container/image/egress-proxy.ts';
import { inProject } from '../project.ts';

/**
 * For tests: how the proxy of the pages resolves names and connects.
 * @param path of a module that exports `EgressOptions`, from the root of the project
 */
export async function readEgress(path: string | undefined): Promise<EgressOptions> {
  if (path === undefined) return {};
  const module: { readonly default: EgressOptions } = await import(inProject(path));
  return module.default;
}
