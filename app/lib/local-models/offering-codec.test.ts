import { afterEach, expect, test } from 'vitest';
import { StepTransportError } from '../agent/contract/errors.ts';
import type { SentStepTransport } from '../agent/contract/ports.ts';
import { DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { $settings } from '../stores/settings.ts';
import { $models, type AppNotice } from '../stores/workbench.ts';
import { offeringCodec } from './offering-codec.ts';

type Step = Parameters<SentStepTransport['open']>[0];

const STEP: Step = { modelId: 'local-ollama:tiny', mode: 'agent', system: '', messages: [], toolNames: ['devonz_read_file'] };

afterEach(() => {
  $settings.set(DEFAULT_APP_SETTINGS);
  $models.set({ models: [], defaultModelId: '', problems: [] });
});

/** Returns a transport that answers or rejects with this message, and records what was sent and the notices. */
function offering(refusal?: string) {
  const sent: string[] = [];
  const notices: { message: string; action: AppNotice['action'] }[] = [];
  const note = (message: string, action?: AppNotice['action']) => notices.push({ message, action });
  const transport: SentStepTransport = {
    async open({ modelId }) {
      sent.push(modelId);
      if (refusal !== undefined) throw new StepTransportError(refusal, { status: 424 });
      return new ReadableStream();
    },
  };
  const offered = offeringCodec(transport, {
    notices: { info: note, error: note },
    probe: async () => ({ suggestion: 'json', reason: 'It called the tool as JSON.' }),
  });
  return { sent, notices, open: (step: Step) => offered.open(step, new AbortController().signal) };
}

const listed = (callsTools?: boolean) =>
  $models.set({
    models: [{ id: STEP.modelId, provider: 'ollama', name: 'tiny', ...(callsTools === undefined ? {} : { callsTools }) }],
    defaultModelId: '',
    problems: [],
  });

test('a model without function calls is not asked for one: one press finds a way, another takes it back', async () => {
  listed(false);
  const { open, sent, notices } = offering();
  await expect(open(STEP)).rejects.toMatchObject({ kind: 'refused', isRetryable: false, message: expect.stringContaining('Find a way') });
  expect([sent, $settings.get().codecs]).toEqual([[], {}]);
  notices[0]?.action?.run();
  await expect.poll(() => $settings.get().codecs).toEqual({ [STEP.modelId]: 'json' });
  notices[1]?.action?.run();
  expect($settings.get().codecs).toEqual({});
});

test('one of which nobody knows is offered it when its endpoint refuses tools', async () => {
  listed();
  const { open, notices } = offering('Ollama refused the request (400): tiny does not support tools');
  await expect(open(STEP)).rejects.toThrow('Find a way');
  expect(notices).toHaveLength(1);
});

test('whatever else fails is passed on as it is', async () => {
  listed();
  const { open, notices } = offering('Ollama refused the request (400): the model is broken');
  await expect(open(STEP)).rejects.toThrow('the model is broken');
  expect(notices).toEqual([]);
});

test('requests without tools, and models of the server, pass', async () => {
  listed(false);
  const { open, sent } = offering();
  await open({ ...STEP, toolNames: [] });
  await open({ ...STEP, modelId: 'openai:gpt' });
  expect(sent).toEqual([STEP.modelId, 'openai:gpt']);
});
