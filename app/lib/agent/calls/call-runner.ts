import { errorMessage } from '../../protocol/error-message.ts';
import type { JsonValue } from '../../protocol/message.ts';
import { definedCounts } from '../../protocol/models/token-counts.ts';
import { secretTokenIn } from '../../protocol/texts/secret-token.ts';
import type { FileTouches, ToolCall, ToolErrorCode } from '../../protocol/tool-call.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import type { InputWanted } from '../../runtime/types.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { StoppedError } from '../contract/errors.ts';
import { raceStop } from '../contract/race-stop.ts';
import type { SessionFacts } from '../contract/session-facts.ts';
import type { ToolContext, ToolDefinition, ToolIntent, ToolPlan, ToolResult } from '../contract/tool-definition.ts';
import { kindOf, offeredTools } from '../conversation/offered-tools.ts';
import { openSubgoals, planReminder } from '../conversation/open-plan.ts';
import { sessionFacts } from '../conversation/session-facts.ts';
import { toolSignature } from '../conversation/tool-parameters.ts';
import { maskedOutputs } from '../masking/masked-outputs.ts';
import { type HunksAnswer, runChosenHunks } from './chosen-hunks.ts';
import { textOfContent } from './proposed-change.ts';
import type { SchedulerDependencies } from './scheduler-dependencies.ts';
import { notingSecrets, withoutSecrets } from './secrets/watched-workspace.ts';
import { fileDiff } from './shown-hunks.ts';

/**
 * A call that may run, and the guarded files that it may touch (null if this is not enforced). `isUnasked` is true if no user has approved
 * it. `shown` lists secret files whose values its result may contain.
 */
export interface AllowedIntent {
  intent: ToolIntent;
  touches: FileTouches | null;
  isUnasked: boolean;
  shown?: readonly string[];
}

/** A plan and the secret files that were read for it, on whose content its outcome may depend. */
export type CallPlan = ToolPlan & { secrets: ReadonlySet<string> };

/** Plans and runs single calls and records their results. Whether a call may run is decided elsewhere. */
export class CallRunner {
  readonly #dependencies: SchedulerDependencies;
  readonly #background: NonNullable<ToolContext['background']> = new Map();

  constructor(dependencies: SchedulerDependencies) {
    this.#dependencies = dependencies;
  }

  async plan(tool: ToolDefinition, call: ToolCall, signal: AbortSignal): Promise<CallPlan> {
    const secrets = new Set<string>();
    const token = writesOut(tool, call) ? secretTokenIn(JSON.stringify(call.input)) : null;
    if (token !== null) return { ok: false, code: 'bad_arguments', message: tokenMessage(tool.name, token), secrets };
    const context = this.#context(call, signal);
    try {
      const plan = await raceStop(tool.plan(call.input, { ...context, workspace: notingSecrets(context.workspace, secrets) }), signal);
      return { ...plan, secrets };
    } catch (error) {
      if (error instanceof StoppedError) throw error;
      return { ok: false, code: 'failed', message: errorMessage(error), secrets };
    }
  }

  /** Runs a call with the `intent` that was decided on. */
  async run(
    tool: ToolDefinition,
    call: ToolCall,
    { intent, touches, isUnasked, shown }: AllowedIntent,
    signal: AbortSignal,
  ): Promise<void> {
    const given = this.#context(call, signal);
    const workspace = isUnasked ? withoutSecrets(given.workspace) : given.workspace;
    const context = { ...given, workspace, ...(touches === null ? {} : { touches }) };
    const work = async () => {
      const result = await tool.run(call.input, context, intent);
      return result.ok ? { ...result, effects: result.effects.map((effect) => withDiff(effect, intent)) } : result;
    };
    await this.#record(call, signal, work, shown);
  }

  /** Applies only the hunks of a single-file change that the user accepted. */
  async runHunks(call: ToolCall, intent: ToolIntent, answer: HunksAnswer, signal: AbortSignal): Promise<void> {
    await this.#record(call, signal, () => runChosenHunks(intent, answer, this.#dependencies.ports.workspace));
  }

  async fail(call: ToolCall, code: ToolErrorCode, message: string): Promise<void> {
    await this.#dependencies.record({ type: 'tool-call-failed', toolCallId: call.toolCallId, code, message });
    this.#note(call, 0, 'error', code);
  }

