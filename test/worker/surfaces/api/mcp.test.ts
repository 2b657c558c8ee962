import { beforeAll, describe, expect, test } from 'vitest';
import { ask, call, migrate, newKey, newWorkspace, postJson } from '../../support/service.ts';

const VERSION = '2026-07-28';

let workspaceId: string;
let key: string;
let templateId: string;

beforeAll(async () => {
  await migrate();
  workspaceId = await newWorkspace('scale-enterprise');
  const permissions = ['pdf.generate', 'template.read', 'template.write'];
  ({ value: key } = await newKey(workspaceId, { permissions }));
  const { body } = await ask(key, 'POST', '/v1/templates', {
    name: 'Invoice',
    content: '<p>{{customer.name}}</p>',
    dataSchema: {
      type: 'object',
      required: ['customer', 'total'],
      properties: {
        customer: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        total: { type: 'number' },
      },
    },
  });
  ({ id: templateId } = body.data as { id: string });
});

interface RpcAnswer {
  readonly status: number;
  readonly body: {
    readonly id?: unknown;
    readonly result?: Record<string, unknown>;
    readonly error?: { readonly code: unknown; readonly message?: string; readonly data?: unknown };
  };
}

const post = async (body: unknown, headers: Record<string, string> = {}): Promise<RpcAnswer> => {
  const response = await call('/mcp', postJson(body, { 'X-API-Key': key, ...headers }));
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
};

const metaOf = (version: unknown) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
});

