import { expect, test } from 'vitest';
import type { StepRequest, StepTransport } from '../../../../app/lib/agent/contract/ports.ts';
import { call, type ScriptedStep, ScriptedTransport, say, textParts } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { toolOffers } from '../../../../app/lib/step/tool-offers.ts';
import { TOOL_REGISTRY, TOOLS } from '../../../../app/lib/tools/index.ts';

/** A run of many reads in a window that has room for ten. */
const READS = 80;
const WINDOW = 16_384;
const TASK = 'Read every file and say how many words they have.';

/** About 3 kB per file, each with a unique word. */
const contentOf = (index: number) => `// word-${index}\n${'const total = items.map((item) => item.price * item.count);\n'.repeat(52)}`;
const files = Object.fromEntries(Array.from({ length: READS }, (_, index) => [`src/file${index}.ts`, contentOf(index)]));

const isSummary = ({ toolNames }: StepRequest) => toolNames.length === 0;

function wireOf({ system, toolNames, messages }: StepRequest) {
  const offers = toolOffers({ mode: 'agent', toolNames }, TOOLS);
  return { head: JSON.stringify([offers, system]), messages: messages.map((message) => JSON.stringify(message)) };
}

/** Four characters per token, as for most models. */
function tokensOf(request: StepRequest): number {
  const { head, messages } = wireOf(request);
  return Math.ceil((head.length + messages.join('').length) / 4);
}

/** A model that reads one file at a time, writes a line about each, and counts tokens. */
class ReadingModel implements StepTransport {
  readonly steps: StepRequest[] = [];
  readonly summaries: StepRequest[] = [];

  open(request: StepRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const answer = isSummary(request) ? this.#summary(request) : this.#step(request);
    const usage = { inputTokens: tokensOf(request), outputTokens: 100 };
    return new ScriptedTransport({ ...answer, usage }).open(request, signal);
  }

  #summary(request: StepRequest): ScriptedStep {
    this.summaries.push(structuredClone(request));
    return say(`Read the files. ${'Each multiplies price and count. '.repeat(40)}`);
  }

  #step(request: StepRequest): ScriptedStep {
    const index = this.steps.push(structuredClone(request)) - 1;
    if (index === READS) return say('They have 400 words each.');
    const read = call({ toolName: 'devonz_read_file', input: { path: `src/file${index}.ts` }, toolCallId: `read-${index}` });
    return { ...read, parts: [...textParts(`I read file ${index} to count its words.`), ...read.parts] };
  }
}

/** Returns the steps whose request does not begin with the whole previous one. */
function breaksOf(steps: readonly StepRequest[]): number[] {
  const sent = steps.map(wireOf);
  return sent.flatMap(({ head, messages }, index) => {
    const before = sent[index - 1];
    if (before === undefined) return [];
    const isKept = head === before.head && before.messages.every((message, place) => message === messages[place]);
    return isKept ? [] : [index];
  });
}

async function readAll() {
  const model = new ReadingModel();
  const made = testSession({
    transport: model,
    workspace: new MemoryWorkspace(files),
    tools: TOOL_REGISTRY,
    contextWindow: WINDOW,
    agent: { maxIterations: READS + 5 },
  });
  await made.say(TASK);
  return { ...made, model };
}

test('a window of 16k lives through 80 reads, and the beginning of the requests changes once in eight steps at most', async () => {
  const { session, model } = await readAll();
  expect(session.state()).toMatchObject({ status: 'completed', notice: null });
  expect(model.steps).toHaveLength(READS + 1);
  const breaks = breaksOf(model.steps);
  expect(breaks.length).toBeLessThanOrEqual(READS / 8);
  expect(breaks.length).toBeGreaterThan(0);
  // Every other time, a batch of stubs is enough.
  expect(model.summaries.length).toBeLessThanOrEqual(breaks.length / 2 + 1);
  for (const request of [...model.steps, ...model.summaries]) expect(tokensOf(request)).toBeLessThan(WINDOW - 1_000);
});

test('the summary is made of whole results and of the task, and the model was asked before to note what it needs', async () => {
  const { model, journal } = await readAll();
  expect(model.summaries.length).toBeGreaterThan(0);
  const asked = JSON.stringify(model.summaries[0]?.messages);
  expect(asked).toContain(`<task>\\n${TASK}`);
  expect(asked).toContain('word-0');
  expect(asked).not.toContain('were left out to save room');
  const asking = journal.records.flatMap(({ event }, index) =>
    event.type === 'guard-remark' && event.text.includes('Write down now') ? [index] : [],
  );
  const shortened = journal.records.flatMap(({ event }, index) =>
    event.type === 'outputs-stubbed' || event.type === 'history-compacted' ? [index] : [],
  );
  expect(asking.length).toBeGreaterThan(0);
  expect(asking[0]).toBeLessThan(shortened[0] ?? 0);
});
