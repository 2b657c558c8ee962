import { BrowserRunRenderer } from '../renderer/browser-run/browser-run-renderer.ts';
import type { Region } from '../renderer/browser-run/region.ts';
import { ContainerRenderer } from '../renderer/container/container-renderer.ts';
import { type ContainerHost, hostAtUrl } from '../renderer/container/host.ts';
import { hostAtBinding } from '../renderer/container/host-at-binding.ts';
import { FallbackRenderer } from '../renderer/fallback-renderer.ts';
import { joinTokens } from '../renderer/container/tokens.ts';
import { tracedHost } from '../renderer/container/traced-host.ts';
import type { Renderer } from '../renderer/renderer.ts';
import type { TraceContext } from '../schema/trace-context.ts';
import { type Env, MisconfiguredError, type Variables } from './env.ts';

export interface Container {
  readonly host: ContainerHost;
  /** As it is sent. Several are valid while the token changes. */
  readonly token: string;
}

export interface Renderers {
  readonly renderer: Renderer;
  /** For requests that are too large for a Worker. It is null if there is none. */
  readonly container: Container | null;
}

/** The region and the trace that the work comes from. */
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
function findContainer(env: Env, { RENDERER_URL, secrets }: Variables): Container | null {
  const token = joinTokens(secrets.RENDERER_TOKEN.map(({ value }) => value));
  if (token === null) return null;
  if (RENDERER_URL !== undefined) return { host: hostAtUrl(RENDERER_URL), token };
  if (env.PRINT_CONTAINER === undefined) return null;
  return { host: hostAtBinding(env.PRINT_CONTAINER), token };
}

function requireContainer(env: Env, variables: Variables): Container {
  const { RENDERER, secrets } = variables;
  if (secrets.RENDERER_TOKEN.length === 0) {
    throw new MisconfiguredError(`RENDERER is ${RENDERER}, but RENDERER_TOKEN is not set.`);
  }
  const container = findContainer(env, variables);
  if (container !== null) return container;
  throw new MisconfiguredError(
    `RENDERER is ${RENDERER}, but neither RENDERER_URL nor the binding PRINT_CONTAINER is set.`,
  );
}
