import type { ChatMode } from '../../protocol/chat-request.ts';
import { stepIdSchema } from '../../protocol/ids.ts';
import type { TokenUsage } from '../../protocol/message.ts';
import { lastTurns } from '../../protocol/models/last-turns.ts';
import type { RefusedPart } from '../../protocol/models/refused-part.ts';
import { contextRoomOf } from '../../protocol/models/too-long.ts';
import type { WindowHelp } from '../../protocol/session-state.ts';
import type { AppSettings } from '../../protocol/settings.ts';
import { because, type Reason } from '../../protocol/texts/reason.ts';
import { codecOf } from '../codecs/codec-list.ts';
import type { PromptContext } from '../contract/agent-session.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { StepFailedError, type StepTransportError } from '../contract/errors.ts';
import type { StepRequest } from '../contract/ports.ts';
import { raceStop } from '../contract/race-stop.ts';
import { applyRecord } from '../conversation/projection.ts';
import { maskedTools } from '../masking/masked-tools.ts';
import { buildStepRequest } from './build-step-request.ts';
import { Compactor } from './compactor.ts';
import { curateHistory } from './curate-history.ts';
import { firstRequestTokens } from './first-request-tokens.ts';
import type { HistoryDependencies } from './history-dependencies.ts';
import { withoutImages } from './images/without-images.ts';
import { LearnedWindows } from './learned-windows.ts';
import { hasRefusedIds, wouldLeaveOut } from './left-out-parts.ts';
import { sendableRequest } from './sendable-request.ts';
import { stubCandidates } from './stub-output.ts';
import { TokenGauge } from './token-gauge.ts';
import { answerLimit, budgetOf, type WindowBudget } from './window-budget.ts';
import { WindowFullError } from './window-full-error.ts';

/**
 * Stubs free space down to this share of the input budget, so that the next step needs no new ones, which would invalidate the prompt
 * cache.
 */
const STUB_TARGET = 0.7;
/** If the window is a guess, a summary that did not help is not retried until the conversation has grown by this factor. */
const GROWTH = 1.25;

/** Share of the input budget that prompt and tools may take before they are shortened. */
const MOST_FOR_PROMPT = 0.2;
/** In larger windows every prompt fits, so it is not measured. In tokens. */
const SURELY_ROOM = 60_000;

const NOT_ENOUGH = because('The summary did not free enough.');

/** Measures the tokens that the next step would send. */
type Measure = (state: ConversationState, settings?: AppSettings) => number;

interface FullOptions {
  modelId: string;
  budget: WindowBudget;
  measure: Measure;
  context: PromptContext;
  why: Reason;
}

/** Builds the requests of a conversation's steps and ensures before each that the conversation fits the model's window. */
export class HistoryKeeper {
  readonly #dependencies: HistoryDependencies;
  readonly #gauge = new TokenGauge();
  readonly #compactor: Compactor;
  readonly #learned = new LearnedWindows();
  #sentTokens = 0;
  #sent: StepRequest | null = null;
  /** Number of tokens at which the last summary did not help. */
  #triedAt = 0;

  constructor(dependencies: HistoryDependencies) {
    this.#dependencies = dependencies;
    this.#compactor = new Compactor(dependencies);
  }

