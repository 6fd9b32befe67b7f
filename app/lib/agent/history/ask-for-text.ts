import type { TokenUsage } from '../../protocol/message.ts';
import { StepFailedError, StoppedError } from '../contract/errors.ts';
import type { AgentPorts, StepRequest } from '../contract/ports.ts';
import { raceStop } from '../contract/race-stop.ts';
import { readTurn } from '../stream/read-turn.ts';
import { TurnReader } from '../stream/turn-reader.ts';
import { sendableRequest } from './sendable-request.ts';

export interface AskedText {
  text: string;
  /** The model reached its limit. */
  isCut: boolean;
  usage: TokenUsage;
}

interface AskOptions {
  /** The error message if the model returns no text. */
  nothing: string;
  /** Called when more of the answer has arrived. */
  onData?: () => void;
}

/** Sends one request outside the steps for a text answer. Rejects with a StoppedError, StepTransportError or StepFailedError. */
export async function askForText(
  request: StepRequest,
  transport: AgentPorts['transport'],
  signal: AbortSignal,
  { nothing, onData = () => undefined }: AskOptions,
): Promise<AskedText> {
  if (signal.aborted) throw new StoppedError();
  const stream = await raceStop(transport.open(sendableRequest(request), signal), signal);
  const turn = new TurnReader();
  let received = 0;
  const onProgress = () => {
    if (turn.received() > received) onData();
    received = turn.received();
  };
  const reading = readTurn(stream, turn, { signal, onProgress });
  const { parts, finishReason, usage } = await reading.catch((error: unknown) => {
    throw error instanceof StepFailedError && error.failure === 'silent-end' ? new StepFailedError(nothing, error.parts) : error;
  });
  const text = parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .trim();
  if (text === '') throw new StepFailedError(nothing, parts);
  return { text, isCut: finishReason === 'length', usage };
}
