import type { ApprovalId } from '../../protocol/ids.ts';
import { delegatedCallId } from '../../protocol/ids.ts';
import type { JournalEvent, OwnEvent } from '../../protocol/journal-event.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import type { AgentSession, AgentSessionOptions, SessionEvent } from '../contract/agent-session.ts';
import type { BudgetNotice } from '../contract/budget-notice.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import type { DelegateEnd, DelegateLimits, DelegateOrder, Delegates } from '../contract/delegate-order.ts';
import { StoppedError } from '../contract/errors.ts';
import type { Journal, SettingsSource, Telemetry } from '../contract/ports.ts';
import type { Silence } from '../contract/silence.ts';
import type { TaskFacts } from '../contract/task-facts.ts';
import { wakeEvent } from '../conversation/machine.ts';
import { taskCalls } from '../conversation/session-facts.ts';
import { spentBudget } from '../conversation/spent-budget.ts';
import { delegateEnd, fileCount } from './delegate-end.ts';
import { Slots } from './slots.ts';

const SIDE_BY_SIDE = 3;
/** Limit of sub-agents per task. A task that needs more is being split endlessly, since each may take as many steps as the run itself. */
const MOST_OF_A_TASK = 20;

type CallId = ToolCall['toolCallId'];

export interface DelegateDeskDependencies {
  /** Options of the session that starts the sub-agents. */
  options: AgentSessionOptions;
  task: TaskFacts;
  modelId(): string;
  record(event: JournalEvent): Promise<void>;
  state(): ConversationState;
  emit(event: SessionEvent): void;
  createSession(options: AgentSessionOptions): AgentSession;
}

/** Starts sub-agents. Each is a session over the same ports, and its events are stored in this session's journal under the call's id. */
export class DelegateDesk {
  readonly #dependencies: DelegateDeskDependencies;
  readonly #slots = new Slots(SIDE_BY_SIDE);
  readonly #sessions = new Map<CallId, AgentSession>();
  readonly #work = new Set<Promise<unknown>>();
  /** Sub-agents whose models send no data. */
  readonly #silences = new Map<CallId, Silence>();