  /**
   * Call before the step is journalled. Shortens the history if necessary: first results become stubs, then a summary replaces the middle.
   * Rejects with a WindowFullError if neither is enough, and with a StoppedError.
   */
  async fit(mode: ChatMode, modelId: string, signal: AbortSignal): Promise<PromptContext> {
    const context = await raceStop(this.#dependencies.promptContext(), signal);
    const { ports, state } = this.#dependencies;
    const budget = budgetOf(this.windowOf(modelId));
    const measure: Measure = (of, settings) => this.#gauge.tokens(this.#build(mode, modelId, upcoming(of), context, settings));
    const full = (why: Reason) => this.#full({ modelId, budget, measure, context, why });
    if (measure(state()) <= budget.input) return context;
    const { autoCompact, turns } = ports.settings.current().history;
    if (!autoCompact) return full(because('“Compact automatically” is off.'));
    await this.#stub(budget, measure(state()));
    if (measure(state()) <= budget.input) return context;
    if (turns !== null) return full(because('Only the newest turns are sent already.'));
    const why = await this.#compact(modelId, budget, measure, signal);
    return measure(state()) <= budget.input ? context : full(why);
  }

  /** Builds the request of the step that has just begun. `context` is the result of `fit`. */
  request(mode: ChatMode, modelId: string, context: PromptContext): StepRequest {
    const request = this.#build(mode, modelId, this.#dependencies.state(), context);
    this.#sent = request;
    this.#sentTokens = this.#gauge.tokens(request);
    const limit = answerLimit(this.windowOf(modelId), this.#sentTokens, this.#learned.isTight(modelId));
    this.#gauge.sent(request);
    return limit === undefined ? request : { ...request, maxOutputTokens: limit };
  }

  /** Called when the last request has been answered. */
  answered({ inputTokens }: TokenUsage): void {
    this.#gauge.answered(inputTokens);
  }

  /** Called when an answer has filled the model's window: its size is now known, and the history must become shorter. */
  windowWasFull(modelId: string, { inputTokens = 0, outputTokens = 0 }: TokenUsage): void {
    this.#learned.wasFull(modelId, inputTokens + outputTokens);
  }

  /** Returns the model's window in tokens; null if unknown. */
  windowOf(modelId: string): number | null {
    return this.#learned.of(modelId, this.#dependencies.ports.models.contextWindow(modelId));
  }

  /** Returns true if the last request was refused for its length and a shorter one is worth a try. */
  learnsFrom(refusal: StepTransportError | StepFailedError, modelId: string): boolean {
    const isTold = (refusal instanceof StepFailedError ? refusal.failure : refusal.kind) === 'context-too-long';
    const known = this.#dependencies.ports.models.contextWindow(modelId);
    const { message, room = contextRoomOf(message) } = refusal;
    const learns = this.#learned.learn(modelId, message, { sentTokens: this.#sentTokens, known, room, ...(isTold ? { isTold } : {}) });
    // The provider has counted the tokens of the request.
    if (learns && isTold) this.#gauge.answered(room.input);
    return learns;
  }

  /** Returns true if the last request would be different without that part. */
  wouldLeaveOut(left: RefusedPart): boolean {
    const { messages = [], toolNames = [] } = this.#sent ?? {};
    return wouldLeaveOut(left, messages, toolNames);
  }

  /** Resolves with a function that measures the tokens of the next step, corrected by the model's own counts. */
  async measureNow(signal: AbortSignal): Promise<Measure> {
    const { modelId, promptContext } = this.#dependencies;
    const context = await raceStop(promptContext(), signal);
    return (of) => this.#gauge.tokens(this.#build(of.mode, modelId(), upcoming(of), context));
  }

  #build(
    mode: ChatMode,
    modelId: string,
    state: ConversationState,
    context: PromptContext,
    settings = this.#dependencies.ports.settings.current(),
  ): StepRequest {
    const { ports } = this.#dependencies;
    const tools = maskedTools(this.#dependencies.tools, context.inForeign);
    const isShort = this.#isShort(mode, modelId, context);
    const request = buildStepRequest({ mode, modelId, state, tools, context, settings, isShort });
    const seesNone = ports.models.seesImages(modelId) === false;
    const shown = seesNone ? { ...request, messages: request.messages.map((message) => withoutImages(message, 'unseen')) } : request;
    const keepsIds = !hasRefusedIds(modelId, state.leftOut);
    const isMakers = (messageId: string) => keepsIds && state.answeredBy.get(messageId) === modelId;
    return sendableRequest(codecOf(modelId, settings).encode(shown, tools.tools), isMakers);
  }

  /** Returns true if prompt and tools would leave too little of a known window for the conversation. */
  #isShort(mode: ChatMode, modelId: string, context: PromptContext): boolean {
    const window = this.windowOf(modelId);
    if (window === null || window > SURELY_ROOM) return false;
    const { ports, tools } = this.#dependencies;
    const first = firstRequestTokens({ modelId, tools, context, settings: ports.settings.current() });
    return first[mode] > budgetOf(window).input * MOST_FOR_PROMPT;
  }

  /** An unknown window does not stop anything: the provider decides. */
  #full({ modelId, budget, measure, context, why }: FullOptions): PromptContext {
    if (!budget.isKnown) return context;
    const { state, ports } = this.#dependencies;
    const settings = ports.settings.current();
    const turns = lastTurns(settings.history.turns);
    const helps: WindowHelp[] = this.#compactor.rangeThatFits(budget, measure) === undefined ? [] : ['summary'];
    if (measure(state(), { ...settings, history: { ...settings.history, turns } }) <= budget.input) helps.push('last-turns');
    const needed = measure(state()) + budget.window - budget.input;
    throw new WindowFullError({ needed, window: budget.window, isGuessed: this.#learned.isGuessed(modelId), why, helps });
  }

  async #stub(budget: WindowBudget, needed: number): Promise<void> {
    const state = this.#dependencies.state();
    const toolCallIds: string[] = [];
    let left = needed;
    for (const { toolCallId, frees } of stubCandidates(
      curateHistory(state, this.#dependencies.tools),
      state.stubbedCalls,
      this.#dependencies.tools,
    )) {
      if (left <= budget.input * STUB_TARGET) break;
      left -= this.#gauge.tokensOfSize(frees);
      toolCallIds.push(toolCallId);
    }
    if (toolCallIds.length > 0) await this.#dependencies.record({ type: 'outputs-stubbed', toolCallIds });
  }

  /** Resolves with the reason to report if the conversation still does not fit. */
  async #compact(modelId: string, budget: WindowBudget, measure: Measure, signal: AbortSignal): Promise<Reason> {
    const before = measure(this.#dependencies.state());
    if (!budget.isKnown && before < this.#triedAt * GROWTH) return NOT_ENOUGH;
    const why = await this.#compactor.compact({ modelId, budget, measure, signal });
    this.#triedAt = why === null ? 0 : before;
    return why ?? NOT_ENOUGH;
  }
}

/** Returns the state as the next step will see it, with the queued messages added. */
function upcoming(state: ConversationState): ConversationState {
  const event = { type: 'step-started' as const, stepId: stepIdSchema.parse('next'), modelId: '' };
  return applyRecord(state, { event, at: 0 });
}
