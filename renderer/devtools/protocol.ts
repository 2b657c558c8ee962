/**
 * The DevTools commands that printing needs, and of each only the parameters and results in use.
 * https://chromedevtools.github.io/devtools-protocol/tot/
 */
export interface Commands {
  'Browser.getVersion': Command<Empty, { product: string }>;
  'Browser.close': Command<Empty, Empty>;
  'Browser.setDownloadBehavior': Command<{ behavior: 'deny'; browserContextId: string }, Empty>;
  'Emulation.setDeviceMetricsOverride': Command<
    { width: number; height: number; deviceScaleFactor: number; mobile: boolean },
    Empty
  >;
  'Emulation.setEmulatedMedia': Command<{ media: 'print' | 'screen' }, Empty>;
  'Emulation.setScrollbarsHidden': Command<{ hidden: boolean }, Empty>;
  'Emulation.setScriptExecutionDisabled': Command<{ value: boolean }, Empty>;
  'Fetch.continueRequest': Command<{ requestId: string }, Empty>;
  'Fetch.enable': Command<{ patterns: { urlPattern: string; requestStage: 'Request' }[] }, Empty>;
  'Fetch.failRequest': Command<{ requestId: string; errorReason: 'Aborted' | 'TimedOut' }, Empty>;
  'IO.close': Command<{ handle: string }, Empty>;
  'IO.read': Command<
    { handle: string; offset?: number; size: number },
    { base64Encoded?: boolean; data: string; eof: boolean }
  >;
  'Log.disable': Command<Empty, Empty>;
  'Log.enable': Command<Empty, Empty>;
  'Network.clearBrowserCache': Command<Empty, Empty>;
  'Page.createIsolatedWorld': Command<{ frameId: string; worldName: string }, { executionContextId: number }>;
  'Page.enable': Command<Empty, Empty>;
  'Page.handleJavaScriptDialog': Command<{ accept: boolean }, Empty>;
  'Page.resetNavigationHistory': Command<Empty, Empty>;
  'Page.navigate': Command<{ url: string }, { errorText?: string }>;
  'Page.printToPDF': Command<PrintToPdfParameters, { stream: string }>;
  'Page.setDocumentContent': Command<{ frameId: string; html: string }, Empty>;
  'Runtime.disable': Command<Empty, Empty>;
  'Runtime.enable': Command<Empty, Empty>;
  'Runtime.evaluate': Command<
    { expression: string; contextId: number; awaitPromise: boolean; returnByValue: boolean },
    { result: { value: never }; exceptionDetails?: { text: string; exception?: { description?: string } } }
  >;
  'Storage.clearCookies': Command<{ browserContextId: string }, Empty>;
  'Target.attachToTarget': Command<{ targetId: string; flatten: true }, { sessionId: string }>;
  'Target.closeTarget': Command<{ targetId: string }, Empty>;
  'Target.createBrowserContext': Command<{ disposeOnDetach: true }, { browserContextId: string }>;
  'Target.createTarget': Command<{ url: string; browserContextId: string }, { targetId: string }>;
  'Target.disposeBrowserContext': Command<{ browserContextId: string }, Empty>;
  'Target.setDiscoverTargets': Command<{ discover: boolean; filter: { type: string }[] }, Empty>;
}

export interface PrintToPdfParameters {
  printBackground: boolean;
  scale: number;
  paperWidth: number;
  paperHeight: number;
  marginTop: number;
  marginRight: number;
  marginBottom: number;
  marginLeft: number;
  pageRanges: string;
  preferCSSPageSize: boolean;
  transferMode: 'ReturnAsStream';
  generateTaggedPDF: boolean;
  generateDocumentOutline: boolean;
}

/** The events that printing listens to. */
export interface Events {
  'Fetch.requestPaused': {
    requestId: string;
    request: { url: string };
    frameId: string;
    resourceType: string;
  };
  'Inspector.targetCrashed': Empty;
  'Log.entryAdded': { entry: { source: string; level: string; text: string; url?: string } };
  'Page.domContentEventFired': Empty;
  'Page.frameNavigated': { frame: { id: string; parentId?: string } };
  'Page.frameRequestedNavigation': { frameId: string; url: string };
  'Page.frameScheduledNavigation': { frameId: string; url: string };
  'Page.javascriptDialogOpening': { type: string };
  'Page.loadEventFired': Empty;
  'Runtime.consoleAPICalled': {
    type: string;
    args: { value?: unknown; description?: string; unserializableValue?: string }[];
  };
  'Runtime.exceptionThrown': { exceptionDetails: { text: string; exception?: { description?: string } } };
  'Target.targetCreated': { targetInfo: { targetId: string; browserContextId?: string; type: string } };
}

export type Method = keyof Commands;
export type CommandParameters<M extends Method> = Commands[M]['parameters'];
export type CommandResult<M extends Method> = Commands[M]['result'];

interface Command<P, R> {
  parameters: P;
  result: R;
}
type Empty = Record<string, never>;
