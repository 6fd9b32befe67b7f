import { isInstructions } from 'devonz-engine-protocol/protected-paths';
import type { ChatMode } from '../../protocol/chat-request.ts';
import { effectOf } from '../../protocol/effect-of.ts';
import type { ApprovalId } from '../../protocol/ids.ts';
import type { ApprovalAnswer, ToolCall } from '../../protocol/tool-call.ts';
import { nearTools } from '../../protocol/trained/near-tools.ts';
import { relatedTool, trainedTool } from '../../protocol/trained/trained-names.ts';
import { StoppedError } from '../contract/errors.ts';
import { raceStop } from '../contract/race-stop.ts';
import type { ToolDefinition, ToolIntent, ToolKind } from '../contract/tool-definition.ts';
import { isReading, kindOf, offeredTools } from '../conversation/offered-tools.ts';
import { isAnswered, lastStepCalls } from '../conversation/projection.ts';
import { PLAN_MODE_END } from '../prompts/prompt-texts.ts';
import type { CallPlan, CallRunner } from './call-runner.ts';
import { deniedMessage } from './denied-message.ts';
import { dependsOnFiles, failedWriteBefore } from './failed-write.ts';
import { INTERRUPTED_RUNNING } from './interrupted-message.ts';
import type { Permission, Permissions } from './permissions.ts';
import type { SchedulerDependencies } from './scheduler-dependencies.ts';

/** The result of a step: the run continues, is complete, or asks the user. */
export type StepOutcome = 'continue' | 'complete' | 'ask-user';

/** A call that has passed validation. */
interface ReadyCall {
  call: ToolCall;
  tool: ToolDefinition;
  kind: ToolKind;
}

/**
 * Runs the tool calls of one step: validates and decides on all of them, asks where necessary, then runs them in order. Neighbouring reads
 * run concurrently, all else one at a time. Every call is answered. The plan is made again before a call runs; if it no longer
 * matches the decision, the call is decided again.
 */
export class Scheduler {
  readonly #dependencies: SchedulerDependencies;
  readonly #runner: CallRunner;
  readonly #permissions: Permissions;
  /** Number of unanswered calls in the current batch. */
  #underWay = 0;
  /** The questions for which calls in progress wait. */
  readonly #before = new Set<ApprovalId>();

  constructor(dependencies: SchedulerDependencies, runner: CallRunner, permissions: Permissions) {
    this.#dependencies = dependencies;
    this.#runner = runner;
    this.#permissions = permissions;
  }

  /** Returns true if every call in progress waits for the user. */
  isWaiting(): boolean {
    const waiting = this.#before.size + this.#dependencies.delegates.waiting();
    return this.#underWay > 0 && waiting === this.#underWay && [...this.#before].every((id) => this.#permissions.isAsked(id));
  }

  /** Answers every open call of the last step. Rejects with a `StoppedError`, after which the caller must cancel the open calls. */
  async runStep(mode: ChatMode, signal: AbortSignal): Promise<StepOutcome> {
    this.#permissions.reset();
    try {
      await this.#endStarted();
      const ready = await this.#validate(mode, signal);
      await this.#decideAll(ready, signal);
      for (const batch of batchesOf(ready)) {
        this.#underWay = batch.length;
        const runs = await Promise.allSettled(batch.map((one) => this.#runCall(one, signal).finally(() => this.#answered())));
        for (const run of runs) if (run.status === 'rejected') throw run.reason;
      }
      return this.#outcome(ready);
    } finally {
      this.#permissions.dropPending();
      this.#underWay = 0;
    }
  }

  /**
   * Cancels calls that had already started and ended without a record, as when the journal failed. They may have taken effect, so they
   * never run again; the model is notified and may call them again.
   */
  async #endStarted(): Promise<void> {
    const { state, record } = this.#dependencies;
    for (const { toolCallId } of lastStepCalls(state()).filter((call) => !isAnswered(call) && state().startedCalls.has(call.toolCallId))) {
      await record({ type: 'tool-call-cancelled', toolCallId, message: INTERRUPTED_RUNNING });
    }
  }

  /** Removes a call from those in progress; the remaining calls may now all wait for the user. */
  #answered(): void {
    this.#underWay--;
    this.#dependencies.emit({ type: 'changed' });
  }

