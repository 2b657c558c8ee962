import { BrowserRunRenderer } from '../renderer/browser-run/browser-run-renderer.ts';
import type { Region } from '../renderer/browser-run/region.ts';
import { ContainerRenderer } from '../renderer/container/container-renderer.ts';
import { type ContainerHost, hostAtUrl } from '../renderer/container/host.ts';
import { hostAtBinding } from '../renderer/container/host-at-binding.ts';
import { FallbackRenderer } from '../renderer/fallback-renderer.ts';
import { tracedHost } from '../renderer/container/traced-host.ts';
import type { Renderer } from '../renderer/renderer.ts';
import type { TraceContext } from '../schema/trace-context.ts';
import { type Env, MisconfiguredError, type Variables } from './env.ts';

export interface Container {
  readonly host: ContainerHost;
  readonly token: string;
}

export interface Renderers {
  readonly renderer: Renderer;
  /** For requests that are too large for a Worker. Null if there is none. */
  readonly container: Container | null;
}

/** Where the work comes from. */
interface Origin {
  readonly region?: Region | undefined;
  readonly trace?: TraceContext | null;
}

/** @throws {MisconfiguredError} `RENDERER` names a renderer that is not configured */
export function chooseRenderers(
  env: Env,
  variables: Variables,
  { region, trace = null }: Origin = {},
): Renderers {
  const { RENDERER } = variables;
  if (RENDERER === 'browser-run-only')
    return { renderer: browserRun(env, variables, region), container: null };
  if (RENDERER === 'browser-run') {
    const found = findContainer(env, variables);
    return { renderer: browserRun(env, variables, region), container: found && traced(found, trace) };
  }
  const container = traced(requireContainer(env, variables), trace);
  const fromContainer = new ContainerRenderer(container.host, container.token);
  const renderer =
    RENDERER === 'container'
      ? fromContainer
      : new FallbackRenderer(browserRun(env, variables, region), fromContainer);
  return { renderer, container };
}

const traced = ({ host, token }: Container, trace: TraceContext | null): Container => ({
  host: trace === null ? host : tracedHost(host, trace),
  token,
});

function browserRun(env: Env, { RENDERER, MAX_BROWSERS }: Variables, region: Region | undefined): Renderer {
  if (env.BROWSER_BROKER === undefined || env.BROWSER === undefined) {
    throw new MisconfiguredError(`RENDERER is ${RENDERER}, but the binding BROWSER is missing.`);
  }
  return new BrowserRunRenderer(env.BROWSER_BROKER, {
    ...(region === undefined ? {} : { region }),
    ...(MAX_BROWSERS === undefined ? {} : { maxBrowsers: MAX_BROWSERS }),
  });
}

/** An installation without a container has no `RENDERER_TOKEN`. */
function findContainer(env: Env, { RENDERER_URL, RENDERER_TOKEN }: Variables): Container | null {
  if (RENDERER_TOKEN === undefined) return null;
  if (RENDERER_URL !== undefined) return { host: hostAtUrl(RENDERER_URL), token: RENDERER_TOKEN };
  if (env.PRINT_CONTAINER === undefined) return null;
  return { host: hostAtBinding(env.PRINT_CONTAINER), token: RENDERER_TOKEN };
}

function requireContainer(env: Env, variables: Variables): Container {
  const { RENDERER, RENDERER_TOKEN } = variables;
  if (RENDERER_TOKEN === undefined) {
    throw new MisconfiguredError(`RENDERER is ${RENDERER}, but RENDERER_TOKEN is not set.`);
  }
  const container = findContainer(env, variables);
  if (container !== null) return container;
  throw new MisconfiguredError(
    `RENDERER is ${RENDERER}, but neither RENDERER_URL nor the binding PRINT_CONTAINER is set.`,
  );
}
