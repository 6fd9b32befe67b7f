import type { AgentSession } from '../agent/contract/agent-session.ts';
import { type ConversationState, INITIAL_CONVERSATION } from '../agent/contract/conversation-state.ts';
import { isNearLimit, remainingIterations } from '../agent/conversation/limits.ts';
import { wakeEvent } from '../agent/conversation/machine.ts';
import { browserIds } from '../browser/browser-ports.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import type { ChatMessage, JsonValue } from '../protocol/message.ts';
import { type AgentModeSettings, DEFAULT_AGENT_SETTINGS } from '../protocol/settings.ts';
import { SEED_TOOLS } from '../tools/index.ts';
import { iterationWarning } from './agent-prompts.ts';
import type { AgentExecutionState, AgentOrchestratorOptions, AgentStatus, ToolExecutionResult } from './agent-types.ts';
import { agentEnvironment, type SessionSource } from './environment.ts';
import { executionState, resultOf } from './execution-state.ts';
import { ForetoldState } from './foretold-state.ts';
import { createOwnSession } from './own-session.ts';
import { SessionListener } from './session-listener.ts';

/** Title of a chat that is started for calls without a task. */
const CALLS_TITLE = 'Calls of a program';

/**
 * The seed's orchestrator: a view of the app's session or, if no app runs, of a session in memory. It stores no agent state: it shows the
 * session's conversation, and acts through the session's loop, policy, approvals and journal.
 */
export class AgentOrchestrator {
  readonly #own;
  readonly #foretold = new ForetoldState();
  readonly #listener: SessionListener;
  #options: AgentOrchestratorOptions;
  #controller = new AbortController();

