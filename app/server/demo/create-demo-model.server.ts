import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import { type DemoTurn, nextTurn } from './next-turn.server.ts';
import type { Pacer } from './pacer.server.ts';
import { ToolBox } from './tool-box.server.ts';

/** Sizes in characters, pauses in milliseconds: slow enough for a user to follow, and a 6 kB file takes about a second. */
const TEXT_PIECE = 12;
const TEXT_PAUSE_MS = 25;
const INPUT_PIECE = 64;
const INPUT_PAUSE_MS = 12;

/** Usage is reported as unknown, because a script counts no tokens. */
const NO_USAGE: LanguageModelV3Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/**
 * A model that is not an AI: it plays scripts through the same route and tools as any other model, so that everything can be tried without
 * a key. It is stateless.
 */
export function createDemoModel({ pacer }: { pacer: Pacer }): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'demo',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate(options) {
      const turn = turnOf(options);
      return { content: contentOf(turn, callIdsOf(turn, options)), finishReason: finishReasonOf(turn), usage: NO_USAGE, warnings: [] };
    },
    async doStream(options) {
      const parts = streamParts(turnOf(options), options, pacer);
      return { stream: toStream(parts, options.abortSignal) };
    },
  };
}

function turnOf(options: LanguageModelV3CallOptions): DemoTurn {
  return nextTurn(options.prompt, new ToolBox(options.tools));
}

/** Returns ids that are unique within a conversation, because they contain its length. */
function callIdsOf(turn: DemoTurn, options: LanguageModelV3CallOptions): string[] {
  return turn.calls.map((_call, index) => `demo-${options.prompt.length}-${index + 1}`);
}

function contentOf(turn: DemoTurn, ids: readonly string[]): LanguageModelV3Content[] {
  const calls = turn.calls.map(({ toolName, input }, index) => ({
    type: 'tool-call' as const,
    toolCallId: ids[index] ?? '',
    toolName,
    input: JSON.stringify(input),
  }));
  return [{ type: 'text', text: turn.text }, ...calls];
}

async function* streamParts(turn: DemoTurn, options: LanguageModelV3CallOptions, pacer: Pacer): AsyncGenerator<LanguageModelV3StreamPart> {
  const signal = options.abortSignal;
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'response-metadata', modelId: 'scripted' };
  yield { type: 'text-start', id: 'text' };
  for (const delta of piecesOf(turn.text, TEXT_PIECE)) {
    await pacer.wait(TEXT_PAUSE_MS, signal);
    yield { type: 'text-delta', id: 'text', delta };
  }
  yield { type: 'text-end', id: 'text' };
  for (const call of contentOf(turn, callIdsOf(turn, options))) {
    if (call.type !== 'tool-call') continue;
    yield { type: 'tool-input-start', id: call.toolCallId, toolName: call.toolName };
    for (const delta of piecesOf(call.input, INPUT_PIECE)) {
      await pacer.wait(INPUT_PAUSE_MS, signal);
      yield { type: 'tool-input-delta', id: call.toolCallId, delta };
    }
    yield { type: 'tool-input-end', id: call.toolCallId };
    yield call;
  }
  yield { type: 'finish', finishReason: finishReasonOf(turn), usage: NO_USAGE };
}

function toStream(
  parts: AsyncGenerator<LanguageModelV3StreamPart>,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV3StreamPart> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (signal?.aborted === true) controller.error(signal.reason);
      else if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

/** Splits text between code points, never within one. */
function* piecesOf(text: string, size: number): Generator<string> {
  let piece = '';
  for (const character of text) {
    piece += character;
    if (piece.length >= size) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

function finishReasonOf(turn: DemoTurn): LanguageModelV3FinishReason {
  return turn.calls.length > 0 ? { unified: 'tool-calls', raw: undefined } : { unified: 'stop', raw: undefined };
}
