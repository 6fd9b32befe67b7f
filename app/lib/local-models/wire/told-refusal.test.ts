import { expect, test } from 'vitest';
import { toldRefusal } from './told-refusal.ts';

async function toldOf(body: unknown, status = 400, type = 'application/json'): Promise<{ status: number; report: unknown }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await toldRefusal(new Response(text, { status, headers: { 'content-type': type } }));
  return { status: response.status, report: await response.json() };
}

test.each([
  ['Ollama', { error: 'tiny does not support tools' }, { error: 'The server answered: “tiny does not support tools”' }],
  [
    'a compatible server',
    { error: { message: 'no such model', type: 'not_found_error', code: 404, param: null } },
    { error: { message: 'The server answered: “no such model”', type: 'not_found_error', code: 404, param: null } },
  ],
  ['FastAPI', { detail: 'Not Found' }, { detail: 'The server answered: “Not Found”' }],
  ['plain text', 'not today', { error: { message: 'The server answered: “not today”' } }],
  ['nothing', '', { error: { message: 'The server gave no reason.' } }],
  ['a list', [{ a: 1 }], { error: { message: 'The server answered: “[{"a":1}]”' } }],
])('a refusal of %s is in its words, and names and codes stay', async (_name, body, report) => {
  expect(await toldOf(body)).toEqual({ status: 400, report });
});

test('what directs a line, is not seen or has no end is left out of it', async () => {
  const hostile = `a\u001b[31m\u202eb\u0000\n\u200b\u{e0041}c\ud800 ${'x'.repeat(2_000)}`;
  const { report } = await toldOf({ error: hostile, k: hostile, deep: { deeper: [hostile] } });
  const text = JSON.stringify(report);
  expect(text).toMatch(/The server answered: “a \[31m b c x+…”/);
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}]|\\u/u);
  expect(text.length).toBeLessThan(1_200);
  const long = await toldOf({ error: '😀'.repeat(600) });
  expect(JSON.stringify(long.report)).toContain(`${'😀'.repeat(500)}…`);
});

test('a page of a proxy says nothing that its status does not', async () => {
  expect((await toldOf('<html><script>x()</script></html>', 502, 'text/html')).report).toEqual({
    error: { message: 'The server gave no reason.' },
  });
});

test.each([
  ['a proxy that has waited', 504, '<html>Gateway Time-out</html>', 'text/html'],
  ['llama.cpp', 503, '{"error":{"message":"Loading model","type":"unavailable_error","code":503}}', 'application/json'],
  ['Ollama', 500, '{"error":"timed out waiting for llama runner to start - progress 0.25"}', 'application/json'],
])('%s, while a model is loading, is said to load it', async (_name, status, body, type) => {
  const told = await toldOf(body, status, type);
  expect(told.status).toBe(status);
  expect(JSON.stringify(told.report)).toContain('The model is probably still being loaded');
});

test('a model that cannot be loaded is not said to be loading', async () => {
  const { report } = await toldOf({ error: 'error loading model: out of memory' }, 500);
  expect(JSON.stringify(report)).not.toContain('still being loaded');
});

test('an answer that breaks off or never ends is a refusal all the same', async () => {
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(10_000))),
  });
  const response = await toldRefusal(new Response(endless, { status: 500 }));
  expect((await response.text()).length).toBeLessThan(1_000);
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError('network error')) });
  expect(await (await toldRefusal(new Response(broken, { status: 500 }))).text()).toContain('no reason');
});
