import { ownWords } from '../../protocol/attachments/own-words.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import type { TokenUsage } from '../../protocol/message.ts';
import { definedCounts } from '../../protocol/models/token-counts.ts';
import { because, type Reason } from '../../protocol/texts/reason.ts';
import type { Compaction, ConversationState } from '../contract/conversation-state.ts';
import { StoppedError } from '../contract/errors.ts';
import { printedResults } from '../results/printed-results.ts';
import { SilenceWatch } from '../stream/silence-watch.ts';
import { type CompactionRange, compactionRanges } from './compaction-range.ts';
import { composeSummary } from './compose-summary.ts';
import { validTurns } from './curate-history.ts';
import type { HistoryDependencies } from './history-dependencies.ts';
import { askForSummary, summaryRequest } from './summarise.ts';
import { budgetOf, type WindowBudget } from './window-budget.ts';

/** A summary must free at least a fifth; otherwise it would be requested again and again. */
const MOST_LEFT = 0.8;
/** Number of steps, as large as the newest ones, for which a summary should leave room: each summary invalidates the prompt cache. */
const STEPS_BETWEEN = 9;
/** The likely minimum of the model's summary text, 1,500 characters. */
const LIKELY_SUMMARY = 'x'.repeat(1_500);

interface Room {
  budget: WindowBudget;
  measure(state: ConversationState): number;
  /** Estimated tokens that a step adds. */
  growth: number;
}

interface CompactOptions extends Room {
  modelId: string;
  signal: AbortSignal;
}

/** Lets the model summarise stretches of the conversation. */
export class Compactor {
  readonly #dependencies: HistoryDependencies;

  constructor(dependencies: HistoryDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Applies a summary that shortens the conversation. Returns null on success, otherwise the reason, with the conversation unchanged. Sends
   * at most one request. Rejects with a StoppedError.
   */
  async compact({ modelId, budget, measure, growth, signal }: CompactOptions): Promise<Reason | null> {
    const state = this.#dependencies.state();
    const before = measure(state);
    const limit = before * MOST_LEFT;
    const range = this.rangeThatFits({ budget, measure, growth });
    if (range === undefined) return because('Nothing is left that a summary would make much shorter.');
    const asked = await this.summaryOf(range, { modelId, window: budget.window }, signal);
    if ('problem' in asked) return because('The summary could not be made: {problem}', { problem: asked.problem });
    const compaction = this.compactionOf(range, asked.text);
    const after = measure(withCompaction(state, compaction));
    if (after > limit) return because('The summary would have freed less than a fifth.');
    await this.#dependencies.record({ type: 'history-compacted', ...compaction, by: 'session', before, after });
    return null;
  }

  /**
   * Returns the smallest stretch whose summary would leave room for the next steps, or else the one that leaves most; undefined if none makes
   * the conversation fit.
   */
  rangeThatFits({ budget, measure, growth }: Room): CompactionRange | undefined {
    const state = this.#dependencies.state();
    const most = Math.min(measure(state) * MOST_LEFT, budget.input);
    const left = compactionRanges(state).map((range) => ({
      range,
      tokens: measure(withCompaction(state, this.compactionOf(range, LIKELY_SUMMARY))),
    }));
    const fitting = left.filter(({ tokens }) => tokens <= most).sort((one, other) => one.tokens - other.tokens);
    const roomy = left.find(({ tokens }) => tokens <= Math.min(most, budget.input - STEPS_BETWEEN * growth));
    return (roomy ?? fitting[0])?.range;
  }

  /**
   * Asks the summary model, or else the chosen one, to summarise a stretch; its tokens count even if the result is unused. Rejects with a
   * StoppedError.
   */
  async summaryOf(
    range: CompactionRange,
    chosen: { modelId: string; window: number },
    signal: AbortSignal,
  ): Promise<{ text: string } | { problem: string }> {
    const { ports, tools, emit, record, state } = this.#dependencies;
    // Results are sent whole, not as stubs: nobody reads them after the summary, and a stub omits what was found.
    const whole = { ...state(), messages: range.messages, stubbedCalls: new Set<string>() };
    const messages = printedResults(validTurns(whole, tools), tools);
    const { temperature, models } = ports.settings.current();
    const modelId = models.compaction || chosen.modelId;
    const window = modelId === chosen.modelId ? chosen.window : budgetOf(ports.models.contextWindow(modelId)).window;
    const startedAt = ports.clock.now();
    emit({ type: 'summarising', isUnderWay: true });
    const watch = this.#watch(signal);
    watch.start();
    try {
      const request = summaryRequest({ messages, task: taskWords(state()), modelId, temperature: temperature.agent, window });
      const { text, usage } = await askForSummary(request, ports.transport, watch.signal, () => watch.dataCame());
      this.#note(modelId, startedAt, { outcome: 'finished' }, usage);
      await record({ type: 'tokens-used', purpose: 'summary', usage, modelId });
      return { text };
    } catch (caught) {
      const error = watch.causeOf(caught, []);
      if (error instanceof StoppedError || signal.aborted) {
        this.#note(modelId, startedAt, { outcome: 'stopped' });
        throw new StoppedError();
      }
      const problem = errorMessage(error);
      this.#note(modelId, startedAt, { outcome: 'failed', message: problem });
      return { problem };
    } finally {
      watch.rest();
      emit({ type: 'summarising', isUnderWay: false });
    }
  }

  /** A summary times out like an answer; the wait for it is already displayed. */
  #watch(stop: AbortSignal): SilenceWatch {
    const { clock, settings } = this.#dependencies.ports;
    const longestSilence = () => settings.current().silence.thinkingMinutes * 60_000;
    return new SilenceWatch({ clock, stop, longestSilence, onChange: () => undefined });
  }

  compactionOf(range: CompactionRange, summary: string): Compaction {
    const { ports, state } = this.#dependencies;
    const text = composeSummary({ messages: range.messages, remarks: state().remarks, problems: ports.problems.list('all'), summary });
    const { firstMessageId, lastMessageId } = range;
    return { compactionId: ports.ids.next(), firstMessageId, lastMessageId, summary: text, by: 'session', before: 0, after: 0 };
  }

  #note(
    modelId: string,
    startedAt: number,
    outcome: { outcome: 'finished' | 'stopped' } | { outcome: 'failed'; message: string },
    usage: TokenUsage = {},
  ): void {
    const { ports, chatId } = this.#dependencies;
    const at = ports.clock.now();
    ports.telemetry.note({
      type: 'model-request',
      at,
      chatId,
      modelId,
      mode: 'summary',
      durationMs: at - startedAt,
      ...outcome,
      ...definedCounts(usage),
    });
  }
}

/** Returns the user's first and newest messages, which show what is worth keeping. */
function taskWords({ messages, remarks }: ConversationState): string {
  const said = messages.filter(({ id, role }) => role === 'user' && !remarks.has(id)).map((message) => ownWords(message).trim());
  return [...new Set([said[0] ?? '', said.at(-1) ?? ''])].join('\n\n');
}

export function withCompaction(state: ConversationState, compaction: Compaction): ConversationState {
  return { ...state, compactions: [...state.compactions, compaction] };
}