/** A request of the newest version of the protocol. */
function send(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<RpcAnswer> {
  const name: Record<string, string> = 'name' in params ? { 'Mcp-Name': String(params.name) } : {};
  const message = { jsonrpc: '2.0', id: 7, method, params: { _meta: metaOf(VERSION), ...params } };
  return post(message, { 'MCP-Protocol-Version': VERSION, 'Mcp-Method': method, ...name, ...headers });
}

const callTool = async (name: string, args: unknown, headers: Record<string, string> = {}) => {
  const { status, body } = await send('tools/call', { name, arguments: args }, headers);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.result as {
    content: { type: string; text?: string }[];
    structuredContent: Record<string, unknown>;
    isError?: true;
  };
};

const refusalOf = async (name: string, args: unknown, headers: Record<string, string> = {}) => {
  const { isError, structuredContent, content } = await callTool(name, args, headers);
  expect(isError, content[0]?.text).toBe(true);
  return structuredContent.error as { code: string; details?: string[] };
};

describe('the protocol', () => {
  test('of 2026-07-28 needs no handshake', async () => {
    expect(await send('server/discover')).toMatchObject({
      status: 200,
      body: {
        id: 7,
        result: {
          resultType: 'complete',
          supportedVersions: [VERSION, '2025-11-25', '2025-06-18', '2025-03-26'],
          capabilities: { tools: {}, prompts: {} },
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'platen' } },
        },
      },
    });
    const { body } = await send('tools/list');
    expect(body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'private' });
  });

  test('of earlier versions begins with a handshake, and has no session', async () => {
    const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} };
    const message = { jsonrpc: '2.0', id: 'a', method: 'initialize', params: initialize };
    const response = await call('/mcp', postJson(message, { 'X-API-Key': key }));
    expect(response.headers.get('Mcp-Session-Id')).toBe(null);
    expect(await response.json()).toMatchObject({
      id: 'a',
      result: { protocolVersion: '2025-06-18', serverInfo: { name: 'platen' } },
    });
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    const header = { 'MCP-Protocol-Version': '2025-06-18' };
    expect(await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, header)).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 1, result: {} },
    });
    const { body } = await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, header);
    expect(Object.keys(body.result ?? {})).not.toContain('resultType');
    expect(await post({ jsonrpc: '2.0', id: 3, method: 'server/discover' }, header)).toMatchObject({
      status: 200,
      body: { error: { code: -32601 } },
    });
  });

  test('offers the newest version with a handshake to a client of an unknown version', async () => {
    const params = { protocolVersion: '2030-01-01' };
    const { body } = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(body.result).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  test.each([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], -32600],
    ['an empty batch', [], -32600],
    ['a text', '"tools/list"', -32600],
    ['no version of JSON-RPC', { id: 1, method: 'ping' }, -32600],
    ['an answer', { jsonrpc: '2.0', id: 1, result: {} }, -32600],
    ['an id of null', { jsonrpc: '2.0', id: null, method: 'ping' }, -32600],
    ['an id that is an object', { jsonrpc: '2.0', id: { a: 1 }, method: 'ping' }, -32600],
    ['params that are a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, -32600],
  ])('refuses %s', async (_, message, code) => {
    expect(await post(message)).toMatchObject({ status: 400, body: { error: { code } } });
  });

  test('refuses what contradicts its headers', async () => {
    const mismatch = { status: 400, body: { id: 7, error: { code: -32020 } } };
    expect(await send('tools/list', {}, { 'Mcp-Method': 'tools/call' })).toMatchObject(mismatch);
    expect(await send('tools/list', {}, { 'MCP-Protocol-Version': '2025-11-25' })).toMatchObject(mismatch);
    expect(await send('tools/call', { name: 'render' }, { 'Mcp-Name': 'preview' })).toMatchObject(mismatch);
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta: metaOf(VERSION) } };
    expect(await post(message)).toMatchObject(mismatch);
    const encoded = { 'Mcp-Name': `=?base64?${btoa('list_templates')}?=` };
    expect((await send('tools/call', { name: 'list_templates' }, encoded)).status).toBe(200);
  });

  test('names the versions that it has', async () => {
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta: metaOf('2031-01-01') } };
    expect(await post(message, { 'MCP-Protocol-Version': '2031-01-01' })).toMatchObject({
      status: 400,
      body: { error: { code: -32022, data: { supported: expect.arrayContaining([VERSION]) } } },
    });
  });

  test.each([
    ['a version that is no text', { 'io.modelcontextprotocol/protocolVersion': 5 }],
    ['no version', {}],
    ['no capabilities', { 'io.modelcontextprotocol/protocolVersion': VERSION }],
  ])('refuses a request with %s', async (_, meta) => {
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta: meta } };
    const headers = { 'MCP-Protocol-Version': VERSION, 'Mcp-Method': 'tools/list' };
    expect(await post(message, headers)).toMatchObject({ status: 400, body: { error: { code: -32602 } } });
  });

  test('refuses more arguments than any tool has, without a check of each', async () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`a${index}`, 1]));
    for (const name of ['render', 'preview', 'list_templates'])
      expect(await refusalOf(name, many)).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: ['arguments: has more than 100 fields'],
      });
  });

  test('refuses unknown methods and tools, and repeats no long name', async () => {
    for (const method of [
      'nothing',
      'constructor',
      '__proto__',
      'subscriptions/listen',
      'x'.repeat(50_000),
    ]) {
      const { status, body } = await send(method.slice(0, 5_000));
      expect([status, body.error?.code]).toEqual([404, -32601]);
      expect(body.error?.message?.length).toBeLessThan(200);
    }
    for (const name of ['nothing', 'constructor', 'x'.repeat(5_000)]) {
      const { status, body } = await send('tools/call', { name });
      expect([status, body.error?.code]).toEqual([200, -32602]);
      expect(body.error?.message?.length).toBeLessThan(200);
    }
  });

  test('has no stream: other methods of HTTP are refused', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await call('/mcp', { method, headers: { 'X-API-Key': key } });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'OPTIONS, POST']);
    }
  });

  test('is open to other origins, with its own headers', async () => {
    const headers = {
      Origin: 'https://agent.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'mcp-protocol-version,mcp-method,mcp-name,x-api-key',
    };
    const response = await call('/mcp', { method: 'OPTIONS', headers });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const allowed = response.headers.get('Access-Control-Allow-Headers')?.toLowerCase();
    for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) expect(allowed).toContain(name);
  });
});

