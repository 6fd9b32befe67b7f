import type { ChatMode } from '../protocol/chat-request.ts';
import type { ApprovalId, ChatId, ContentHash } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import type { JsonValue } from '../protocol/message.ts';
import type { CommandRule } from '../protocol/settings.ts';
import type { ApprovalAnswer, ApprovalRequest, ToolCall, ToolErrorCode } from '../protocol/tool-call.ts';
import type { AnswerOutcome, SessionEvent } from './agent-session.ts';
import { ApprovalDesk } from './approval-desk.ts';
import { hashArguments } from './arguments-hash.ts';
import { approvalSubject, buildApprovalRequest, sameQuestion, sameSubject } from './build-approval-request.ts';
import type { ConversationState } from './conversation-state.ts';
import { deniedMessage } from './denied-message.ts';
import { StoppedError } from './errors.ts';
import { offeredTools } from './offered-tools.ts';
import { decide } from './policy/decide.ts';
import { changesScripts } from './policy/decide-change.ts';
import type { PolicyDecision } from './policy/policy-decision.ts';
import type { AgentPorts } from './ports.ts';
import { isAnswered, lastStepCalls } from './projection.ts';
import { type ProposedChange, proposedChangeOf } from './proposed-change.ts';
import { raceStop } from './race-stop.ts';
import type { ToolContext, ToolDefinition, ToolIntent, ToolOutcome, ToolPlan, ToolRegistry } from './tool-definition.ts';

export interface SchedulerParts {
  chatId: ChatId;
  ports: AgentPorts;
  tools: ToolRegistry;
  projectRoot: string;
  /** Appends to the journal, then applies. */
  record(event: JournalEvent): Promise<void>;
  state(): ConversationState;
  emit(event: SessionEvent): void;
}

/** What lets a call run. `asked`: only with the person's answer. */
type Permission =
  | { type: 'auto'; hash: ContentHash }
  | { type: 'asked'; request: ApprovalRequest; answer: Promise<ApprovalAnswer> }
  /** Its files depend on an earlier call of the step: looked at when its turn comes. */
  | { type: 'undecided' };

/** A call that has passed validation. */
interface ReadyCall {
  call: ToolCall;
  tool: ToolDefinition;
}

