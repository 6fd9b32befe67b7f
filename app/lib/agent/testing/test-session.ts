import { endedStep } from '../../protocol/ended-step.ts';
import { type ContentHash, chatIdSchema, contentHashSchema, type StepId } from '../../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../../protocol/journal-event.ts';
import { knownPrices } from '../../protocol/models/known-prices.ts';
import type { Problem } from '../../protocol/project-facts/problem.ts';
import { type AgentModeSettings, type AppSettings, type CommandRule, DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import type { TelemetryEvent } from '../../protocol/telemetry.ts';
import type { ApprovalRequest, ToolCall } from '../../protocol/tool-call.ts';
import type { Workspace } from '../../runtime/types.ts';
import type { AgentSession, SessionEvent } from '../contract/agent-session.ts';
import type { LivePart } from '../contract/conversation-state.ts';
import type { AgentPorts, Clock, Hasher, Journal, Network, PartialAnswer, SettingsSource, StepTransport } from '../contract/ports.ts';
import type { ToolRegistry } from '../contract/tool-definition.ts';
import { withUse } from '../policy/rules/rules.ts';
import { createAgentSession } from '../session/create-agent-session.ts';

/** A clock that advances only on a sleep or when a test advances it. */
export class TestClock implements Clock {
  readonly sleeps: number[] = [];
  readonly #timers = new Set<{ at: number; run: () => void }>();
  #now = 1_000;
  /** If true, a sleep lasts until its signal aborts. */
  isFrozen = false;

  now(): number {
    return this.#now++;
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    this.#now += ms;
    if (this.isFrozen && !signal.aborted) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    }
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Returns the number of pending timers. */
  waiting(): number {
    return this.#timers.size;
  }

  /** Advances time and runs all due timers in order, including those that they add. */
  pass(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = Math.max(this.#now, until);
  }
}

/** An in-memory journal, as records. */
export class TestJournal implements Journal {
  readonly records: JournalRecord[] = [];
  /** Partial answers of the unfinished steps, by step id. */
  readonly partials = new Map<StepId, PartialAnswer>();
  /** If set, appends fail with this error. */
  failure: Error | null = null;

  async append(event: JournalEvent): Promise<void> {
    if (this.failure !== null) throw this.failure;
    const sequence = this.records.length;
    this.records.push({ version: 1, chatId: TEST_CHAT, sequence, at: 1_000 + sequence, event: structuredClone(event) });
    const ended = endedStep(event);
    if (ended !== null) this.partials.delete(ended);
  }

  keepPartial(stepId: StepId, parts: readonly LivePart[]): void {
    this.partials.set(stepId, { stepId, at: 1_000 + this.records.length, parts: structuredClone(parts) });
  }

  types(): string[] {
    return this.records.map((record) => record.event.type);
  }
}

export const TEST_CHAT = chatIdSchema.parse('chat-1');

export class TestSettings implements SettingsSource {
  value: AppSettings;
  constructor(agent: Partial<AgentModeSettings> = {}) {
    this.value = { ...DEFAULT_APP_SETTINGS, agent: { ...DEFAULT_APP_SETTINGS.agent, ...agent } };
  }
  current(): AppSettings {
    return this.value;
  }
  addRule(rule: CommandRule): void {
    this.value = { ...this.value, rules: [...this.value.rules, rule] };
  }
  noteRuleUse(rules: readonly CommandRule[], at: number): void {
    this.value = { ...this.value, rules: withUse(this.value.rules, rules, at) };
  }
}

export const webCryptoHasher: Hasher = {
  async hash(content: Uint8Array): Promise<ContentHash> {
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
    return contentHashSchema.parse([...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
  },
};

export interface TestSessionOptions {
  transport: StepTransport;
  workspace: Workspace;
  tools: ToolRegistry;
  agent?: Partial<AgentModeSettings>;
  problems?: readonly Problem[];
  /** In tokens; unknown if absent. */
  contextWindow?: number;
  /** Unknown if absent. */
  seesImages?: boolean;
  /** No network port if absent. */
  network?: Network;
  /** Defaults to the demo model. */
  modelId?: () => string;
  /** The journal of an earlier session, to be resumed. */
  journal?: TestJournal;
}

export interface TestSession {
  session: AgentSession;
  ports: AgentPorts;
  clock: TestClock;
  journal: TestJournal;
  settings: TestSettings;
  events: SessionEvent[];
  telemetry: TelemetryEvent[];
  /** Sends the text and waits until the session has settled. */
  say(text: string): Promise<void>;
  /** Returns the pending approvals. */
  waiting(): ApprovalRequest[];
  /** Returns the only pending approval. */
  onlyWaiting(): ApprovalRequest;
  calls(): ToolCall[];
}

/** Returns in-memory ports and the fakes behind them. */
export function testPorts(options: Omit<TestSessionOptions, 'tools'>) {
  const clock = new TestClock();
  const journal = options.journal ?? new TestJournal();
  const settings = new TestSettings(options.agent);
  const telemetry: TelemetryEvent[] = [];
  let ids = journal.records.length * 1_000;
  const ports: AgentPorts = {
    clock,
    journal,
    settings,
    tools: {},
    ids: { next: () => `id-${++ids}` },
    hasher: webCryptoHasher,
    transport: options.transport,
    models: {
      contextWindow: () => options.contextWindow ?? null,
      price: (id) => knownPrices(settings.value.prices, [])(id),
      seesImages: () => options.seesImages ?? null,
    },
    telemetry: { note: (event) => void telemetry.push(event) },
    workspace: options.workspace,
    ...(options.network === undefined ? {} : { network: options.network }),
    problems: { list: (source) => (options.problems ?? []).filter((problem) => source === 'all' || problem.source === source) },
  };
  return { clock, journal, settings, telemetry, ports };
}

/** Creates a session from real parts with scripted ports. */
export function testSession(options: TestSessionOptions): TestSession {
  const { clock, journal, settings, telemetry, ports } = testPorts(options);
  const session = createAgentSession({
    chatId: TEST_CHAT,
    ports,
    tools: options.tools,
    modelId: options.modelId ?? (() => 'demo:scripted'),
  });
  const events: SessionEvent[] = [];
  session.subscribe((event) => events.push(event));
  const waiting = () =>
    [...session.state().toolCalls.values()].flatMap((one) => (one.status === 'awaiting_approval' ? [one.approval] : []));
  return {
    session,
    telemetry,
    ports,
    clock,
    journal,
    settings,
    events,
    waiting,
    async say(text) {
      await session.send(text, 'agent');
      await session.settled();
    },
    onlyWaiting() {
      const [first, ...rest] = waiting();
      if (first === undefined || rest.length > 0) throw new Error(`Expected one waiting approval, found ${waiting().length}.`);
      return first;
    },
    calls: () => [...session.state().toolCalls.values()],
  };
}