  /** Answers every open call with `message`. */
  async cancelOpen(message: (call: ToolCall) => string): Promise<void> {
    this.#permissions.dropPending();
    for (const call of lastStepCalls(this.#dependencies.state())) {
      if (!isAnswered(call))
        await this.#dependencies.record({ type: 'tool-call-cancelled', toolCallId: call.toolCallId, message: message(call) });
    }
  }

  async #validate(mode: ChatMode, signal: AbortSignal): Promise<ReadyCall[]> {
    const offered = new Map(offeredTools(this.#dependencies.tools.tools, mode).map((tool) => [tool.name, tool]));
    const ready: ReadyCall[] = [];
    for (const call of lastStepCalls(this.#dependencies.state())) {
      if (isAnswered(call)) continue;
      throwIfStopped(signal);
      const tool = offered.get(call.toolName);
      if (tool === undefined) {
        await this.#runner.fail(call, 'unknown_tool', this.#unknownTool(call.toolName, mode, [...offered.keys()]));
        continue;
      }
      const problem = tool.problemOf(call.input);
      if (problem !== null) {
        await this.#runner.fail(call, 'bad_arguments', `${tool.name}: ${problem}`);
        continue;
      }
      const { toolCallId, stepId, toolName, input } = call;
      const kind = kindOf(tool, call.input);
      if (mode === 'plan' && !isReading(kind) && isReading(tool.kind)) {
        const message = `${tool.name}: this call changes or runs something, which ${mode} mode does not allow. ${PLAN_MODE_END}`;
        await this.#runner.fail(call, 'bad_arguments', message);
        continue;
      }
      if (call.status === 'validating')
        await this.#dependencies.record({ type: 'tool-call-validated', toolCallId, stepId, toolName, input });
      ready.push({ call, tool, kind });
    }
    return ready;
  }

  #unknownTool(name: string, mode: ChatMode, offered: readonly string[]): string {
    const isKnown = this.#dependencies.tools.get(name) !== undefined;
    const reason = isKnown
      ? `${name} cannot be used in ${mode} mode.${mode === 'plan' ? ` ${PLAN_MODE_END}` : ''}`
      : `There is no tool ${JSON.stringify(name)}.`;
    const meant = isKnown ? null : (trainedTool(name, undefined, offered) ?? relatedTool(name));
    // Another name of a tool that this task does not have: no other tool does the same.
    if (meant !== null && !offered.includes(meant)) return `${reason} ${meant}, which does the same, is not available in this task.`;
    return `${reason} ${offeredText(isKnown ? [] : nearTools(name, offered), offered)}`;
  }

  /** Asks all questions of a step at once, so that the user can answer them together. */
  async #decideAll(ready: readonly ReadyCall[], signal: AbortSignal): Promise<void> {
    let mayChange = false;
    const instructions = new Set<string>();
    for (const one of ready) {
      throwIfStopped(signal);
      const plan = await this.#runner.plan(one.tool, one.call, signal);
      if (await this.#holdBack(one, plan)) continue;
      // Instruction files are asked about once per task, so whether a second change asks depends on the outcome of the first.
      const isAgain = plan.ok && instructionsIn(plan.intent).some((path) => instructions.has(path));
      if (plan.ok) for (const path of instructionsIn(plan.intent)) instructions.add(path);
      if (isAgain) continue;
      if (plan.ok) await this.#permissions.decide(one.call, plan.intent, plan.secrets);
      // A failed plan may depend on an earlier call of the step, so it is decided when its turn comes.
      else if (!mayChange) await this.#tellFailure(one.call, plan);
      mayChange ||= !isReading(one.kind);
    }
  }

  /**
   * Answers a call that depends on files without running it if an earlier write of the step failed: it would see the unchanged files, so
   * its result would be meaningless. Programs that drive the steps decide for themselves. Returns true if the call was answered.
   */
  async #holdBack({ call, tool, kind }: ReadyCall, plan: CallPlan): Promise<boolean> {
    const { state, tools, projectRoot } = this.#dependencies;
    if ((kind !== 'command' && tool.needsWrites !== true) || state().runBy === 'program') return false;
    const why = failedWriteBefore(call, lastStepCalls(state()), { tools, projectRoot });
    // If the plan of a command fails, a file that was not written may be the reason.
    if (why === null || (tool.needsWrites !== true && plan.ok && !dependsOnFiles(plan.intent, projectRoot))) return false;
    this.#permissions.drop(call);
    await this.#runner.fail(call, 'not_run', why);
    return true;
  }

  /** Fails the call with the reason, or asks whether the model may learn it. */
  async #tellFailure(call: ToolCall, { code, message, secrets }: Extract<CallPlan, { ok: false }>): Promise<void> {
    if (this.#permissions.mayTell(call, secrets)) await this.#runner.fail(call, code, message);
    else await this.#permissions.askToTell(call, secrets);
  }

  async #runCall(one: ReadyCall, signal: AbortSignal): Promise<void> {
    const permissions = this.#permissions;
    if (await this.#isHeldBack(one, signal)) return;
    await this.#reconsider(one, signal);
    for (;;) {
      throwIfStopped(signal);
      const call = this.#current(one.call);
      if (isAnswered(call)) return;
      const permission = permissions.of(call);
      const answer = permission.type === 'asked' ? await this.#answerTo(permission, signal) : null;
      if (permission.type === 'asked' && answer?.decision === 'deny')
        return this.#runner.fail(call, 'denied', deniedMessage(answer.reason, permission.request.instead));
      permissions.noteAllowed(call, permission, answer);
      const latest = this.#current(one.call);
      // The tool may have been replaced by another of the same name while the user was asked.
      const tool = this.#dependencies.tools.get(latest.toolName) ?? one.tool;
      const plan = await this.#runner.plan(tool, latest, signal);
      if (!plan.ok) {
        await this.#tellFailure(latest, plan);
        continue;
      }
      if (!permissions.mayTell(latest, plan.secrets) || !(await permissions.mayRun(permission, answer, latest, plan.intent))) {
        await permissions.decide(latest, plan.intent, plan.secrets);
        continue;
      }
      if ((await permissions.boundHash(permission, answer)) !== (await permissions.hash(latest))) {
        return this.#runner.fail(latest, 'approval_mismatch', 'The arguments are not those that were approved; nothing was run.');
      }
      if (permission.type === 'auto') permissions.noteRules(latest.toolCallId, plan.intent);
      return this.#execute({ ...one, tool, call: latest }, plan.intent, { permission, answer }, signal);
    }
  }

  /** Since the decision on the step's calls, a write may have failed or been denied. */
  async #isHeldBack(one: ReadyCall, signal: AbortSignal): Promise<boolean> {
    const { state, tools, projectRoot } = this.#dependencies;
    const call = this.#current(one.call);
    if (isAnswered(call) || failedWriteBefore(call, lastStepCalls(state()), { tools, projectRoot }) === null) return false;
    return this.#holdBack({ ...one, call }, await this.#runner.plan(one.tool, call, signal));
  }