describe('the key', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  test('is required', async () => {
    const response = await call('/mcp', postJson(message));
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
  });

  test('decides which tools there are', async () => {
    const namesFor = async (permission: string) => {
      const { value } = await newKey(workspaceId, { permissions: [permission] });
      const { body } = await post(message, { 'X-API-Key': value });
      return (body.result as { tools: { name: string }[] }).tools.map(({ name }) => name);
    };
    expect(await namesFor('pdf.generate')).toEqual(['render', 'preview', 'explain_error']);
    expect(await namesFor('template.read')).toEqual([
      'preview',
      'list_templates',
      'get_template',
      'validate_data',
      'explain_error',
    ]);
    expect(await namesFor('pdf.read')).toEqual(['explain_error']);
  });

  test.each([
    ['render', { htmlContent: 'x' }],
    ['preview', { htmlContent: 'x' }],
    ['preview', { templateId: 'tpl_x' }],
    ['list_templates', {}],
    ['get_template', { templateId: 'tpl_x' }],
    ['validate_data', { templateId: 'tpl_x', templateData: {} }],
  ])('needs the permission of %s', async (name, args) => {
    const { value } = await newKey(workspaceId, { permissions: ['pdf.read'] });
    expect(await refusalOf(name, args, { 'X-API-Key': value })).toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
    });
  });

  test('of another workspace finds no template', async () => {
    const { value } = await newKey(await newWorkspace(), { permissions: ['template.read'] });
    const { code } = await refusalOf('get_template', { templateId }, { 'X-API-Key': value });
    expect(code).toBe('TEMPLATE_NOT_FOUND');
  });

  test('has the rate of its plan', async () => {
    const { value } = await newKey(await newWorkspace('free'));
    const list = () => call('/mcp', postJson(message, { 'X-API-Key': value }));
    const first = await list();
    const remaining = Number(first.headers.get('X-RateLimit-Remaining'));
    for (let sent = 0; sent < remaining; sent += 1) await list();
    expect((await list()).status).toBe(429);
  });
});

