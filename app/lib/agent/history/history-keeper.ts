import type { ChatMode } from '../../protocol/chat-request.ts';
import { stepIdSchema } from '../../protocol/ids.ts';
import type { TokenUsage } from '../../protocol/message.ts';
import { lastTurns } from '../../protocol/models/last-turns.ts';
import type { RefusedPart } from '../../protocol/models/refused-part.ts';
import { contextRoomOf } from '../../protocol/models/too-long.ts';
import type { KeptPrompt } from '../../protocol/prompts/kept-prompt.ts';
import { remarkText } from '../../protocol/remark.ts';
import type { WindowHelp } from '../../protocol/session-state.ts';
import type { AppSettings } from '../../protocol/settings.ts';
import { because, type Reason } from '../../protocol/texts/reason.ts';
import { codecOf } from '../codecs/codec-list.ts';
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
import { FrozenPrompt } from './prompt/frozen-prompt.ts';
import type { PromptBasis } from './prompt/prompt-basis.ts';
import { NOTE_DOWN } from './room/note-down.ts';
import { stepGrowth } from './room/step-growth.ts';
import { sendableRequest } from './sendable-request.ts';
import { stubCandidates } from './stub-output.ts';
import { TokenGauge } from './token-gauge.ts';
import { answerLimit, budgetOf, type WindowBudget } from './window-budget.ts';
import { WindowFullError } from './window-full-error.ts';

/**
 * A batch of stubs frees space down to this share of the input budget and, in small windows, for this many steps as large as the newest
 * ones, because each batch invalidates the prompt cache.
 */
const STUB_TARGET = 0.7;
const STEPS_BETWEEN = 9;
/**
 * A batch that would leave less room than this is not worth it, because a summary frees more. In steps, and as a share of the input budget.
 */
const LEAST_STEPS = 8;
const LEAST_ROOM = 0.45;
const LEAST_ROOM_OF_SMALL = 0.58;
/** The model is asked to note what it needs while this many steps still fit. */
const STEPS_AHEAD = 1.5;
/** If the window is a guess, a summary that did not help is not retried until the conversation has grown by this factor. */
const GROWTH = 1.25;

/** Share of the input budget that prompt and tools may take before they are shortened. */
const MOST_FOR_PROMPT = 0.15;
/** Maximum input tokens of a small window, in which only the newest result is kept whole if keeping three would leave too little room. */
const SMALL_INPUT = 20_000;
/** In larger windows every prompt fits, so it is not measured. In tokens. */
const SURELY_ROOM = 60_000;

const NOT_ENOUGH = because('The summary did not free enough.');

/** Measures the tokens that the next step would send. */
type Measure = (state: ConversationState, settings?: AppSettings) => number;

/** The measures of a request that is too long. */
interface Fitting {
  modelId: string;
  budget: WindowBudget;
  measure: Measure;
  /** Estimated tokens that a step adds. */
  growth: number;
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
  readonly #prompt: FrozenPrompt;
  #isReminded = false;

  constructor(dependencies: HistoryDependencies) {
    this.#dependencies = dependencies;
    this.#compactor = new Compactor(dependencies);
    this.#prompt = new FrozenPrompt(dependencies);
  }

