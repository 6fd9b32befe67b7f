import { describe, expect, test } from 'vitest';
import type { ModelProvider } from '../../lib/models/model-provider.ts';
import { googleProvider } from '../../lib/models/providers/google.ts';
import { openaiProvider } from '../../lib/models/providers/openai.ts';
import { type ApiError, apiErrorSchema } from '../../lib/protocol/chat-request.ts';
import { DEMO_MODEL_ID } from '../../lib/protocol/models/models.ts';
import { streamPartSchema } from '../../lib/protocol/stream-part.ts';
import { TOOLS } from '../../lib/tools/index.ts';
import { createDemoModel } from '../demo/create-demo-model.server.ts';
import { instantPacer } from '../demo/pacer.server.ts';
import { demoProvider } from '../models/demo.server.ts';
import { serverConnections } from '../models/server-connections.server.ts';
import { answerChatRequest } from './answer-chat-request.server.ts';

const instantDemo: ModelProvider = { ...demoProvider, createModel: async () => ({ model: createDemoModel({ pacer: instantPacer }) }) };
const providers = [openaiProvider, googleProvider, instantDemo];
const access = { providers, connections: serverConnections(new Map(), providers), fetchFor: () => fetch };
const dependencies = { access, tools: TOOLS };

const goodBody = {
  chatId: 'chat-1',
  modelId: DEMO_MODEL_ID,
  mode: 'agent',
  system: 'You are an agent.',
  messages: [{ id: 'message-1', role: 'user', parts: [{ type: 'text', text: 'Build a todo list' }] }],
  toolNames: TOOLS.map(({ name }) => name),
};

function post(body: unknown, headers: Record<string, string> = {}): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Request('http://ide.localhost/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
}

async function refusalOf(request: Request): Promise<{ status: number; error: ApiError['error'] }> {
  const response = await answerChatRequest(request, dependencies);
  return { status: response.status, error: apiErrorSchema.parse(await response.json()).error };
}

async function partsOf(response: Response) {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]');
  return lines.map((line) => streamPartSchema.parse(JSON.parse(line.slice(6))));
}

