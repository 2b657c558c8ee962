import { BrowserRunRenderer } from '../renderer/browser-run/client.ts';
import { ContainerRenderer } from '../renderer/container/client.ts';
import { type ContainerHost, hostAtUrl } from '../renderer/container/host.ts';
import { hostAtBinding } from '../renderer/container/host-at-binding.ts';
import { FallbackRenderer } from '../renderer/fallback.ts';
import type { Renderer } from '../renderer/renderer.ts';
import { type Env, MisconfiguredError, type Variables } from './env.ts';

/** The container, where this installation has one. */
export interface Container {
  readonly host: ContainerHost;
  /** Shared with the renderer. */
  readonly token: string;
}

export interface Renderers {
  readonly renderer: Renderer;
  /** Where bodies too large for an isolate go; null without a container. */
  readonly container: Container | null;
}

/** Builds what `RENDERER` names. @throws {MisconfiguredError} it names what this installation has not */
export function chooseRenderers(env: Env, variables: Variables): Renderers {
  const { RENDERER } = variables;
  if (RENDERER === 'browser-run') return { renderer: browserRun(env, variables), container: null };
  const container = containerOf(env, variables);
  const fromContainer = new ContainerRenderer(container.host, container.token);
  const renderer =
    RENDERER === 'container'
      ? fromContainer
      : new FallbackRenderer(browserRun(env, variables), fromContainer);
  return { renderer, container };
}

function browserRun(env: Env, { RENDERER, MAX_BROWSERS }: Variables): Renderer {
  if (env.BROWSER_BROKER === undefined || env.BROWSER === undefined) {
    throw new MisconfiguredError(`RENDERER is ${RENDERER}, but there is no binding BROWSER for Browser Run.`);
  }
  return new BrowserRunRenderer(env.BROWSER_BROKER, MAX_BROWSERS);
}

function containerOf(env: Env, { RENDERER, RENDERER_URL, RENDERER_TOKEN }: Variables): Container {
  if (RENDERER_TOKEN === undefined) {
    throw new MisconfiguredError(`RENDERER is ${RENDERER}, but there is no RENDERER_TOKEN.`);
  }
  if (RENDERER_URL !== undefined) return { host: hostAtUrl(RENDERER_URL), token: RENDERER_TOKEN };
  if (env.PRINT_CONTAINER !== undefined) {
    return { host: hostAtBinding(env.PRINT_CONTAINER), token: RENDERER_TOKEN };
  }
  throw new MisconfiguredError(
    `RENDERER is ${RENDERER}, but there is neither a RENDERER_URL nor a binding PRINT_CONTAINER.`,
  );
}
