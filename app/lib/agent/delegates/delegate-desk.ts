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
/** A task that starts more is split up without an end; each of them may make as many steps as the run itself. */
const MOST_OF_A_TASK = 20;

type CallId = ToolCall['toolCallId'];

export interface DelegateDeskDependencies {
  /** Of the session that starts the sub-agents. */
  options: AgentSessionOptions;
  task: TaskFacts;
  modelId(): string;
  record(event: JournalEvent): Promise<void>;
  state(): ConversationState;
  emit(event: SessionEvent): void;
  createSession(options: AgentSessionOptions): AgentSession;
}

/** Starts sub-agents: each a session of its own over the same ports, whose journal is a part of this session's, under the call's id. */
export class DelegateDesk {
  readonly #dependencies: DelegateDeskDependencies;
  readonly #slots = new Slots(SIDE_BY_SIDE);
  readonly #sessions = new Map<CallId, AgentSession>();
  readonly #work = new Set<Promise<unknown>>();
  /** From whose models no data comes. */
  readonly #silences = new Map<CallId, Silence>();

  constructor(dependencies: DelegateDeskDependencies) {
    this.#dependencies = dependencies;
  }

  /** What a call may start sub-agents with; null where it is a sub-agent's own. */
  of(toolCallId: CallId): Delegates | null {
    const { options, modelId } = this.#dependencies;
    if (options.delegate !== undefined) return null;
    return { tools: options.tools, modelId: modelId(), start: (order, signal) => this.#start(toolCallId, order, signal) };
  }

  /** The sub-agent that asks this. */
  asking(approvalId: ApprovalId): AgentSession | undefined {
    return [...this.#sessions.values()].find((session) => asks(session.state(), approvalId));
  }

  sessions(): readonly AgentSession[] {
    return [...this.#sessions.values()];
  }

  /** Sends the requests of sub-agents again from whose models no data comes. */
  askAgain(): void {
    for (const toolCallId of [...this.#silences.keys()]) void this.#sessions.get(toolCallId)?.retry();
  }

  /** How many of the calls under way do not move until a user answers. */
  waiting(): number {
    const sessions = this.sessions();
    const waiting = sessions.filter((session) => session.isWaiting()).length;
    return waiting === sessions.length ? waiting + this.#slots.waiting : waiting;
  }

  /** Resolves when none is at work. The signal that they were started with must have been aborted. */
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

  /** Of this task, those that begin right now too. */
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
    // Its run is a part of another, which is noted.
    const telemetry: Telemetry = { note: (event) => event.type !== 'run' && options.ports.telemetry.note(event) };
    const ports = { ...options.ports, journal, telemetry, settings: limited(options.ports.settings, limits) };
    const spent = () => this.#spent();
    const delegate = { task: { ...task, asker }, brief, spent };
    return createSession({ ...options, ports, tools, modelId: () => modelId ?? this.#dependencies.modelId(), delegate });
  }

  /** What a sub-agent uses the run has used. */
  #spent(): BudgetNotice | null {
    const { options, state } = this.#dependencies;
    const { settings, models, clock } = options.ports;
    return spentBudget(state(), settings.current().budget, (modelId) => models.price(modelId), clock.now());
  }

  /** The page shows one: that which lasts longest. */
  #noteSilence(toolCallId: CallId, silence: Silence | null): void {
    if (silence !== null) this.#silences.set(toolCallId, silence);
    else if (!this.#silences.delete(toolCallId)) return;
    const [longest = null] = [...this.#silences.values()];
    this.#dependencies.emit({ type: 'silence', silence: longest });
  }

  /** What the user sees of a sub-agent as it happens. */
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

/** The settings of the run, and no more steps than these; the budgets are the sub-agent's own, those of the run are asked beside them. */
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

/** Resolves when it is no longer at work; while it waits for a user it is. */
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