describe('tools of other servers', () => {
  const offer = { name: 'mcp_memory__read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } };
  const withForeign = (foreignTools: unknown, toolNames = ['devonz_read_file', 'mcp_memory__read']) =>
    post({ ...goodBody, toolNames, foreignTools });

  test('are given to the model as the browser describes them', async () => {
    const response = await answerChatRequest(withForeign([offer]), dependencies);
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  test.each([
    ['a name of ours', [{ ...offer, name: 'devonz_run_command' }], 'foreignTools.0.name'],
    ['a name that providers refuse', [{ ...offer, name: 'mcp_a b' }], 'foreignTools.0.name'],
    ['a name twice', [offer, offer], 'foreignTools'],
    ['a schema whose root is no object', [{ ...offer, inputSchema: { type: 'string' } }], 'foreignTools.0.inputSchema.type'],
    ['a schema that is too long', [{ ...offer, inputSchema: { type: 'object', title: 'x'.repeat(30_000) } }], 'foreignTools.0.inputSchema'],
    ['more than there may be', Array.from({ length: 200 }, (_, at) => ({ ...offer, name: `mcp_a__${at}` })), 'foreignTools'],
  ])('are refused with %s', async (_what, foreignTools, field) => {
    expect(await refusalOf(withForeign(foreignTools))).toMatchObject({ status: 400, error: { code: 'invalid_request', field } });
  });

  test('are unknown where nobody describes them', async () => {
    expect(await refusalOf(withForeign([]))).toMatchObject({ status: 400, error: { code: 'unknown_tool', field: 'toolNames.1' } });
  });
});

describe('a good request', () => {
  test('is answered with a UI message stream that explains and calls the first tool', async () => {
    const response = await answerChatRequest(post(goodBody), dependencies);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    const parts = await partsOf(response);
    const text = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
    expect(text).toContain('I build a todo list');
    expect(parts.find((part) => part.type === 'tool-input-available')).toMatchObject({
      toolName: 'devonz_list_directory',
      input: { path: '/' },
    });
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool-calls' });
    expect(parts.find((part) => part.type === 'message-metadata')).toEqual({
      type: 'message-metadata',
      messageMetadata: { usage: {}, modelId: 'scripted' },
    });
  });

  test('may come compressed with gzip', async () => {
    const stream = new Blob([JSON.stringify(goodBody)]).stream().pipeThrough(new CompressionStream('gzip'));
    const request = new Request('http://ide.localhost/api/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: await new Response(stream).arrayBuffer(),
    });
    const response = await answerChatRequest(request, dependencies);
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });
});

describe('a bad request is refused before a model is asked', () => {
  test('another method: 405 that names the right one', async () => {
    const response = await answerChatRequest(new Request('http://ide.localhost/api/chat', { method: 'PUT', body: '{}' }), dependencies);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('another content type: 415', async () => {
    expect((await refusalOf(post(goodBody, { 'content-type': 'text/plain' }))).status).toBe(415);
    expect((await refusalOf(post(goodBody, { 'content-encoding': 'br' }))).status).toBe(415);
  });

  test('a body that is not JSON: 400', async () => {
    expect(await refusalOf(post('{"chatId":'))).toMatchObject({ status: 400, error: { code: 'bad_json' } });
  });

  test.each([
    ['messages.0.role', { ...goodBody, messages: [{ ...goodBody.messages[0], role: 'system' }] }],
    ['messages', { ...goodBody, messages: [] }],
    ['modelId', { ...goodBody, modelId: 7 }],
    ['temperature', { ...goodBody, temperature: 3 }],
    ['maxOutputTokens', { ...goodBody, maxOutputTokens: 0 }],
    ['stopSequences.0', { ...goodBody, stopSequences: [''] }],
    ['mode', { ...goodBody, mode: 'root' }],
  ])('a wrong field: 400 that names %s', async (field, body) => {
    expect(await refusalOf(post(body))).toMatchObject({ status: 400, error: { code: 'invalid_request', field } });
  });

  test('an unknown tool, also one that every object has: 400', async () => {
    const { status, error } = await refusalOf(post({ ...goodBody, toolNames: ['devonz_read_file', 'constructor'] }));
    expect([status, error.code, error.field]).toEqual([400, 'unknown_tool', 'toolNames.1']);
    expect(error.message).toContain('devonz_read_file');
  });

  test('a tool that writes or runs in plan mode, any tool in chat mode: 400', async () => {
    const inPlan = await refusalOf(post({ ...goodBody, mode: 'plan', toolNames: ['devonz_read_file', 'devonz_run_command'] }));
    expect([inPlan.error.code, inPlan.error.field]).toEqual(['tool_not_in_mode', 'toolNames.1']);
    const inChat = await refusalOf(post({ ...goodBody, mode: 'chat', toolNames: ['devonz_read_file'] }));
    expect(inChat.error.code).toBe('tool_not_in_mode');
  });

  test.each(['nobody:x', 'demo', 'openai:gpt-5', 'constructor:x'])('the model %s, which there is not: 400', async (modelId) => {
    expect(await refusalOf(post({ ...goodBody, modelId }))).toMatchObject({
      status: 400,
      error: { code: 'unknown_model', field: 'modelId' },
    });
  });

  test('a body over the limit: 413, by its length and by what comes', async () => {
    const large = 'x'.repeat(9 * 1024 * 1024);
    expect((await refusalOf(post(large))).status).toBe(413);
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)) });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: endless, duplex: 'half' };
    expect((await refusalOf(new Request('http://ide.localhost/api/chat', init))).status).toBe(413);
  });

  test('a small compressed body that is huge when unpacked: 413', async () => {
    const stream = new Blob(['x'.repeat(20 * 1024 * 1024)]).stream().pipeThrough(new CompressionStream('gzip'));
    const body = await new Response(stream).arrayBuffer();
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const request = new Request('http://ide.localhost/api/chat', { method: 'POST', headers, body });
    expect((await refusalOf(request)).status).toBe(413);
  });
});