  /** The calls before this one may have made its question needless, as an installation does for the program that it installs. */
  async #reconsider({ call, tool }: ReadyCall, signal: AbortSignal): Promise<void> {
    const first = lastStepCalls(this.#dependencies.state())[0];
    if (first?.toolCallId === call.toolCallId || this.#permissions.of(call).type !== 'asked') return;
    const latest = this.#current(call);
    if (isAnswered(latest)) return;
    const plan = await this.#runner.plan(tool, latest, signal);
    if (plan.ok) await this.#permissions.reconsider(latest, plan.intent, plan.secrets);
  }

  async #execute({ call, tool }: ReadyCall, intent: ToolIntent, { permission, answer }: Allowed, signal: AbortSignal): Promise<void> {
    if (answer?.decision === 'hunks') await this.#runner.runHunks(call, intent, answer, signal);
    else {
      const touches = this.#permissions.touches(permission, answer, intent);
      const shown = this.#permissions.shown(permission, intent);
      await this.#runner.run(tool, call, { intent, touches, isUnasked: permission.type === 'auto', shown }, signal);
    }
    this.#permissions.noteScripts(intent);
    this.#permissions.noteGranted(permission, intent);
  }

  async #answerTo({ request, answer }: Extract<Permission, { type: 'asked' }>, signal: AbortSignal): Promise<ApprovalAnswer> {
    this.#before.add(request.approvalId);
    // Notify listeners, since the session may now be waiting.
    this.#dependencies.emit({ type: 'changed' });
    try {
      return await raceStop(answer, signal);
    } finally {
      this.#before.delete(request.approvalId);
    }
  }

  #outcome(ready: readonly ReadyCall[]): StepOutcome {
    for (const { call } of ready) {
      const done = this.#current(call);
      if (done.status !== 'success') continue;
      if (effectOf(done.effects, 'work-completed') !== undefined) return 'complete';
      if (effectOf(done.effects, 'question-asked') !== undefined) return 'ask-user';
    }
    return 'continue';
  }

  #current(call: ToolCall): ToolCall {
    return this.#dependencies.state().toolCalls.get(call.toolCallId) ?? call;
  }
}

interface Allowed {
  permission: Permission;
  answer: ApprovalAnswer | null;
}

/** Groups neighbouring calls that may run concurrently; all others run alone, so that each sees what came of those before it. */
function batchesOf(ready: readonly ReadyCall[]): ReadyCall[][] {
  const batches: ReadyCall[][] = [];
  let neighbours: ReadyCall[] | null = null;
  for (const one of ready) {
    const isBeside = one.kind === 'read' || (isReading(one.kind) && one.tool.runsBeside === true);
    if (isBeside && neighbours !== null) neighbours.push(one);
    else {
      const batch = [one];
      batches.push(batch);
      neighbours = isBeside ? batch : null;
    }
  }
  return batches;
}

function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new StoppedError();
}

function instructionsIn(intent: ToolIntent): string[] {
  return intent.kind === 'change' ? intent.changes.flatMap(({ path }) => (isInstructions(path) ? [path] : [])) : [];
}

/** All tools only if the name resembles none: the model has the list of them already. */
function offeredText(near: readonly string[], offered: readonly string[]): string {
  if (near.length > 0) return `Did you mean ${near.join(' or ')}?`;
  return offered.length === 0 ? 'No tools are offered.' : `The tools are: ${offered.join(', ')}.`;
}
