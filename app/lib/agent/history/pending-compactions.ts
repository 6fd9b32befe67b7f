import { errorMessage } from '../../protocol/error-message.ts';
import { because, type Reason } from '../../protocol/texts/reason.ts';
import type { AnswerOutcome, CompactionPreview } from '../contract/agent-session.ts';
import { StoppedError } from '../contract/errors.ts';
import { refusedAnswer } from '../contract/refused-answer.ts';
import { compactionRanges } from './compaction-range.ts';
import { Compactor, withCompaction } from './compactor.ts';
import type { HistoryDependencies } from './history-dependencies.ts';
import type { HistoryKeeper } from './history-keeper.ts';
import { budgetOf } from './window-budget.ts';

/** Maximum length of a summary, in characters. */
const LONGEST_SUMMARY = 100_000;

/** Summaries requested by the user: previewed, edited, applied, undone. */
export class PendingCompactions {
  readonly #dependencies: HistoryDependencies;
  readonly #keeper: HistoryKeeper;
  readonly #compactor: Compactor;

  constructor(dependencies: HistoryDependencies, keeper: HistoryKeeper) {
    this.#dependencies = dependencies;
    this.#keeper = keeper;
    this.#compactor = new Compactor(dependencies);
  }

  async preview(signal: AbortSignal): Promise<CompactionPreview | { problem: Reason }> {
    const { modelId } = this.#dependencies;
    const [range] = compactionRanges(this.#dependencies.state());
    if (range === undefined)
      return {
        problem: because('There is too little to summarise yet: the first task and the newest steps always stay as they are.'),
      };
    try {
      const measure = await this.#keeper.measureNow(signal);
      const chosen = modelId();
      const { window } = budgetOf(this.#keeper.windowOf(chosen));
      const asked = await this.#compactor.summaryOf(range, { modelId: chosen, window }, signal);
      if ('problem' in asked) return { problem: because('The summary could not be made: {problem}', { problem: asked.problem }) };
      const compaction = this.#compactor.compactionOf(range, asked.text);
      const state = this.#dependencies.state();
      const { firstMessageId, lastMessageId, summary } = compaction;
      const before = measure(state);
      return {
        firstMessageId,
        lastMessageId,
        count: range.messages.length,
        summary,
        before,
        after: measure(withCompaction(state, compaction)),
      };
    } catch (error) {
      if (error instanceof StoppedError) return { problem: because('The summary was cancelled.') };
      return { problem: because('The summary could not be made: {problem}', { problem: errorMessage(error) }) };
    }
  }

  async apply({ firstMessageId, lastMessageId, summary }: CompactionPreview): Promise<AnswerOutcome> {
    const { ports, record } = this.#dependencies;
    const state = this.#dependencies.state();
    const text = summary.trim();
    if (text === '') return refusedAnswer(because('The summary is empty. Write what the agent must know, or cancel.'));
    if (text.length > LONGEST_SUMMARY)
      return refusedAnswer(
        because('The summary has {length} characters; {most} are the most.', { length: text.length, most: LONGEST_SUMMARY }),
      );
    const first = state.messages.findIndex((message) => message.id === firstMessageId);
    const last = state.messages.findIndex((message) => message.id === lastMessageId);
    if (first < 0 || last < first) return refusedAnswer(because('The messages it stands for are no longer in this conversation.'));
    const compaction = {
      compactionId: ports.ids.next(),
      firstMessageId,
      lastMessageId,
      summary: text,
      by: 'user' as const,
      before: 0,
      after: 0,
    };
    const measure = await this.#keeper.measureNow(new AbortController().signal);
    const before = measure(state);
    const after = measure(withCompaction(state, compaction));
    await record({ type: 'history-compacted', ...compaction, before, after });
    return { accepted: true };
  }

  async undo(compactionId: string): Promise<void> {
    const { record, state } = this.#dependencies;
    if (!state().compactions.some((compaction) => compaction.compactionId === compactionId)) return;
    await record({ type: 'compaction-undone', compactionId });
  }
}
