import type { ChatMode } from '../../../protocol/chat-request.ts';
import type { KeptPrompt, ToldFacts } from '../../../protocol/prompts/kept-prompt.ts';
import { remarkText } from '../../../protocol/remark.ts';
import type { PromptContext } from '../../contract/agent-session.ts';
import type { ConversationState } from '../../contract/conversation-state.ts';
import { offeredTools } from '../../conversation/offered-tools.ts';
import { factsOf } from '../../prompts/build-system-prompt.ts';
import { changedFacts } from '../../prompts/changed-facts.ts';
import type { ProjectFact } from '../../prompts/project-facts.ts';
import { curateHistory } from '../curate-history.ts';
import type { HistoryDependencies } from '../history-dependencies.ts';
import { hiddenPlan } from './hidden-plan.ts';
import { keptBasis, keptFacts, restoredBasis } from './kept-basis.ts';
import { hasRemark, lateDescriptions, namedTools } from './named-tools.ts';
import type { PromptBasis } from './prompt-basis.ts';
import { keptTools, stickyTools } from './sticky-tools.ts';

/**
 * Keeps the system prompt and the offered tools as they were first sent. Changes (of routines, rules, notes, locks, roles) are added once,
 * as a remark at the end of the conversation. The prompt is rebuilt when the beginning of the request changes anyway: after a summary, or
 * when a remark is no longer among the sent messages. The journal stores the facts that the prompt was built from, so a reload does not
 * change it.
 */
export class FrozenPrompt {
  readonly #dependencies: HistoryDependencies;
  #basis: PromptBasis | null = null;
  /** Null until such a request is made. */
  #told: { mode: ChatMode; facts: readonly ProjectFact[] } | null = null;
  /** Ids of the remarks since the prompt was made. */
  #remarks: string[] = [];
  #compactionId: string | null = null;
  /** The basis that is in the journal, and whether the current one was made after it. */
  #kept: PromptBasis | null = null;
  #isNew = false;

  constructor(dependencies: HistoryDependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves with the basis of the next request. `context` is the current state. */
  async at(mode: ChatMode, context: PromptContext): Promise<PromptBasis> {
    const { state, tools } = this.#dependencies;
    const facts = factsNow(mode, context, state());
    if (this.#basis === null) this.#restore(context);
    if (this.#basis === null || !this.#isInForce(state())) return this.#freeze(mode, context);
    const offered = stickyTools(this.#basis.tools, tools, state().iteration === 0);
    if (offered !== this.#basis.tools) this.#basis = { ...this.#basis, tools: offered };
    const before = this.#told?.mode === mode ? this.#told.facts : factsNow(mode, this.#basis.context, { lockedPaths: this.#basis.locks });
    const change = changedFacts(before, facts);
    this.#told = { mode, facts };
    const late = lateDescriptions(offeredTools(offered.tools, mode), this.#basis.named, context, state());
    const isOver = this.#basis.plan.length > 0 && state().isPlanOld && !hasRemark(PLAN_OVER, state());
    const news = [change, isOver ? PLAN_OVER : null, late].filter((text) => text !== null);
    if (news.length > 0) await this.#remark(news.join('\n\n'), { mode, facts: keptFacts(context, state().lockedPaths) });
    return this.#basis;
  }

  /** Returns the basis that a first request would have now, and freezes it. */
  fresh(context: PromptContext): PromptBasis {
    const { state, tools, ports } = this.#dependencies;
    const messages = curateHistory(state(), tools, ports.settings.current().history.turns);
    const named = namedTools(tools.tools, context, state());
    return { context, locks: state().lockedPaths, plan: hiddenPlan(state(), messages), tools: keptTools(tools), named };
  }

  #freeze(mode: ChatMode, context: PromptContext): PromptBasis {
    const { state } = this.#dependencies;
    this.#basis = this.fresh(context);
    this.#told = { mode, facts: factsNow(mode, context, state()) };
    this.#remarks = [];
    this.#compactionId = newestCompaction(state());
    this.#isNew = true;
    return this.#basis;
  }

  /**
   * Returns what the journal must keep with the step that is about to begin; null if it has it already. A sub-agent is not continued after a
   * reload, and where only the newest turns are sent, the beginning changes with each step anyway.
   */
  unkept(): KeptPrompt | null {
    const basis = this.#basis;
    const { turns } = this.#dependencies.ports.settings.current().history;
    if (basis === null || basis === this.#kept || basis.context.delegate !== undefined || turns !== null) return null;
    const kept = { ...keptBasis(basis), isNew: this.#isNew };
    this.#kept = basis;
    this.#isNew = false;
    return kept;
  }

  /** Continues after a reload. The journal of a stranger does not speak in the prompt. */
  #restore(context: PromptContext): void {
    const { state, tools } = this.#dependencies;
    const { prompt, isForeign } = state();
    if (prompt === null || isForeign || context.delegate !== undefined) return;
    this.#basis = this.#kept = restoredBasis(prompt, context, tools);
    const { told } = prompt;
    this.#told = told === null ? null : { mode: told.mode, facts: factsNow(told.mode, told.facts, { lockedPaths: told.facts.locks }) };
    this.#remarks = [...prompt.remarks];
    this.#compactionId = prompt.compactionId;
  }

  #isInForce(state: ConversationState): boolean {
    const { ports, tools } = this.#dependencies;
    const { turns } = ports.settings.current().history;
    if (newestCompaction(state) !== this.#compactionId) return false;
    // Each step drops the oldest messages, so the beginning changes anyway.
    if (turns !== null) return false;
    if (this.#remarks.length === 0) return true;
    const sent = new Set(curateHistory(state, tools).map(({ id }) => id));
    return this.#remarks.every((id) => sent.has(id));
  }

  async #remark(text: string, told: ToldFacts): Promise<void> {
    const { ports, record } = this.#dependencies;
    const messageId = ports.ids.next();
    await record({ type: 'guard-remark', messageId, text: remarkText(text), told });
    this.#remarks.push(messageId);
  }
}

/** The plan in a prompt that was made during an earlier task. */
const PLAN_OVER = 'The plan above, in "Your plan so far", was that of an earlier task. It is not the plan of this one.';

function factsNow(mode: ChatMode, context: PromptContext, { lockedPaths: locks }: Pick<ConversationState, 'lockedPaths'>): ProjectFact[] {
  return factsOf({ ...context, mode, locks });
}

function newestCompaction({ compactions }: ConversationState): string | null {
  return compactions.at(-1)?.compactionId ?? null;
}