  constructor(settings: Partial<AgentModeSettings> = {}, options: AgentOrchestratorOptions = {}) {
    this.#own = createOwnSession(checked({ ...DEFAULT_AGENT_SETTINGS, ...settings, ...limitOf(options) }));
    this.#options = options;
    this.#listener = new SessionListener({
      options: () => this.#options,
      shown: () => this.#shown(),
      summary: () => this.getSessionSummary(),
      onRecorded: (event) => this.#onRecorded(event),
    });
    if (options.onStatusChange !== undefined) this.#source();
  }

  /** Returns a copy, so that callers cannot change the state. */
  getState(): AgentExecutionState {
    return executionState(this.#shown());
  }

  /** Returns a copy of every message of the session. */
  getHistory(): ChatMessage[] {
    return [...this.#shown().messages];
  }

  /** Whether the agent is thinking, running something or waiting for an approval. */
  isAtWork(): boolean {
    return isAtWork(this.#shown());
  }

  /** Returns the current settings; in the app, the user's. */
  getSettings(): AgentModeSettings {
    return { ...this.#current().settings() };
  }

  /** In the app, changes and stores the user's settings. */
  updateSettings(settings: Partial<AgentModeSettings>): void {
    const source = this.#current();
    const next = checked({ ...source.settings(), ...settings });
    source.updateSettings(next);
    const shown = this.#shown();
    const more = next.maxIterations - shown.maxIterations;
    // The limit of a user's run is its initial limit plus the steps that the user grants.
    if (isAtWork(shown) && !isOfModel(shown) && more > 0) this.#grant(more);
  }

  /** Replaces the callbacks. */
  updateOptions(options: AgentOrchestratorOptions): void {
    this.#options = options;
    this.adopt(limitOf(options));
    if (options.onStatusChange !== undefined) this.#source();
  }

  /** An orchestrator's own settings apply to its own session; in the app, the user's settings apply. */
  adopt(settings: Partial<AgentModeSettings>): void {
    if (this.#current() === this.#own) this.updateSettings(settings);
  }

  /** Aborted when the program or the user stops the session. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  startSession(task: string): void {
    if (isAtWork(this.#shown())) this.abort();
    const { signal } = this.#renew();
    const source = this.#source();
    const mode = source.mode();
    const text = task.trim() === '' ? 'A program works on the project.' : task;
    const message = { id: browserIds.next(), role: 'user' as const, parts: [{ type: 'text' as const, text }] };
    const begun: JournalEvent = { type: 'run-started', maxIterations: source.settings().maxIterations, by: 'program' };
    this.#foretell([{ type: 'user-message', message, mode }, begun], async () => {
      const session = await source.open(text);
      if (!signal.aborted) await session.program.begin(text, mode);
    });
  }

  /** Ends the session in any state: completes it while the model is thinking, and stops any other work. */
  endSession(): AgentExecutionState {
    const shown = this.#shown();
    const source = this.#source();
    if (shown.runBy === 'program' && shown.status === 'thinking') {
      this.#foretell([{ type: 'run-ended', outcome: 'completed' }], async () => source.session()?.program.end());
    } else if (isAtWork(shown)) this.abort();
    return { sessionEndTime: Date.now(), ...this.getState() };
  }

  /** Stops the program's work; if no app runs, resets the session. */
  reset(): void {
    if (!isOfModel(this.#shown())) this.abort();
    this.#renew();
    this.#foretold.clear();
    this.#own.drop();
    this.#listener.tell();
  }

  canContinue(): boolean {
    const shown = this.#shown();
    return isAtWork(shown) && shown.iteration < shown.maxIterations;
  }

  /**
   * Validates, checks the policy, asks for approval if necessary, and runs the tool in the open session, as for a model. Never rejects.
   * `isApproved`: the user has already approved it.
   */
  async executeTool(name: string, params: Record<string, unknown>, { isApproved = false } = {}): Promise<ToolExecutionResult> {
    const { signal } = this.#controller;
    const toolCallId = `program-${browserIds.next()}`;
    const source = this.#source();
    try {
      if (agentEnvironment() === null) return { success: false, error: 'No project is open.' };
      await this.#foretold.settled();
      const session = await source.open(CALLS_TITLE);
      if (signal.aborted) return { success: false, error: 'Stopped.' };
      // Reduced to what a journal can store, because a program may pass anything.
      const input = JSON.parse(JSON.stringify(params)) as JsonValue;
      const work = () => unlessLeft(source, session, session.program.call({ toolCallId, toolName: name, input }));
      const call = await this.#listener.during(toolCallId, isApproved, work);
      return resultOf(call, session.state());
    } catch (error) {
      return { success: false, error: errorMessage(error) };
    }
  }

  /** Counts a step if no model does; returns false if it was the last one allowed. */
  incrementIteration(): boolean {
    const source = this.#source();
    if (!isOfModel(this.#shown())) {
      this.#foretell([{ type: 'step-counted' }], async () => source.session()?.program.countStep());
    }
    const state = this.getState();
    this.#options.onIterationComplete?.(state.iteration, state);
    return state.iteration < state.maxIterations;
  }

  isNearIterationLimit(): boolean {
    const { iteration, maxIterations } = this.#shown();
    return isNearLimit(iteration, maxIterations);
  }

  getIterationWarningPrompt(): string | null {
    const { iteration, maxIterations } = this.#shown();
    return this.isNearIterationLimit() ? iterationWarning(Math.max(1, remainingIterations(iteration, maxIterations))) : null;
  }

  setError(message: string): void {
    const source = this.#source();
    const notice = { type: 'error' as const, message, isRetryable: true };
    this.#foretell([{ type: 'run-ended', outcome: 'error', notice }], async () => (await source.open(message)).program.end(message));
  }

  getSessionSummary(): string {
    const { status, iteration, maxIterations, totalToolCalls, filesCreated, filesModified, commandsExecuted, errorMessage } =
      this.getState();
    const task = taskOf(this.#shown());
    const list = (name: string, items: readonly string[]) => (items.length === 0 ? [] : [`${name}: ${items.join(', ')}`]);
    return [
      ...(task === '' ? [] : [`Task: ${task}`]),
      `Status: ${status}`,
      `Iterations: ${iteration} of ${maxIterations}`,
      `Tool calls: ${totalToolCalls}`,
      ...list('Created', filesCreated),
      ...list('Modified', filesModified),
      ...list('Commands', commandsExecuted),
      ...(errorMessage === undefined ? [] : [`Error: ${errorMessage}`]),
    ].join('\n');
  }

  /** Stops current work; the orchestrator can be used again afterwards. */
  abort(): void {
    this.#controller.abort();
    if (!isAtWork(this.#shown())) return;
    const source = this.#source();
    this.#foretell([{ type: 'run-ended', outcome: 'stopped' }], async () => source.session()?.stop());
  }

  async getAvailableTools(): Promise<string[]> {
    return SEED_TOOLS.map((tool) => tool.name);
  }

  /** Gives the task to the session's own model; resolves with the conversation when the task has ended. */
  async carryOut(task: string): Promise<ConversationState> {
    this.#renew();
    const source = this.#source();
    const session = await source.open(task);
    await this.#listener.duringTask(task, async (isOver) => {
      await session.send(task, source.mode(), 'after-task');
      while (source.session() === session && !isOver(session.state(), source.hasUser)) await nextChange(source);
    });
    return session.state();
  }

  /** Detaches from the session. */
  release(): void {
    this.#listener.detach();
  }

  #current(): SessionSource {
    return agentEnvironment()?.app ?? this.#own;
  }

  #source(): SessionSource {
    const source = this.#current();
    this.#listener.attach(source);
    return source;
  }

  #shown(): ConversationState {
    const source = this.#current();
    const shown = this.#foretold.after(source.session()?.state() ?? INITIAL_CONVERSATION);
    return shown.runStartedAt === 0 ? { ...shown, maxIterations: source.settings().maxIterations } : shown;
  }

  #foretell(events: JournalEvent[], work: () => Promise<unknown>): void {
    this.#foretold.add(events, work, () => this.#listener.tell());
    this.#listener.tell();
  }

  #grant(count: number): void {
    const source = this.#source();
    this.#foretell([{ type: 'iterations-granted', count }], async () => source.session()?.grantIterations(count));
  }

  #onRecorded(event: JournalEvent): void {
    this.#foretold.note(event);
    const isStop = event.type === 'run-ended' && event.outcome === 'stopped';
    if (isStop && this.#shown().runBy === 'program') this.#controller.abort();
  }

  #renew(): AbortController {
    this.#controller = new AbortController();
    return this.#controller;
  }
}

function isAtWork({ status }: { status: AgentStatus }): boolean {
  return wakeEvent(status) === null;
}

function isOfModel({ status, runBy }: Pick<ConversationState, 'status' | 'runBy'>): boolean {
  return runBy === 'model' && wakeEvent(status) === null;
}

/** Returns the text of the newest user message, which started the session's work. */
function taskOf({ messages, remarks }: ConversationState): string {
  const newest = messages.findLast(({ id, role }) => role === 'user' && !remarks.has(id));
  return (newest?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Resolves with null if the user opens another chat: a waiting question is asked again when this one is opened. */
function unlessLeft<Value>(source: SessionSource, session: AgentSession, work: Promise<Value>): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const unsubscribe = source.subscribe(() => {
      if (source.session() === session) return;
      unsubscribe();
      resolve(null);
    });
    work.then(resolve, reject).finally(unsubscribe);
  });
}

function nextChange(source: SessionSource): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = source.subscribe((event) => {
      if (event.type !== 'changed') return;
      unsubscribe();
      resolve();
    });
  });
}

function limitOf({ maxIterations }: AgentOrchestratorOptions): Partial<AgentModeSettings> {
  return maxIterations === undefined ? {} : { maxIterations };
}

/** Applies the same limits as for the user's input. */
function checked(settings: AgentModeSettings): AgentModeSettings {
  const maxIterations = Math.min(200, Math.max(1, Math.trunc(settings.maxIterations) || DEFAULT_AGENT_SETTINGS.maxIterations));
  return { ...settings, maxIterations };
}
