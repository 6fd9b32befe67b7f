import type { FailureKind } from '../../protocol/models/failure-kind.ts';
import type { ToolCodecName } from '../../protocol/settings.ts';
import { StepFailedError, StepTransportError, StoppedError } from '../contract/errors.ts';
import type { StepRequest, StepTransport } from '../contract/ports.ts';
import { raceStop } from '../contract/race-stop.ts';
import type { ToolDefinition } from '../contract/tool-definition.ts';
import { readTurn } from '../stream/read-turn.ts';
import { codecNamed } from './codec-list.ts';
import { createAnswerReader } from './decoding-reader.ts';

export interface ProbeResult {
  /** Null if no codec worked or the model could not be reached. */
  suggestion: ToolCodecName | null;
  /** One or two sentences for the user. */
  reason: string;
}

export interface ProbeDependencies {
  transport: StepTransport;
  modelId: string;
  /** A read-only tool that the model is asked to call. It is never run. */
  tool: ToolDefinition;
}

type Trial = { type: 'called' } | { type: 'words' } | { type: 'failed'; message: string } | { type: 'unreachable'; message: string };

/** Kinds of failure that affect every request. */
const HOPELESS: ReadonlySet<FailureKind> = new Set<FailureKind>(['wrong-key', 'no-quota', 'unknown-model']);
const ORDER: readonly ToolCodecName[] = ['native', 'json', 'xml'];
/** Enough for a model that thinks first. */
const MAX_OUTPUT_TOKENS = 2_000;
const NAMES: Readonly<Record<ToolCodecName, string>> = { native: 'as a function', json: 'as JSON', xml: 'in XML tags' };

/**
 * Determines how a model can call tools: sends one tiny request per codec until one works, so only one to a model with function calling.
 * Rejects with a StoppedError when the signal aborts.
 */
export async function probeCodec({ transport, modelId, tool }: ProbeDependencies, signal: AbortSignal): Promise<ProbeResult> {
  const notes: string[] = [];
  for (const name of ORDER) {
    const trial = await tryCodec(name, { transport, modelId, tool }, signal);
    if (trial.type === 'called') return { suggestion: name, reason: [...notes, `It called the tool ${NAMES[name]}.`].join(' ') };
    if (trial.type === 'unreachable') return { suggestion: null, reason: `The model could not be asked: ${trial.message}` };
    notes.push(
      trial.type === 'words'
        ? `It did not call the tool ${NAMES[name]}.`
        : `Asked to call the tool ${NAMES[name]} it failed: ${trial.message}`,
    );
  }
  return { suggestion: null, reason: `${notes.join(' ')} It can answer in chat mode; as an agent it will not get far.` };
}

async function tryCodec(name: ToolCodecName, { transport, modelId, tool }: ProbeDependencies, signal: AbortSignal): Promise<Trial> {
  const plain: StepRequest = {
    modelId,
    mode: 'agent',
    system: 'You work on a project through tools. You know nothing of its files but what a tool tells you.',
    messages: [
      { id: 'probe', role: 'user', parts: [{ type: 'text', text: `List the folder "src". Call ${tool.name} for it, once, now.` }] },
    ],
    toolNames: [tool.name],
    temperature: 0,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
  let ids = 0;
  const turn = createAnswerReader({
    mode: 'agent',
    modelId,
    messages: [],
    tools: [tool],
    settings: { codecs: { [modelId]: name } },
    nextId: () => `probe-${++ids}`,
  });
  try {
    const stream = await raceStop(transport.open(codecNamed(name).encode(plain, [tool]), signal), signal);
    const { parts } = await readTurn(stream, turn, { signal, onProgress: () => undefined });
    const isCalled = parts.some(
      (part) =>
        part.type === 'dynamic-tool' &&
        part.state === 'input-available' &&
        part.toolName === tool.name &&
        tool.problemOf(part.input) === null,
    );
    return { type: isCalled ? 'called' : 'words' };
  } catch (error) {
    if (signal.aborted || error instanceof StoppedError) throw new StoppedError();
    if (error instanceof StepTransportError && isUnreachable(error)) return { type: 'unreachable', message: error.message };
    if (error instanceof StepTransportError || error instanceof StepFailedError) return { type: 'failed', message: error.message };
    throw error;
  }
}

/**
 * Returns true for a wrong key, a limit or a dead server, which would fail every other request too. Any other refusal may concern the
 * functions: some servers refuse them that way for a model without function calling.
 */
function isUnreachable(error: StepTransportError): boolean {
  return error.isRetryable || HOPELESS.has(error.kind);
}
