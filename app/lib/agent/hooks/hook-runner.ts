import { effectOf } from '../../protocol/effect-of.ts';
import { stepIdSchema, toolCallIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import { remarkText } from '../../protocol/remark.ts';
import type { SessionNotice } from '../../protocol/session-state.ts';
import type { HookWhen } from '../../protocol/settings.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import { fieldsOf } from '../calls/fields-of.ts';
import type { Scheduler } from '../calls/scheduler.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { countOf, entriesAfter, netChanges } from '../contract/file-log.ts';
import type { AgentPorts, ProjectHook } from '../contract/ports.ts';
import { lastStepCalls } from '../conversation/projection.ts';
import { changedPaths, stepPaths } from './changed-paths.ts';

export interface HookDependencies {
  ports: Pick<AgentPorts, 'hooks' | 'ids' | 'workspace'>;
  scheduler: Pick<Scheduler, 'runStep'>;
  record(event: JournalEvent): Promise<void>;
  state(): ConversationState;
}

/** The result of a hook. `skipped` means that the user or the policy refused it. */
type HookEnd = { hook: ProjectHook; result: 'passed' | 'skipped' } | { hook: ProjectHook; result: 'failed'; why: string };

/** How often hooks may send a run back before it ends; then the user decides. */
const MOST_ROUNDS = 3;
const MOST_NAMED = 10;

/**
 * Runs the project's hooks as calls of a step that no model made, with the same validation, policy, cards, journal and shell. They count no
 * step, do not trigger each other (a hook's change is not the agent's), and leave no process running.
 */
export class HookRunner {
  readonly #dependencies: HookDependencies;

  constructor(dependencies: HookDependencies) {
    this.#dependencies = dependencies;
  }

  /** Runs once after a step whose calls have changed files. */
  async afterChanges(signal: AbortSignal): Promise<void> {
    const state = this.#dependencies.state();
    const ends = await this.#run('after-change', stepPaths(lastStepCalls(state), state), signal);
    const failed = ends.flatMap((end) => (end.result === 'failed' ? [`The hook \`${end.hook.command}\` failed: ${end.why}.`] : []));
    if (failed.length === 0) return;
    await this.#remark(`${failed.join(' ')} Its output is above. Where your changes are the cause, correct them; else continue.`);
  }

  /** Runs when the model says that the task is done. */
  async beforeDone(signal: AbortSignal): Promise<'done' | 'again' | SessionNotice> {
    const ends = await this.#run('before-done', changedPaths(this.#dependencies.state()), signal);
    const failed = ends.flatMap((end) => (end.result === 'failed' ? [end] : []));
    if (failed.length === 0) return 'done';
    const sentences = failed.map(({ hook, why }) => `The hook \`${hook.command}\` failed: ${why}.`);
    const { rounds } = this.#dependencies.state().hooks;
    if (rounds >= MOST_ROUNDS) return { type: 'failed-fix', error: sentences.join(' '), attempts: attemptsOf(rounds) };
    await this.#remark(
      `The task is not done yet: the project wants its hooks to succeed first. ${sentences.join(' ')} Its output is above. Correct the cause, then complete the task again.`,
    );
    return 'again';
  }

  async #run(when: HookWhen, paths: readonly string[], signal: AbortSignal): Promise<HookEnd[]> {
    const { ports, scheduler, record, state } = this.#dependencies;
    const { denied } = state().hooks;
    const due = ((await ports.hooks?.()) ?? []).filter(
      (hook) => hook.when === when && !denied.has(hook.command) && isFor(hook, paths, when),
    );
    if (due.length === 0) return [];
    const calls = due.map((hook) => ({ hook, toolCallId: toolCallIdSchema.parse(`hook-${ports.ids.next()}`) }));
    await record({ type: 'hooks-started', when, toolCallIds: calls.map(({ toolCallId }) => toolCallId) });
    const parts = calls.map(({ hook, toolCallId }) => partOf(hook, toolCallId));
    const known = countOf(state().fileLog);
    const stepId = stepIdSchema.parse(ports.ids.next());
    await record({ type: 'step-finished', stepId, parts, finishReason: 'tool-calls', usage: {} });
    await scheduler.runStep('agent', signal);
    const ends: HookEnd[] = [];
    for (const { hook, toolCallId } of calls) ends.push(await this.#endOf(hook, state().toolCalls.get(toolCallId)));
    await this.#tellChanges(known);
    return ends;
  }

  async #endOf(hook: ProjectHook, call: ToolCall | undefined): Promise<HookEnd> {
    if (call?.status !== 'success') {
      if (call?.status !== 'error') return { hook, result: 'skipped' };
      return call.code === 'denied' || call.code === 'blocked'
        ? { hook, result: 'skipped' }
        : { hook, result: 'failed', why: call.message.slice(0, 500) };
    }
    const ran = effectOf(call.effects, 'command-ran');
    if (ran === undefined) return { hook, result: 'skipped' };
    if (ran.status === 'completed') {
      return ran.exitCode === 0 ? { hook, result: 'passed' } : { hook, result: 'failed', why: `exit code ${ran.exitCode}` };
    }
    const processId = fieldsOf(call.output).get('processId');
    // The process may have ended by now.
    if (typeof processId === 'string') await this.#dependencies.ports.workspace.processes.kill(processId).catch(() => undefined);
    const why =
      ran.status === 'timed_out' ? `it had not ended after ${hook.timeoutMs / 1000} s` : 'it waited for input or stayed in the background';
    return { hook, result: 'failed', why: `${why}, and was ended` };
  }

  /** Notifies the model, whose knowledge of these files is outdated. */
  async #tellChanges(known: number): Promise<void> {
    const changes = netChanges(entriesAfter(this.#dependencies.state().fileLog, known));
    if (changes.length === 0) return;
    const named = changes.slice(0, MOST_NAMED).map(({ path }) => path);
    const more = changes.length > MOST_NAMED ? ` and ${changes.length - MOST_NAMED} more` : '';
    await this.#remark(`Hooks of the project have changed ${named.join(', ')}${more}. Read what you need of it again before you edit it.`);
  }

  async #remark(text: string): Promise<void> {
    await this.#dependencies.record({ type: 'guard-remark', messageId: this.#dependencies.ports.ids.next(), text: remarkText(text) });
  }
}

/** Before the end, a hook without a pattern always runs; after a step, only if something has changed. */
function isFor(hook: ProjectHook, paths: readonly string[], when: HookWhen): boolean {
  if (hook.matches === null) return when === 'before-done' || paths.length > 0;
  return paths.some(hook.matches);
}

function partOf({ when, command, timeoutMs }: ProjectHook, toolCallId: string) {
  const reasoning = `Hook of the project, ${when === 'after-change' ? 'after changes' : 'before the task is done'}.`;
  const input = { command, cwd: '/', timeout: timeoutMs, reasoning };
  return { type: 'dynamic-tool' as const, state: 'input-available' as const, toolCallId, toolName: TOOL_NAMES.runCommand, input };
}

function attemptsOf(rounds: number): string[] {
  return Array.from({ length: rounds }, (_one, index) => `The task was said to be done (${index + 1})`);
}
