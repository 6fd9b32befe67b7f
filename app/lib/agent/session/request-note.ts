import type { ChatMode } from '../../protocol/chat-request.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import type { ChatId } from '../../protocol/ids.ts';
import type { TokenUsage } from '../../protocol/message.ts';
import { definedCounts } from '../../protocol/models/token-counts.ts';
import { StoppedError } from '../contract/errors.ts';
import type { AgentPorts } from '../contract/ports.ts';
import type { TurnResult } from '../stream/turn-reader.ts';

export interface RequestNoteDependencies {
  chatId: ChatId;
  ports: Pick<AgentPorts, 'clock' | 'telemetry'>;
  modelId: string;
  mode: ChatMode;
}

/** Records the duration, usage and outcome of one model request, once only. */
export class RequestNote {
  readonly #dependencies: RequestNoteDependencies;
  readonly #startedAt: number;
  #firstByteMs: number | null = null;
  #isNoted = false;

  constructor(dependencies: RequestNoteDependencies) {
    this.#dependencies = dependencies;
    this.#startedAt = dependencies.ports.clock.now();
  }

  firstByte(): void {
    this.#firstByteMs ??= this.#dependencies.ports.clock.now() - this.#startedAt;
  }

  finished({ finishReason, usage }: Pick<TurnResult, 'finishReason' | 'usage'>): void {
    this.#note({ outcome: 'finished', finishReason, ...definedCounts(usage) });
  }

  failed(error: unknown): void {
    if (error instanceof StoppedError) this.#note({ outcome: 'stopped' });
    else this.#note({ outcome: 'failed', message: errorMessage(error) });
  }

  #note(
    end: {
      outcome: 'finished' | 'failed' | 'stopped';
      finishReason?: string;
      message?: string;
    } & TokenUsage,
  ): void {
    if (this.#isNoted) return;
    this.#isNoted = true;
    const { chatId, ports, modelId, mode } = this.#dependencies;
    const at = ports.clock.now();
    const firstByte = this.#firstByteMs === null ? {} : { firstByteMs: this.#firstByteMs };
    ports.telemetry.note({ type: 'model-request', at, chatId, modelId, mode, durationMs: at - this.#startedAt, ...firstByte, ...end });
  }
}
