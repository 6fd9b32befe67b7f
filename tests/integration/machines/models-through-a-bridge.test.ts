import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerLocalStep } from '../../../app/lib/local-models/answering/answer-local-step.ts';
import { listEndpoint } from '../../../app/lib/local-models/listing/list-endpoint.ts';
import { createLocalFetch } from '../../../app/lib/local-models/wire/local-fetch.ts';
import { machineModelEndpoint } from '../../../app/lib/machines/machine-model-endpoint.ts';
import { FACTS } from '../../../app/lib/machines/testing/machine-facts.ts';
import { FakeMachine } from '../../../packages/bridge/src/testing/fake-machine.ts';
import { APP, type StartedBridge, startTestBridge } from '../../../packages/bridge/src/testing/started-bridge.ts';
import { OllamaServer, ollamaEnd, ollamaText } from '../../e2e/support/ollama-server.ts';

let bridge: StartedBridge;
let ollama: OllamaServer;
beforeEach(async () => {
  ollama = new OllamaServer({
    models: [{ name: 'phi3:latest', capabilities: ['completion'] }],
    answer: () => [ollamaText('{"type":"answer",'), ollamaText('"text":"Hello"}'), ollamaEnd],
  });
  const port = Number(new URL(await ollama.listen()).port);
  const machine = new FakeMachine();
  machine.ports.connect = () =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
    });
  bridge = await startTestBridge(machine);
});
afterEach(async () => {
  ollama.stop();
  await bridge.close();
});

/** Node's `fetch` as a browser's in a page of the app, which says its origin. */
const ofPage: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('origin', APP);
  return fetch(input, { ...init, headers });
};

test('the app lists and asks the models of a machine by what its bridge told it, as those of its own computer', async () => {
  const endpoint = machineModelEndpoint({ facts: FACTS, origin: bridge.origin });
  const ask = createLocalFetch({ fetch: ofPage, isSecurePage: false, now: () => 0, bridgeKey: endpoint.bridge?.key });
  const { signal } = new AbortController();
  const listed = await listEndpoint(endpoint, { fetch: ask, whyUnreachable: async () => 'silent' }, signal);
  const modelId = `${endpoint.id}:phi3:latest`;
  expect(listed).toMatchObject({ state: 'listed', models: [{ id: modelId, callsTools: false }] });
  const response = await answerLocalStep(
    {
      endpoints: [endpoint],
      offers: [],
      step: {
        chatId: 'c',
        modelId,
        mode: 'chat',
        system: 'You are a terminal agent assistant.',
        messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
        toolNames: [],
      },
    },
    ask,
    signal,
  );
  const text = await response.text();
  expect(text).toContain('answer');
  expect(text).not.toContain(endpoint.bridge?.key);
  expect(ollama.chats).toMatchObject([{ model: 'phi3:latest', messages: [{ role: 'system' }, { role: 'user', content: 'Hello' }] }]);
  expect(new Set(ollama.asked.map(({ origin }) => origin))).toEqual(new Set([undefined]));
});

test('a bridge with another key is not asked twice: its models are not listed', async () => {
  const endpoint = machineModelEndpoint({ facts: FACTS, origin: `http://other.ide.localhost:${bridge.server.port}` });
  const ask = createLocalFetch({ fetch: ofPage, isSecurePage: false, now: () => 0, bridgeKey: endpoint.bridge?.key });
  const listed = await listEndpoint(endpoint, { fetch: ask, whyUnreachable: async () => 'silent' }, new AbortController().signal);
  expect(listed).toEqual({ state: 'failed', problem: 'other-kind' });
  expect(ollama.asked).toEqual([]);
});