describe('the tools', () => {
  test('have schemas that name and describe each argument', async () => {
    const { body } = await send('tools/list');
    const { tools } = body.result as {
      tools: { description: string; inputSchema: { type: string; properties: Record<string, unknown> } }[];
    };
    for (const { description, inputSchema } of tools) {
      expect(description).not.toBe('');
      expect(inputSchema).toMatchObject({ type: 'object' });
    }
    // A model pays for each of these bytes in each conversation.
    expect(JSON.stringify(tools).length).toBeLessThan(12_000);
  });

  test('list and read templates', async () => {
    const { structuredContent } = await callTool('list_templates', { limit: 10 });
    expect(structuredContent.templates).toContainEqual(expect.objectContaining({ id: templateId }));
    const template = await callTool('get_template', { templateId, withSamples: true });
    expect(template.structuredContent).toMatchObject({
      content: '<p>{{customer.name}}</p>',
      sampleSets: [],
    });
    expect(JSON.parse(template.content[0]?.text ?? '')).toEqual(template.structuredContent);
  });

  test('check data, with all problems', async () => {
    const checked = await callTool('validate_data', {
      templateId,
      templateData: { customer: {}, total: '1' },
    });
    expect(checked.structuredContent).toEqual({
      valid: false,
      hasSchema: true,
      version: 1,
      problems: [
        expect.stringContaining('templateData.customer'),
        expect.stringContaining('templateData.total'),
      ],
    });
    const data = { customer: { name: 'Ada' }, total: 1 };
    const { structuredContent } = await callTool('validate_data', { templateId, templateData: data });
    expect(structuredContent).toMatchObject({ valid: true, problems: [] });
  });

  test('explain errors', async () => {
    const { structuredContent, content } = await callTool('explain_error', { code: 'content_cut' });
    expect(structuredContent).toMatchObject({ code: 'CONTENT_CUT', status: 422 });
    expect(content[0]?.text).toContain('/docs/guide/errors#content_cut');
    expect(await refusalOf('explain_error', { code: 'CONTENT_CUTS' })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: ['code: there is no error "CONTENT_CUTS"; do you mean CONTENT_CUT?'],
    });
    expect((await refusalOf('explain_error', { code: 'constructor' })).code).toBe('VALIDATION_ERROR');
  });

  test.each([
    ['render', {}, 'htmlContent: is required, unless templateId, url or markdown is given'],
    ['render', [], 'body: must be an object'],
    [
      'render',
      { htmlContent: 'x', templateId: 'y' },
      'htmlContent: must not be given together with templateId',
    ],
    ['render', { htmlContent: 'x', data: {} }, expect.stringContaining('data: is not known')],
    [
      'render',
      { htmlContent: 'x', options: { margins: 1 } },
      expect.stringContaining('options.margins: is not known'),
    ],
    ['render', { htmlContent: 'x', options: { scale: 9 } }, 'options.scale: must be 2 or less'],
    ['render', { htmlContent: 'x', options: 1 }, 'options: must be an object'],
    ['render', { htmlContent: 'x', idempotencyKey: '' }, 'idempotencyKey: must have 1 character or more'],
    ['preview', {}, 'htmlContent: is required, unless templateId is given'],
    [
      'preview',
      { htmlContent: 'x', templateId: 'y' },
      'htmlContent: must not be given together with templateId',
    ],
    ['preview', { htmlContent: 'x', width: 1e9 }, 'width: must be 2000 or less'],
    ['preview', { htmlContent: 'x', page: 0 }, 'page: must be 1 or more'],
    ['preview', { htmlContent: 'x', options: { scale: 9 } }, 'options.scale: must be 2 or less'],
    [
      'preview',
      { htmlContent: 'x', options: { landscape: true } },
      expect.stringContaining('options.landscape: is not known'),
    ],
    ['list_templates', { limit: 100_000 }, 'limit: must be 200 or less'],
    ['get_template', { templateId: 'x'.repeat(200) }, 'templateId: must have 100 characters or fewer'],
    ['validate_data', { templateId: 'x', templateData: [] }, 'templateData: must be an object'],
    ['explain_error', { code: 'x'.repeat(200) }, 'code: must have 100 characters or fewer'],
  ])('refuse bad arguments: %s %j', async (name, args, detail) => {
    const { code, details } = await refusalOf(name, args);
    expect(code).toBe('VALIDATION_ERROR');
    expect(details).toContainEqual(detail);
  });

  test('check deep JSON as data, and refuse it as an id', async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"validate_data","arguments":{"templateId":"${templateId}","templateData":${deep}}}}`;
    const { status, body } = await post(message);
    expect(status).toBe(200);
    expect(body.result?.structuredContent).toMatchObject({ valid: false });
    const inId = `{"jsonrpc":"2.0","id":${deep},"method":"ping"}`;
    expect((await post(inId)).body.error?.code).toBe(-32600);
  });

  test('refuse a body that is larger than that of a generation', async () => {
    const { value } = await newKey(await newWorkspace('free'));
    const response = await call(
      '/mcp',
      postJson(
        { jsonrpc: '2.0', id: 1, method: 'ping', params: { a: 'x'.repeat(9_000_000) } },
        { 'X-API-Key': value },
      ),
    );
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: 'VALIDATION_ERROR', details: [expect.stringContaining('body: is larger than')] } },
    ]);
  });

  test('answer with the error of the API and its request id', async () => {
    const { value } = await newKey(workspaceId, { permissions: ['pdf.read', 'template.read'] });
    await refusalOf('get_template', { templateId: 'tpl_unknown' }, { 'X-API-Key': value });
    const { structuredContent } = await callTool('get_template', { templateId: 'tpl_unknown' });
    expect(structuredContent.error).toMatchObject({
      code: 'TEMPLATE_NOT_FOUND',
      requestId: expect.any(String),
    });
  });
});