/**
 * Runs the tool calls of one step: validates all, decides about all, asks where it must, then runs them in order: neighbouring
 * reads side by side, writes and commands one after the other. Every call is answered. Before a call runs, its plan is made anew:
 * what is no longer what was decided about is decided about again.
 */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #desk = new ApprovalDesk();
  readonly #permissions = new Map<string, Permission>();
  #hasChangedScripts = false;
  /** Calls of the batch that runs now and have no answer yet. */
  #underWay = 0;
  /** The questions before which calls under way stand. */
  readonly #before = new Set<ApprovalId>();

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  /** Nothing moves until a person answers: every call under way stands before a question. */
  isWaiting(): boolean {
    return this.#underWay > 0 && this.#before.size === this.#underWay && [...this.#before].every((id) => this.#desk.get(id) !== undefined);
  }

  /** Answers every open call of the last step. Rejects with a `StoppedError`; the open calls are then the caller's to cancel. */
  async runStep(mode: ChatMode, signal: AbortSignal): Promise<ToolOutcome> {
    this.#permissions.clear();
    try {
      const ready = await this.#validate(mode, signal);
      await this.#decideAll(ready, signal);
      for (const batch of batchesOf(ready)) {
        this.#underWay = batch.length;
        const runs = await Promise.allSettled(batch.map((one) => this.#runCall(one, signal).finally(() => this.#underWay--)));
        for (const run of runs) if (run.status === 'rejected') throw run.reason;
      }
      return this.#outcome(ready);
    } finally {
      this.#desk.clear();
      this.#underWay = 0;
    }
  }

  /** Answers every open call with `message`. */
  async cancelOpen(message: (call: ToolCall) => string): Promise<void> {
    this.#desk.clear();
    for (const call of lastStepCalls(this.#parts.state())) {
      if (!isAnswered(call)) await this.#parts.record({ type: 'tool-call-cancelled', toolCallId: call.toolCallId, message: message(call) });
    }
  }

  isAsked(approvalId: ApprovalId): boolean {
    return this.#desk.get(approvalId) !== undefined;
  }

  async answer(approvalId: ApprovalId, answer: ApprovalAnswer): Promise<AnswerOutcome> {
    const taken = this.#desk.take(approvalId);
    if (taken === null) return { accepted: false, why: 'This was answered already, or is no longer asked.' };
    try {
      // Until the executor can take a change apart, nobody may believe that it did.
      if (answer.decision === 'hunks') {
        taken.putBack();
        return { accepted: false, why: 'A change cannot be taken in parts yet.' };
      }
      const refusal = answer.decision === 'edit' ? await this.#refusalOfEdit(taken.waiting.request, answer.input) : null;
      if (refusal !== null) {
        taken.putBack();
        return { accepted: false, why: refusal };
      }
      const { toolCallId } = taken.waiting.request;
      await this.#parts.record({ type: 'approval-answered', approvalId, toolCallId, answer });
    } catch (error) {
      taken.putBack();
      throw error;
    }
    taken.answer(answer);
    if (answer.decision === 'approve' && answer.remember !== undefined) await this.#remember(answer.remember, taken.waiting.intent);
    return { accepted: true };
  }

  /** Approves what waits now, nothing later. */
  async approveAll(): Promise<void> {
    for (const { request } of this.#desk.waiting()) await this.answer(request.approvalId, { decision: 'approve' });
  }

  async proposedChange(approvalId: ApprovalId): Promise<ProposedChange | null> {
    const waiting = this.#desk.get(approvalId);
    return waiting === undefined ? null : proposedChangeOf(waiting.intent);
  }

  async #validate(mode: ChatMode, signal: AbortSignal): Promise<ReadyCall[]> {
    const offered = new Map(offeredTools(this.#parts.tools.tools, mode).map((tool) => [tool.name, tool]));
    const ready: ReadyCall[] = [];
    for (const call of lastStepCalls(this.#parts.state())) {
      if (isAnswered(call)) continue;
      throwIfStopped(signal);
      const tool = offered.get(call.toolName);
      if (tool === undefined) {
        await this.#fail(call, 'unknown_tool', this.#unknownTool(call.toolName, mode, [...offered.keys()]));
        continue;
      }
      const problem = tool.problemOf(call.input);
      if (problem !== null) {
        await this.#fail(call, 'bad_arguments', `${tool.name}: ${problem}`);
        continue;
      }
      const { toolCallId, stepId, toolName, input } = call;
      if (call.status === 'validating') await this.#parts.record({ type: 'tool-call-validated', toolCallId, stepId, toolName, input });
      ready.push({ call, tool });
    }
    return ready;
  }

  #unknownTool(name: string, mode: ChatMode, offered: readonly string[]): string {
    const reason =
      this.#parts.tools.get(name) === undefined ? `There is no tool ${JSON.stringify(name)}.` : `${name} cannot be used in ${mode} mode.`;
    return `${reason} ${offered.length === 0 ? 'No tools are offered.' : `The tools are: ${offered.join(', ')}.`}`;
  }

  /** All questions of a step are put at once, so that a person can answer them together. */
  async #decideAll(ready: readonly ReadyCall[], signal: AbortSignal): Promise<void> {
    let mayChange = false;
    for (const one of ready) {
      throwIfStopped(signal);
      const plan = await this.#plan(one.tool, one.call, signal);
      const changes = one.tool.kind === 'write' || one.tool.kind === 'command';
      if (!plan.ok && mayChange) this.#permissions.set(one.call.toolCallId, { type: 'undecided' });
      else if (!plan.ok) await this.#fail(one.call, plan.code, plan.message);
      else await this.#decide(one, plan.intent);
      mayChange ||= changes;
    }
  }

  /** Sets the call's permission, asks, or refuses it. */
  async #decide(one: ReadyCall, intent: ToolIntent): Promise<void> {
    const { toolCallId } = one.call;
    const decision = this.#policy(intent);
    if (decision.verdict === 'block') {
      await this.#fail(one.call, 'blocked', `This is never allowed: ${decision.why}. Find another way, or ask the person to do it.`);
    } else if (decision.verdict === 'auto') {
      this.#permissions.set(toolCallId, { type: 'auto', hash: await this.#hash(one.call) });
    } else {
      const request = await this.#requestFor(one.call, intent, decision);
      const earlier = one.call.status === 'awaiting_approval' ? one.call.approval : null;
      // After a reload the same question waits, under the same id.
      const isSame = earlier !== null && sameQuestion(earlier, request);
      const asked = isSame ? earlier : request;
      const answer = this.#desk.ask({ request: asked, intent });
      this.#permissions.set(toolCallId, { type: 'asked', request: asked, answer });
      if (!isSame) await this.#parts.record({ type: 'approval-requested', approval: asked });
      this.#parts.emit({ type: 'approval-requested', approval: asked });
    }
  }

  #policy(intent: ToolIntent): PolicyDecision {
    const { settings } = this.#parts.ports;
    return decide(intent, {
      settings: settings.current(),
      chatId: this.#parts.chatId,
      projectRoot: this.#parts.projectRoot,
      hasChangedScripts: this.#hasChangedScripts,
      now: this.#parts.ports.clock.now(),
    });
  }

  #requestFor(call: ToolCall, intent: ToolIntent, decision: PolicyDecision): Promise<ApprovalRequest> {
    return buildApprovalRequest(call, intent, decision, this.#parts.ports);
  }

  async #runCall(one: ReadyCall, signal: AbortSignal): Promise<void> {
    for (;;) {
      throwIfStopped(signal);
      const call = this.#current(one.call);
      if (isAnswered(call)) return;
      const permission = this.#permissions.get(call.toolCallId) ?? { type: 'undecided' };
      const answer = permission.type === 'asked' ? await this.#answerTo(permission, signal) : null;
      if (answer?.decision === 'deny') return this.#fail(call, 'denied', deniedMessage(answer.reason));
      const latest = this.#current(one.call);
      const plan = await this.#plan(one.tool, latest, signal);
      if (!plan.ok) return this.#fail(latest, plan.code, plan.message);
      if (!(await this.#mayRun(permission, answer, latest, plan.intent))) {
        this.#permissions.delete(call.toolCallId);
        await this.#decide({ call: latest, tool: one.tool }, plan.intent);
        continue;
      }
      const bound = await this.#boundHash(permission, answer);
      if (bound !== (await this.#hash(latest))) {
        return this.#fail(latest, 'approval_mismatch', 'The arguments are not those that were approved; nothing was run.');
      }
      if (permission.type === 'auto') this.#noteRules(plan.intent);
      await this.#execute(one.tool, latest, signal);
      this.#noteScripts(plan.intent);
      return;
    }
  }

  #noteRules(intent: ToolIntent): void {
    const { settings, clock } = this.#parts.ports;
    const { rules = [] } = this.#policy(intent);
    if (rules.length > 0) settings.noteRuleUse(rules, clock.now());
  }

  #noteScripts(intent: ToolIntent): void {
    this.#hasChangedScripts ||= intent.kind === 'change' && intent.changes.some(changesScripts);
  }

  async #answerTo({ request, answer }: Extract<Permission, { type: 'asked' }>, signal: AbortSignal): Promise<ApprovalAnswer> {
    this.#before.add(request.approvalId);
    // The session may rest now: tell those who wait for that.
    this.#parts.emit({ type: 'changed' });
    try {
      return await raceStop(answer, signal);
    } finally {
      this.#before.delete(request.approvalId);
    }
  }

  /** Whether what was decided still holds for what the call would do now. */
  async #mayRun(permission: Permission, answer: ApprovalAnswer | null, call: ToolCall, intent: ToolIntent): Promise<boolean> {
    if (permission.type === 'undecided') return false;
    const decision = this.#policy(intent);
    if (decision.verdict === 'block') return false;
    if (permission.type === 'auto') return decision.verdict === 'auto';
    // Edited arguments were checked when they were given.
    if (answer?.decision === 'edit') return true;
    return sameSubject(permission.request.subject, await approvalSubject(call, intent, this.#parts.ports.hasher));
  }

  async #boundHash(permission: Permission, answer: ApprovalAnswer | null): Promise<ContentHash | null> {
    if (permission.type === 'auto') return permission.hash;
    if (permission.type === 'undecided') return null;
    if (answer?.decision === 'edit') return hashArguments(this.#parts.ports.hasher, permission.request.toolName, answer.input);
    return permission.request.argumentsHash;
  }

  async #execute(tool: ToolDefinition, call: ToolCall, signal: AbortSignal): Promise<void> {
    const { ports, record } = this.#parts;
    const { toolCallId } = call;
    await record({ type: 'tool-call-started', toolCallId });
    const startedAt = ports.clock.now();
    try {
      const result = await raceStop(tool.run(call.input, this.#context(call, signal)), signal);
      throwIfStopped(signal);
      if (!result.ok) return await this.#fail(call, result.code, result.message);
      const output = this.#withEditNote(call, result.output);
      await record({ type: 'tool-call-succeeded', toolCallId, output, durationMs: ports.clock.now() - startedAt });
    } catch (error) {
      if (error instanceof StoppedError || signal.aborted) throw new StoppedError();
      await this.#fail(call, 'failed', error instanceof Error ? error.message : String(error));
    }
  }

  /** The model must know that other arguments than its own were run. */
  #withEditNote(call: ToolCall, output: JsonValue): JsonValue {
    const answers = [...this.#parts.state().approvalAnswers.values()];
    const wasEdited = answers.some((answer) => answer.decision === 'edit' && answer.input === call.input);
    if (!wasEdited || typeof output !== 'object' || output === null || Array.isArray(output)) return output;
    return { ...output, changedByPerson: 'The person changed the arguments before approving. These were used.', argumentsUsed: call.input };
  }

  async #plan(tool: ToolDefinition, call: ToolCall, signal: AbortSignal): Promise<ToolPlan> {
    try {
      return await raceStop(tool.plan(call.input, this.#context(call, signal)), signal);
    } catch (error) {
      if (error instanceof StoppedError) throw error;
      return { ok: false, code: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  async #refusalOfEdit(request: ApprovalRequest, input: JsonValue): Promise<string | null> {
    const tool = this.#parts.tools.get(request.toolName);
    const call = this.#parts.state().toolCalls.get(request.toolCallId);
    if (tool === undefined || call === undefined) return 'The call is no longer there.';
    const problem = tool.problemOf(input);
    if (problem !== null) return problem;
    const plan = await this.#plan(tool, { ...call, input }, new AbortController().signal);
    if (!plan.ok) return plan.message;
    const decision = this.#policy(plan.intent);
    return decision.verdict === 'block' ? `This is never allowed: ${decision.why}.` : null;
  }

  /** Puts the rule in force and answers what it now covers, and only that. */
  async #remember(remember: { pattern: string; scope: CommandRule['scope'] }, made: ToolIntent): Promise<void> {
    const { ports, chatId } = this.#parts;
    const script = made.kind === 'command' && made.script !== null ? { script: made.script } : {};
    const madeFor = made.kind === 'command' ? { madeFor: made.command } : {};
    const rule = {
      pattern: remember.pattern,
      verdict: 'allow' as const,
      scope: remember.scope,
      createdAt: ports.clock.now(),
      ...script,
      ...madeFor,
    };
    ports.settings.addRule(remember.scope === 'chat' ? { ...rule, chatId } : rule);
    for (const { request, intent } of this.#desk.waiting()) {
      if (intent.kind === 'command' && this.#policy(intent).verdict === 'auto') {
        await this.answer(request.approvalId, { decision: 'approve' });
      }
    }
  }

  #outcome(ready: readonly ReadyCall[]): ToolOutcome {
    for (const { call, tool } of ready) {
      if (tool.outcome !== 'continue' && this.#current(call).status === 'success') return tool.outcome;
    }
    return 'continue';
  }

  #current(call: ToolCall): ToolCall {
    return this.#parts.state().toolCalls.get(call.toolCallId) ?? call;
  }

  #hash(call: ToolCall): Promise<ContentHash> {
    return hashArguments(this.#parts.ports.hasher, call.toolName, call.input);
  }

  #fail(call: ToolCall, code: ToolErrorCode, message: string): Promise<void> {
    return this.#parts.record({ type: 'tool-call-failed', toolCallId: call.toolCallId, code, message });
  }

  #context(call: ToolCall, signal: AbortSignal): ToolContext {
    const { workspace, problems } = this.#parts.ports;
    const onOutput = (chunk: string) => this.#parts.emit({ type: 'output', toolCallId: call.toolCallId, chunk });
    return { workspace, problems, signal, onOutput };
  }
}

/** Neighbouring calls that touch nothing run side by side; all others alone. */
function batchesOf(ready: readonly ReadyCall[]): ReadyCall[][] {
  const batches: ReadyCall[][] = [];
  let reads: ReadyCall[] | null = null;
  for (const one of ready) {
    const isRead = one.tool.kind === 'read' || one.tool.kind === 'control';
    if (isRead && reads !== null) reads.push(one);
    else {
      const batch = [one];
      batches.push(batch);
      reads = isRead ? batch : null;
    }
  }
  return batches;
}

function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new StoppedError();
}