  async #record(call: ToolCall, signal: AbortSignal, work: () => Promise<ToolResult>, shown: readonly string[] = []): Promise<void> {
    const { ports, record } = this.#dependencies;
    const { toolCallId } = call;
    await record({ type: 'tool-call-started', toolCallId });
    const startedAt = ports.clock.now();
    try {
      if (signal.aborted) throw new StoppedError();
      const result = await raceStop(work(), signal);
      if (signal.aborted) throw new StoppedError();
      const durationMs = ports.clock.now() - startedAt;
      if (!result.ok) {
        await record({ type: 'tool-call-failed', toolCallId, code: result.code, message: result.message });
        return this.#note(call, durationMs, 'error', result.code);
      }
      const output = this.#withEditNote(call, result.output);
      await record({ type: 'tool-call-succeeded', toolCallId, output, durationMs, effects: [...result.effects] }, shown);
      this.#note(call, durationMs, 'success');
      this.#noteModels(result.effects, durationMs);
    } catch (error) {
      const durationMs = ports.clock.now() - startedAt;
      if (error instanceof StoppedError || signal.aborted) {
        this.#note(call, durationMs, 'cancelled');
        throw new StoppedError();
      }
      await record({ type: 'tool-call-failed', toolCallId, code: 'failed', message: errorMessage(error) });
      this.#note(call, durationMs, 'error', 'failed');
    }
  }

  #note(call: ToolCall, durationMs: number, outcome: 'success' | 'error' | 'cancelled', code?: ToolErrorCode): void {
    const { ports, chatId } = this.#dependencies;
    const base = { type: 'tool-call' as const, at: ports.clock.now(), chatId, toolName: call.toolName, durationMs, outcome };
    ports.telemetry.note(code === undefined ? base : { ...base, code });
  }

  /** Model requests of tools are counted like those of steps. */
  #noteModels(effects: readonly ToolEffect[], durationMs: number): void {
    const { ports, chatId } = this.#dependencies;
    for (const effect of effects) {
      if (effect.type !== 'model-asked') continue;
      const { modelId, usage } = effect;
      const request = { chatId, modelId, mode: 'tool', durationMs, outcome: 'finished' as const, ...definedCounts(usage) };
      ports.telemetry.note({ type: 'model-request', at: ports.clock.now(), ...request });
    }
  }

  /** Informs the model that the user changed the arguments. */
  #withEditNote(call: ToolCall, output: JsonValue): JsonValue {
    const answers = [...this.#dependencies.state().approvalAnswers.values()];
    const wasEdited = answers.some((answer) => answer.decision === 'edit' && answer.input === call.input);
    if (!wasEdited || typeof output !== 'object' || output === null || Array.isArray(output)) return output;
    return { ...output, changedByUser: 'The user changed the arguments before approving. These were used.', argumentsUsed: call.input };
  }

  /** A sub-agent has its own plan, and is not asked to check files: that is up to the agent. */
  #facts(isIgnored?: (path: string) => boolean): SessionFacts {
    const { state, task, tools } = this.#dependencies;
    const toolText = (name: string) => {
      const tool = offeredTools(tools.tools, state().mode).find((each) => each.name === name);
      return tool === undefined ? null : toolSignature(tool);
    };
    const facts = { ...sessionFacts(task.state(), isIgnored), plan: state().plan, planReminder: reminderOf(state()), toolText };
    return task.asker === null ? facts : { ...facts, unchecked: [], failedCheck: null };
  }

  #context(call: ToolCall, signal: AbortSignal): ToolContext {
    const { workspace, problems, clock, tools, secrets } = this.#dependencies.ports;
    const onOutput = (chunk: string) => this.#dependencies.emit({ type: 'output', toolCallId: call.toolCallId, chunk });
    const onInputWanted = (wanted: InputWanted | null) =>
      this.#dependencies.emit({ type: 'input-wanted', toolCallId: call.toolCallId, wanted });
    const { isIgnored, contentBefore } = this.#dependencies.ports.projectFiles ?? {};
    const delegates = this.#dependencies.delegates.of(call.toolCallId);
    const session = this.#facts(isIgnored);
    return {
      ...tools,
      ...(tools.outputs === undefined ? {} : { outputs: maskedOutputs(tools.outputs, secrets) }),
      workspace,
      problems,
      clock,
      signal,
      onOutput,
      onInputWanted,
      session,
      background: this.#background,
      ...(delegates === null ? {} : { delegates }),
      ...(contentBefore === undefined ? {} : { contentBefore }),
    };
  }
}

function reminderOf(state: ConversationState): string | null {
  const open = openSubgoals(state);
  return open.length === 0 ? null : planReminder(open);
}

/** Returns true if the arguments end up in a file, a program or another server. */
function writesOut(tool: ToolDefinition, { input }: ToolCall): boolean {
  const kind = kindOf(tool, input);
  return kind === 'write' || kind === 'command' || kind === 'foreign';
}

/** A token is never replaced with its value: the value would be written wherever the model chooses, without anyone seeing it. */
function tokenMessage(toolName: string, token: string): string {
  return `${toolName}: the arguments hold ${token}, which stands for a value that you were not shown. Written out it would take the place of the value, so nothing was done. Leave that part as it is (choose a piece of the file without it), let the program read the value from its environment or its file, or ask the user to put it in.`;
}

/** Adds the diff of the intent, because the tool changed exactly what was decided on. */
function withDiff(effect: ToolEffect, intent: ToolIntent): ToolEffect {
  if (effect.type !== 'file-modified' || effect.diff !== undefined || intent.kind !== 'change') return effect;
  const change = intent.changes.find(({ path }) => path === effect.path);
  if (change?.before == null || change.after === null) return effect;
  const [before, after] = [textOfContent(change.before), textOfContent(change.after)];
  return before === null || after === null ? effect : { ...effect, diff: fileDiff(before, after) };
}
