import type { ChatId } from '../../protocol/ids.ts';
import type { Reason } from '../../protocol/texts/reason.ts';
import type { SessionEvent } from '../contract/agent-session.ts';
import { StepFailedError, type StepFailure, StepTransportError, StoppedError } from '../contract/errors.ts';
import type { AgentPorts } from '../contract/ports.ts';
import type { RequestWait } from '../contract/request-wait.ts';

export interface RequestWaitsDependencies {
  chatId: ChatId;
  ports: Pick<AgentPorts, 'clock' | 'telemetry' | 'network'>;
  emit(event: SessionEvent): void;
}

/** A failed request that is retried after a pause. */
export interface FailedRequest {
  attempt: number;
  delayMs: number;
  kind: StepFailure;
  message: string;
  reason: Reason | undefined;
}

/** The pauses between a failed request and its retry: visible to the user, who can skip them. */
export class RequestWaits {
  readonly #dependencies: RequestWaitsDependencies;
  #skip: AbortController | null = null;

  constructor(dependencies: RequestWaitsDependencies) {
    this.#dependencies = dependencies;
  }

  async pause({ attempt, delayMs, kind, message, reason }: FailedRequest, signal: AbortSignal): Promise<void> {
    const { chatId, ports, emit } = this.#dependencies;
    emit({ type: 'retrying', attempt, delayMs, message });
    ports.telemetry.note({ type: 'retry', at: ports.clock.now(), chatId, attempt, delayMs, message });
    await this.#wait({ kind, message, reason, until: ports.clock.now() + delayMs }, signal, (end) => ports.clock.sleep(delayMs, end));
  }

  /** Waits for the network if it is down. Returns false if it is up or unknown, because the failure then has another cause. */
  async forNetwork(
    { message, reason, modelId }: Pick<FailedRequest, 'message' | 'reason'> & { modelId: string },
    signal: AbortSignal,
  ): Promise<boolean> {
    const { network } = this.#dependencies.ports;
    if (network === undefined || (await network.isThere(signal, modelId)) || signal.aborted) return false;
    await this.#wait({ kind: 'network-gone', message, reason, until: null }, signal, (end) => network.whenBack(end, modelId));
    return true;
  }

  /** Ends the current wait; returns false if there is none. */
  skip(): boolean {
    if (this.#skip === null) return false;
    this.#skip.abort();
    return true;
  }

  async #wait(wait: Omit<RequestWait, 'since'>, signal: AbortSignal, work: (end: AbortSignal) => Promise<void>): Promise<void> {
    const { ports, emit } = this.#dependencies;
    const skip = new AbortController();
    this.#skip = skip;
    emit({ type: 'waiting', wait: { ...wait, since: ports.clock.now() } });
    try {
      await work(AbortSignal.any([signal, skip.signal]));
    } finally {
      this.#skip = null;
      emit({ type: 'waiting', wait: null });
    }
    if (signal.aborted) throw new StoppedError();
  }
}

/** Returns true if the network may be the cause. */
export function mayBeNetwork(error: unknown): boolean {
  if (error instanceof StepTransportError) return error.kind === 'network-gone';
  return error instanceof StepFailedError && (error.failure === 'network-gone' || error.failure === 'cut-off');
}
