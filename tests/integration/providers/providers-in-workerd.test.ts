import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderServer, type ReceivedRequest } from '../../../app/server/testing/provider-server.ts';
import { readParts, textOf, userMessage } from '../../../app/server/testing/step-client.ts';
import { startFrontServer } from '../../../scripts/serve/front-server.mjs';
import { PROVIDER_ROWS } from './provider-rows.ts';

const requestTo = (modelId: string) => {
  return { chatId: 'chat-1', modelId, mode: 'agent', system: '', messages: [userMessage('Hello')], toolNames: [] };
};

/** Runs the SDKs where they run when deployed: above all Bedrock's signature and its binary stream. */

let workerd: Miniflare;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export { stepInWorkerd as default } from './step-in-workerd.ts';", resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'esm',
    // As wrangler bundles.
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    logLevel: 'error',
  });
  workerd = new Miniflare({
    cf: false,
    name: 'step',
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    compatibilityDate: '2026-04-20',
    compatibilityFlags: ['nodejs_compat', 'enable_request_signal', 'request_signal_passthrough'],
    modules: [{ type: 'ESModule', path: 'step.js', contents: outputFiles[0]?.text ?? '' }],
    // Only the output of the test's servers is checked.
    handleStructuredLogs: () => undefined,
  });
  await workerd.ready;
});
afterAll(() => workerd.dispose());

test.each(PROVIDER_ROWS)('$name answers in workerd, with text, a call and the tokens', async ({ modelId, environment, wire }) => {
  const call = { id: 'call_one', name: 'devonz_read_file', input: { path: 'src/a.ts' } };
  const server = await ProviderServer.start((_request, response) => {
    response.writeHead(200, { 'content-type': wire.contentType });
    for (const bytes of wire.answer({ text: 'Hello from workerd.', calls: [call] })) response.write(bytes);
    response.end();
  });
  try {
    const body = JSON.stringify({ environment: environment(server.url), request: requestTo(modelId) });
    const response = await workerd.dispatchFetch('http://step/', { method: 'POST', body });
    // Miniflare's Response is another class with the same methods.
    const parts = await readParts(new Response(await response.text(), { status: response.status }));
    expect(textOf(parts)).toBe('Hello from workerd.');
    expect(JSON.stringify(parts)).toContain('src/a.ts');
    expect(JSON.stringify(parts)).toContain('"inputTokens":100');
    expect(JSON.stringify(server.received[0]?.headers)).toMatch(/test-key-of-a-provider|AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/);
  } finally {
    await server.stop();
  }
});

/** A provider that does not learn of it would wait for the end of the test. */
const PATIENT = 30_000;

test.each(['before the headers', 'before the first byte'])(
  'a user who stops %s stops the request to the provider',
  async (when) => {
    const { modelId, environment } = PROVIDER_ROWS.find(({ name }) => name === 'OpenAI, Chat Completions') ?? expect.unreachable();
    let asked: (request: ReceivedRequest) => void = () => undefined;
    const received = new Promise<ReceivedRequest>((resolve) => {
      asked = resolve;
    });
    const server = await ProviderServer.start((request, response) => {
      if (when === 'before the first byte') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      asked(request);
    });
    const { port: upstreamPort } = await workerd.unsafeGetDirectURL('step');
    const front = await startFrontServer({ port: 0, upstreamPort: Number(upstreamPort) });
    const address = front.address();
    const stop = new AbortController();
    try {
      const body = JSON.stringify({ environment: environment(server.url), request: requestTo(modelId) });
      const port = typeof address === 'object' ? address?.port : undefined;
      const answer = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, signal: stop.signal });
      const { hungUp } = await received;
      stop.abort();
      await expect(answer).rejects.toThrow(/abort/i);
      await hungUp;
    } finally {
      front.closeAllConnections();
      front.close();
      await server.stop();
    }
  },
  PATIENT,
);