  /**
   * Call before the step is journalled. Shortens the history if necessary: results become stubs, or a summary replaces the middle. Rejects
   * with a WindowFullError if neither is enough, and with a StoppedError.
   */
  async fit(mode: ChatMode, modelId: string, signal: AbortSignal): Promise<PromptBasis> {
    const context = await raceStop(this.#dependencies.promptContext(), signal);
    let basis = await this.#prompt.at(mode, context);
    const { ports, state, tools } = this.#dependencies;
    const measure: Measure = (of, settings) => this.#gauge.tokens(this.#build(mode, modelId, upcoming(of), basis, settings));
    const growth = this.#gauge.tokensOfSize(stepGrowth(curateHistory(state(), tools)));
    const fitting = { modelId, budget: budgetOf(this.windowOf(modelId)), measure, growth };
    const { autoCompact } = ports.settings.current().history;
    const needed = measure(state());
    if (needed <= fitting.budget.input) {
      if (autoCompact && mode !== 'chat') await this.#remindToNote(needed, fitting);
      return basis;
    }
    const why = autoCompact ? await this.#shorten(fitting, signal) : because('“Compact automatically” is off.');
    // After a summary, the prompt is rebuilt.
    basis = await this.#prompt.at(mode, context);
    if (measure(state()) > fitting.budget.input) this.#full(fitting, why);
    return basis;
  }

  /** Resolves with the reason to report if the conversation still does not fit. */
  async #shorten(fitting: Fitting, signal: AbortSignal): Promise<Reason> {
    const { ports, state } = this.#dependencies;
    const { budget, measure, growth } = fitting;
    const { turns } = ports.settings.current().history;
    const fits = () => measure(state()) <= budget.input;
    this.#isReminded = false;
    const target = Math.min(budget.input * STUB_TARGET, budget.input - STEPS_BETWEEN * growth);
    const isSmall = budget.input < SMALL_INPUT;
    const room = Math.min(LEAST_STEPS * growth, budget.input * (isSmall ? LEAST_ROOM_OF_SMALL : LEAST_ROOM));
    const isWorthIt = ({ left }: { left: number }) => left <= budget.input - room;
    const usual = this.#stubBatch(fitting, target);
    // In a small window the newest three results are most of what there is.
    const batch = isWorthIt(usual) || !isSmall ? usual : this.#stubBatch(fitting, target, 1);
    if (isWorthIt(batch) || turns !== null) {
      await this.#stub(batch.toolCallIds);
      if (fits()) return NOT_ENOUGH;
    }
    // The summary is made of whole results, so this comes before they become stubs.
    const why = turns === null ? await this.#compact(fitting, signal) : because('Only the newest turns are sent already.');
    if (fits()) return why;
    await this.#stub(batch.toolCallIds);
    if (!fits()) await this.#stub(this.#stubBatch(fitting, budget.input, 1).toolCallIds);
    return why;
  }

  /** Returns what the step that is about to begin must keep of the prompt; null if nothing has changed. */
  unkeptPrompt(): KeptPrompt | null {
    return this.#prompt.unkept();
  }