  constructor(dependencies: DelegateDeskDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the port with which a call may start sub-agents; null for a call of a sub-agent. */
  of(toolCallId: CallId): Delegates | null {
    const { options, modelId } = this.#dependencies;
    if (options.delegate !== undefined) return null;
    return { tools: options.tools, modelId: modelId(), start: (order, signal) => this.#start(toolCallId, order, signal) };
  }

  /** Returns the sub-agent that asks this question. */
  asking(approvalId: ApprovalId): AgentSession | undefined {
    return [...this.#sessions.values()].find((session) => asks(session.state(), approvalId));
  }

  sessions(): readonly AgentSession[] {
    return [...this.#sessions.values()];
  }

  /** Resends the requests of sub-agents whose models send no data. */
  askAgain(): void {
    for (const toolCallId of [...this.#silences.keys()]) void this.#sessions.get(toolCallId)?.retry();
  }

  /** Returns the number of calls in progress that are blocked until the user answers. */
  waiting(): number {
    const sessions = this.sessions();
    const waiting = sessions.filter((session) => session.isWaiting()).length;
    return waiting === sessions.length ? waiting + this.#slots.waiting : waiting;
  }

  /** Resolves when no sub-agent is at work. The signals with which they were started must have been aborted. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#work]);
  }

  #start(toolCallId: CallId, order: DelegateOrder, signal: AbortSignal): Promise<DelegateEnd> {
    const work = this.#run(toolCallId, order, signal);
    const kept = work.catch(() => undefined).finally(() => this.#work.delete(kept));
    this.#work.add(kept);
    return work;
  }

  async #run(toolCallId: CallId, order: DelegateOrder, signal: AbortSignal): Promise<DelegateEnd> {
    const giveBack = await this.#slots.take(signal);
    if (this.#count() >= MOST_OF_A_TASK) {
      giveBack();
      throw new Error(`This task has started ${MOST_OF_A_TASK} sub-agents, and starts no more. Do the rest yourself.`);
    }
    const session = this.#session(toolCallId, order);
    const stop = () => void session.stop();
    const unsubscribe = session.subscribe((event) => this.#pass(toolCallId, event));
    const since = fileCount(this.#dependencies.state());
    this.#sessions.set(toolCallId, session);
    signal.addEventListener('abort', stop, { once: true });
    try {
      await session.send(order.task, 'agent');
      if (signal.aborted) await session.stop();
      await rested(session);
      if (signal.aborted) throw new StoppedError();
      const log = this.#dependencies.state().fileLog;
      return delegateEnd(session.state(), order.brief.scope === null ? null : { log, since });
    } finally {
      signal.removeEventListener('abort', stop);
      unsubscribe();
      this.#sessions.delete(toolCallId);
      this.#noteSilence(toolCallId, null);
      giveBack();
    }
  }

  /** Returns the number of sub-agents of this task, including those that are just starting. */
  #count(): number {
    const state = this.#dependencies.state();
    const recorded = taskCalls(state).flatMap(({ toolCallId }) => (state.delegates.has(toolCallId) ? [toolCallId] : []));
    return new Set([...recorded, ...this.#sessions.keys()]).size;
  }

  #session(toolCallId: CallId, { asker, brief, tools, limits, modelId }: DelegateOrder): AgentSession {
    const { options, task, record, createSession } = this.#dependencies;
    const journal: Journal = {
      append: (event) => record({ type: 'delegate-event', toolCallId, event: ownEvent(event) }),
      keepPartial: (stepId, parts) => options.ports.journal.keepPartial(stepId, parts),
    };
    // A sub-agent's run is part of another run, which is recorded.
    const telemetry: Telemetry = { note: (event) => event.type !== 'run' && options.ports.telemetry.note(event) };
    const ports = { ...options.ports, journal, telemetry, settings: limited(options.ports.settings, limits) };
    const spent = () => this.#spent();
    const delegate = { task: { ...task, asker }, brief, spent };
    return createSession({ ...options, ports, tools, modelId: () => modelId ?? this.#dependencies.modelId(), delegate });
  }

  /** The usage of a sub-agent counts towards the run. */
  #spent(): BudgetNotice | null {
    const { options, state } = this.#dependencies;
    const { settings, models, clock } = options.ports;
    return spentBudget(state(), settings.current().budget, (modelId) => models.price(modelId), clock.now());
  }

  /** Emits only the longest-lasting silence, since the page shows one. */
  #noteSilence(toolCallId: CallId, silence: Silence | null): void {
    if (silence !== null) this.#silences.set(toolCallId, silence);
    else if (!this.#silences.delete(toolCallId)) return;
    const [longest = null] = [...this.#silences.values()];
    this.#dependencies.emit({ type: 'silence', silence: longest });
  }

  /** Forwards the events of a sub-agent that the user sees. */
  #pass(toolCallId: CallId, event: SessionEvent): void {
    const { emit } = this.#dependencies;
    switch (event.type) {
      case 'changed':
        if (event.event === undefined) emit(event);
        break;
      case 'output':
      case 'input-wanted':
        emit({ ...event, toolCallId: delegatedCallId(toolCallId, event.toolCallId) });
        break;
      case 'approval-requested': {
        const { approval } = event;
        emit({ ...event, approval: { ...approval, toolCallId: delegatedCallId(toolCallId, approval.toolCallId) } });
        break;
      }
      case 'silence':
        this.#noteSilence(toolCallId, event.silence);
        break;
      case 'retrying':
      case 'codec-suggested':
        emit(event);
        break;
      default:
        break;
    }
  }
}

function asks({ toolCalls }: ConversationState, approvalId: ApprovalId): boolean {
  return [...toolCalls.values()].some((call) => call.status === 'awaiting_approval' && call.approval.approvalId === approvalId);
}

function ownEvent(event: JournalEvent): OwnEvent {
  if (event.type === 'delegate-event') throw new Error('A sub-agent starts none.');
  return event;
}

/** Returns the run's settings with the sub-agent's step limit and its own budgets; the budgets of the run are checked separately. */
function limited(settings: SettingsSource, { steps, tokens, money, minutes }: DelegateLimits): SettingsSource {
  return {
    current() {
      const current = settings.current();
      const { maxIterations } = current.agent;
      return { ...current, agent: { ...current.agent, maxIterations: Math.min(steps, maxIterations) }, budget: { tokens, money, minutes } };
    },
    addRule: (rule) => settings.addRule(rule),
    noteRuleUse: (rules, at) => settings.noteRuleUse(rules, at),
  };
}

/** Resolves when the session is no longer at work. Waiting for the user counts as work. */
async function rested(session: AgentSession): Promise<void> {
  for (;;) {
    await session.settled();
    if (wakeEvent(session.state().status) !== null) return;
    await new Promise<void>((resolve) => {
      const unsubscribe = session.subscribe(() => {
        unsubscribe();
        resolve();
      });
    });
  }
}