  /** Builds the request of the step that has just begun. `basis` is the result of `fit`. */
  request(mode: ChatMode, modelId: string, basis: PromptBasis): StepRequest {
    const request = this.#build(mode, modelId, this.#dependencies.state(), basis);
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
    const isAboutLength = (refusal instanceof StepFailedError ? refusal.failure : refusal.kind) === 'context-too-long';
    const known = this.#dependencies.ports.models.contextWindow(modelId);
    const { message, room = contextRoomOf(message) } = refusal;
    const learns = this.#learned.learn(modelId, message, {
      sentTokens: this.#sentTokens,
      known,
      room,
      ...(isAboutLength ? { isAboutLength } : {}),
    });
    // The provider has counted the tokens of the request.
    if (learns && isAboutLength) this.#gauge.answered(room.input);
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
    const basis = this.#prompt.fresh(context);
    return (of) => this.#gauge.tokens(this.#build(of.mode, modelId(), upcoming(of), basis));
  }

  #build(
    mode: ChatMode,
    modelId: string,
    state: ConversationState,
    basis: PromptBasis,
    settings = this.#dependencies.ports.settings.current(),
  ): StepRequest {
    const { ports } = this.#dependencies;
    const { context } = basis;
    const tools = maskedTools(basis.tools, context.inForeign);
    const isShort = this.#isShort(mode, modelId, basis);
    const request = buildStepRequest({ mode, modelId, state, tools, context, basis, settings, isShort });
    const seesNone = ports.models.seesImages(modelId) === false;
    const shown = seesNone ? { ...request, messages: request.messages.map((message) => withoutImages(message, 'unseen')) } : request;
    const keepsIds = !hasRefusedIds(modelId, state.leftOut);
    const isMakers = (messageId: string) => keepsIds && state.answeredBy.get(messageId) === modelId;
    return sendableRequest(codecOf(modelId, settings).encode(shown, tools.tools), isMakers);
  }

  /** Returns true if prompt and tools would leave too little of a known window for the conversation. */
  #isShort(mode: ChatMode, modelId: string, { context, tools }: PromptBasis): boolean {
    const window = this.windowOf(modelId);
    if (window === null || window > SURELY_ROOM) return false;
    const first = firstRequestTokens({ modelId, tools, context, settings: this.#dependencies.ports.settings.current() });
    return first[mode] > budgetOf(window).input * MOST_FOR_PROMPT;
  }

  /** An unknown window does not stop anything: the provider decides. */
  #full({ modelId, budget, measure, growth }: Fitting, why: Reason): void {
    if (!budget.isKnown) return;
    const { state, ports } = this.#dependencies;
    const settings = ports.settings.current();
    const turns = lastTurns(settings.history.turns);
    const helps: WindowHelp[] = this.#compactor.rangeThatFits({ budget, measure, growth }) === undefined ? [] : ['summary'];
    if (measure(state(), { ...settings, history: { ...settings.history, turns } }) <= budget.input) helps.push('last-turns');
    const needed = measure(state()) + budget.window - budget.input;
    throw new WindowFullError({ needed, window: budget.window, isGuessed: this.#learned.isGuessed(modelId), why, helps });
  }

  /** Returns the oldest results that must become stubs to reduce the conversation to `target` tokens, and the tokens that remain then. */
  #stubBatch({ measure }: Fitting, target: number, newestSteps?: number): { toolCallIds: string[]; left: number } {
    const { tools } = this.#dependencies;
    const state = this.#dependencies.state();
    const toolCallIds: string[] = [];
    let left = measure(state);
    for (const { toolCallId, frees } of stubCandidates(curateHistory(state, tools), state.stubbedCalls, tools, newestSteps)) {
      if (left <= target) break;
      left -= this.#gauge.tokensOfSize(frees);
      toolCallIds.push(toolCallId);
    }
    return { toolCallIds, left };
  }

  async #stub(toolCallIds: readonly string[]): Promise<void> {
    const { stubbedCalls } = this.#dependencies.state();
    const added = toolCallIds.filter((id) => !stubbedCalls.has(id));
    if (added.length > 0) await this.#dependencies.record({ type: 'outputs-stubbed', toolCallIds: added });
  }

  /** Asks the model to write down what it needs while it can still read it. Asks once before each omission. */
  async #remindToNote(needed: number, { budget, growth }: Fitting): Promise<void> {
    const { ports, record } = this.#dependencies;
    if (this.#isReminded || growth === 0 || needed + STEPS_AHEAD * growth <= budget.input) return;
    this.#isReminded = true;
    await record({ type: 'guard-remark', messageId: ports.ids.next(), text: remarkText(NOTE_DOWN) });
  }

  /** Resolves with the reason to report if the conversation still does not fit. */
  async #compact(fitting: Fitting, signal: AbortSignal): Promise<Reason> {
    const { budget, measure } = fitting;
    const before = measure(this.#dependencies.state());
    if (!budget.isKnown && before < this.#triedAt * GROWTH) return NOT_ENOUGH;
    const why = await this.#compactor.compact({ ...fitting, signal });
    this.#triedAt = why === null ? 0 : before;
    return why ?? NOT_ENOUGH;
  }
}

/** Returns the state as the next step will see it, with the queued messages added. */
function upcoming(state: ConversationState): ConversationState {
  const event = { type: 'step-started' as const, stepId: stepIdSchema.parse('next'), modelId: '' };
  return applyRecord(state, { event, at: 0 });
}
