import type { ApprovalId, ContentHash } from '../../protocol/ids.ts';
import type { JsonValue } from '../../protocol/message.ts';
import { because, type Reason } from '../../protocol/texts/reason.ts';
import type { ApprovalAnswer, ApprovalRequest, FileTouches, ToolCall } from '../../protocol/tool-call.ts';
import type { AnswerOutcome } from '../contract/agent-session.ts';
import type { ProposedChange } from '../contract/proposed-change.ts';
import { refusedAnswer } from '../contract/refused-answer.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { approvedInstructions, hasMadeAnything, hasReadOutside, madeFiles, taskId } from '../conversation/session-facts.ts';
import { hookQuestion } from '../conversation/with-hook-calls.ts';
import { decide } from '../policy/decide.ts';
import { changesScripts } from '../policy/decide-change.ts';
import { fileTouches } from '../policy/paths/file-touches.ts';
import type { PolicyDecision } from '../policy/policy-decision.ts';
import { madeRules, type RememberedRules } from '../policy/rules/made-rules.ts';
import { asksWithheld, scriptKey } from '../policy/rules/withheld-secrets.ts';
import { hashArguments } from './arguments-hash.ts';
import { approvalSubject, buildApprovalRequest, sameQuestion, sameSubject } from './build-approval-request.ts';
import type { CallRunner } from './call-runner.ts';
import { refusalOfHunks } from './chosen-hunks.ts';
import { PendingApprovals } from './pending-approvals.ts';
import { proposedChangeOf } from './proposed-change.ts';
import type { SchedulerDependencies } from './scheduler-dependencies.ts';
import { SecretQuestions, tellingIntent, withSecrets } from './secrets/secret-questions.ts';

const NONE: ReadonlySet<string> = new Set();

/** What lets a call run. `asked`: only with the user's answer. */
export type Permission =
  | { type: 'auto'; hash: ContentHash }
  | { type: 'asked'; request: ApprovalRequest; answer: Promise<ApprovalAnswer>; secrets: ReadonlySet<string> }
  /** Its files depend on an earlier call of the step: looked at when its turn comes. */
  | { type: 'undecided' };

/** Decides about calls by the policy, asks the user, and says whether what was decided still holds when a call's turn comes. */
export class Permissions {
  readonly #dependencies: SchedulerDependencies;
  readonly #runner: CallRunner;
  readonly #pending = new PendingApprovals();
  readonly #permissions = new Map<string, Permission>();
  readonly #secrets = new SecretQuestions();

  constructor(dependencies: SchedulerDependencies, runner: CallRunner) {
    this.#dependencies = dependencies;
    this.#runner = runner;
  }

  /** A new step: what the last one's calls were allowed is over. */
  reset(): void {
    this.#permissions.clear();
    this.#pending.clear();
    this.#secrets.clear();
  }

  /** Nobody will answer what still waits. */
  dropPending(): void {
    this.#pending.clear();
  }

  of(call: ToolCall): Permission {
    return this.#permissions.get(call.toolCallId) ?? { type: 'undecided' };
  }

  isAsked(approvalId: ApprovalId): boolean {
    return this.#pending.get(approvalId) !== undefined;
  }

  proposedChange(approvalId: ApprovalId): ProposedChange | null {
    const waiting = this.#pending.get(approvalId);
    return waiting === undefined ? null : proposedChangeOf(waiting.intent);
  }

  /**
   * Sets the call's permission, asks, or refuses it. `secrets`: the files that its plan was found out from. Where the user has not allowed
   * a look at them it asks, whatever came of it: an answer that nobody was asked about would tell of them.
   */
  async decide(call: ToolCall, intent: ToolIntent, secrets: ReadonlySet<string> = NONE): Promise<void> {
    this.#permissions.delete(call.toolCallId);
    const decided = this.#policyOf(call.toolCallId, intent);
    const closed = this.#secrets.closed(call, secrets);
    const decision = this.#blockByWords(call.toolCallId, intent, { decided, closed }) ?? withSecrets(decided, intent, closed);
    if (decision.verdict === 'block') {
      await this.#runner.fail(call, 'blocked', `This is never allowed: ${decision.why}. Find another way, or ask the user to do it.`);
    } else if (decision.verdict === 'auto') {
      this.#permissions.set(call.toolCallId, { type: 'auto', hash: await this.hash(call) });
    } else {
      await this.#ask(call, intent, decision, secrets);
    }
  }

  /**
   * A command whose own words are never allowed is refused without a question, whatever any file holds: by those words alone, so that the
   * reason tells of none. Null for what is not blocked, or for what no closed file was looked at.
   */
  #blockByWords(
    toolCallId: ToolCall['toolCallId'],
    intent: ToolIntent,
    { decided, closed }: { decided: PolicyDecision; closed: ReadonlySet<string> },
  ): PolicyDecision | null {
    if (intent.kind !== 'command' || decided.verdict !== 'block' || closed.size === 0) return null;
    const { command, cwd, hasFileWall } = intent;
    const words = { kind: 'command' as const, command, cwd, script: null, ...(hasFileWall === undefined ? {} : { hasFileWall }) };
    const said = this.#policyOf(toolCallId, words);
    return said.verdict === 'block' ? said : null;
  }

  /** Whether the model may learn why a plan failed: they depend on no secret file that the user has not allowed this call to look at. */
  mayTell(call: ToolCall, secrets: ReadonlySet<string>): boolean {
    return this.#secrets.closed(call, secrets).size === 0;
  }

  /** Asks whether the model may learn it, as the call would have asked had its plan come out. */
  async askToTell(call: ToolCall, secrets: ReadonlySet<string>): Promise<void> {
    const closed = this.#secrets.closed(call, secrets);
    this.#permissions.delete(call.toolCallId);
    await this.#ask(call, ...tellingIntent(closed), closed);
  }

  /** The user has allowed the call: what its card named is open to it. */
  noteAllowed(call: ToolCall, permission: Permission, answer: ApprovalAnswer | null): void {
    if (permission.type === 'asked' && answer !== null) this.#secrets.open(call, answer.decision === 'edit' ? 'all' : permission.secrets);
  }

  async #ask(call: ToolCall, intent: ToolIntent, decision: PolicyDecision, secrets: ReadonlySet<string>): Promise<void> {
    const { ports, projectRoot, task } = this.#dependencies;
    const touches = intent.kind === 'command' && intent.hasFileWall === true ? fileTouches(intent, projectRoot, true) : null;
    const hook = this.#dependencies.state().hooks.calls.get(call.toolCallId);
    const judged = { call, intent, decision: { ...decision, touches }, asker: task.asker, hook };
    const request = await buildApprovalRequest(judged, ports, {
      rules: ports.settings.current().rules,
      shown: this.#dependencies.state().shownScripts,
      projectRoot,
    });
    if (hook !== undefined && this.#isApprovedHook(request)) {
      this.#permissions.set(call.toolCallId, { type: 'asked', request, answer: Promise.resolve({ decision: 'approve' }), secrets });
      return;
    }
    const earlier = call.status === 'awaiting_approval' ? call.approval : null;
    // After a reload the same question waits, under the same id.
    const isSame = earlier !== null && sameQuestion(earlier, request);
    const asked = isSame ? earlier : request;
    const answer = this.#pending.ask({ request: asked, intent });
    this.#permissions.set(call.toolCallId, { type: 'asked', request: asked, answer, secrets });
    if (!isSame) await this.#dependencies.record({ type: 'approval-requested', approval: asked });
    this.#dependencies.emit({ type: 'approval-requested', approval: asked, summary: summaryOf(intent, call.toolName) });
  }

  /** The same question about a hook is put once a chat. */
  #isApprovedHook(request: ApprovalRequest): boolean {
    const question = hookQuestion(request);
    return question !== null && this.#dependencies.state().hooks.approved.has(question);
  }

  /** Whether what was decided still holds for what the call would do now. */
  async mayRun(permission: Permission, answer: ApprovalAnswer | null, call: ToolCall, intent: ToolIntent): Promise<boolean> {
    if (permission.type === 'undecided') return false;
    const decision = this.#policy(intent);
    if (decision.verdict === 'block') return false;
    if (permission.type === 'auto') return decision.verdict === 'auto';
    // Edited arguments were checked when they were given; of another server's tool the description counts as well.
    if (answer?.decision === 'edit' && intent.kind !== 'foreign') return true;
    return sameSubject(permission.request.subject, await approvalSubject(call, intent, this.#dependencies.ports.hasher));
  }

  /** The hash of the arguments that may run: those that were decided about, byte for byte. */
  async boundHash(permission: Permission, answer: ApprovalAnswer | null): Promise<ContentHash | null> {
    if (permission.type === 'auto') return permission.hash;
    if (permission.type === 'undecided') return null;
    if (answer?.decision === 'edit') return hashArguments(this.#dependencies.ports.hasher, permission.request.toolName, answer.input);
    return permission.request.argumentsHash;
  }

  /** What a command may touch of guarded files: what its card said, or what such a command may touch unasked. Null where nobody holds it to that. */
  touches(permission: Permission, answer: ApprovalAnswer | null, intent: ToolIntent): FileTouches | null {
    if (intent.kind !== 'command' || intent.hasFileWall !== true) return null;
    const isWithheld = this.#withheldFrom(intent);
    const asIntended = (isApproved: boolean) => fileTouches(intent, this.#dependencies.projectRoot, isApproved, isWithheld);
    if (permission.type !== 'asked') return asIntended(false);
    // Edited arguments are the user's own words; a card of an earlier version said nothing.
    return answer?.decision === 'edit' ? asIntended(true) : (permission.request.touches ?? asIntended(false));
  }

  /** The user's answer about a script holds for the rest of the run. */
  noteGranted(permission: Permission, intent: ToolIntent): void {
    if (permission.type !== 'asked' || intent.kind !== 'command' || !asksWithheld(permission.request)) return;
    for (const key of this.#scriptKeys(intent)) this.#dependencies.task.scripts.granted.add(key);
  }

  /** Whether what the command's scripts would load may be new in this run, and the user has not let each of them read keys all the same. */
  #withheldFrom(intent: Extract<ToolIntent, { kind: 'command' }>): boolean {
    const { task, projectRoot } = this.#dependencies;
    const keys = this.#scriptKeys(intent);
    if (keys.length > 0 && keys.every((key) => task.scripts.granted.has(key))) return false;
    return hasMadeAnything(task.state(), projectRoot);
  }

  #scriptKeys({ scripts = [] }: Extract<ToolIntent, { kind: 'command' }>): string[] {
    const id = taskId(this.#dependencies.task.state());
    return scripts.flatMap((script) => (script.isNested === true ? [] : [`${id} ${scriptKey(script)}`]));
  }

  /** Secret files whose values the model sees: those that the user lets it read by a card of their own. */
  shown(permission: Permission, intent: ToolIntent): readonly string[] {
    return permission.type === 'asked' && intent.kind === 'read' ? intent.paths : [];
  }

  hash(call: ToolCall): Promise<ContentHash> {
    return hashArguments(this.#dependencies.ports.hasher, call.toolName, call.input);
  }

  /** Counts the rules without which this would have asked. */
  noteRules(intent: ToolIntent): void {
    const { settings, clock } = this.#dependencies.ports;
    const { rules = [] } = this.#policy(intent);
    if (rules.length > 0) settings.noteRuleUse(rules, clock.now());
  }

  noteScripts(intent: ToolIntent): void {
    this.#dependencies.task.scripts.haveChanged ||= intent.kind === 'change' && intent.changes.some(changesScripts);
  }

  async answer(approvalId: ApprovalId, answer: ApprovalAnswer): Promise<AnswerOutcome> {
    const taken = this.#pending.take(approvalId);
    if (taken === null) return refusedAnswer(because('This was answered already, or is no longer asked.'));
    const { request, intent } = taken.waiting;
    try {
      const refusal = await this.#refusalOf(answer, request, intent);
      if (refusal !== null) {
        taken.putBack();
        return refusedAnswer(refusal);
      }
      await this.#dependencies.record({ type: 'approval-answered', approvalId, toolCallId: request.toolCallId, answer });
    } catch (error) {
      taken.putBack();
      throw error;
    }
    taken.answer(answer);
    this.#note(request, answer);
    if (answer.decision === 'approve' && answer.remember !== undefined) await this.#remember(answer.remember, intent);
    return { accepted: true };
  }

  /** Approves what waits now, nothing later. */
  async approveAll(): Promise<void> {
    for (const { request } of this.#pending.waiting()) await this.answer(request.approvalId, { decision: 'approve' });
  }

  /** A hook is the project's wish, which may be a stranger's: what a setting lets the agent do asks once; a rule names what it allows. */
  #policyOf(toolCallId: ToolCall['toolCallId'], intent: ToolIntent): PolicyDecision {
    return this.#policy(intent, this.#dependencies.state().hooks.calls.has(toolCallId));
  }

  #policy(intent: ToolIntent, isHook = false): PolicyDecision {
    const { ports, chatId, projectRoot, task } = this.#dependencies;
    const settings = ports.settings.current();
    const state = task.state();
    const { lockedPaths } = state;
    const hasChangedScripts = task.scripts.haveChanged;
    const scope = task.asker?.scope ?? null;
    const made = settings.askBeforeOwnCode && intent.kind === 'command' ? { made: madeFiles(state) } : {};
    const hasFileWall = intent.kind === 'command' && intent.hasFileWall === true;
    const isTainted = settings.askAfterOutsideRead && hasReadOutside(state);
    const known = intent.kind === 'change' ? { approvedInstructions: approvedInstructions(state) } : {};
    const secretFiles = ports.secrets?.files() ?? [];
    const withheld = intent.kind === 'command' && this.#withheldFrom(intent) ? { withheld: { secretFiles } } : {};
    const facts = { ...known, ...withheld, hasChangedScripts, lockedPaths, hasFileWall, hasReadOutside: isTainted, scope, isHook, ...made };
    return decide(intent, { settings, chatId, projectRoot, ...facts, now: ports.clock.now() });
  }

  async #refusalOf(answer: ApprovalAnswer, request: ApprovalRequest, intent: ToolIntent): Promise<string | Reason | null> {
    if (answer.decision === 'hunks') return refusalOfHunks(intent, answer);
    return answer.decision === 'edit' ? this.#refusalOfEdit(request, answer.input) : null;
  }

  async #refusalOfEdit(request: ApprovalRequest, input: JsonValue): Promise<string | Reason | null> {
    const tool = this.#dependencies.tools.get(request.toolName);
    const call = this.#dependencies.state().toolCalls.get(request.toolCallId);
    if (tool === undefined || call === undefined) return because('The call is no longer there.');
    const problem = tool.problemOf(input);
    if (problem !== null) return problem;
    const plan = await this.#runner.plan(tool, { ...call, input }, new AbortController().signal);
    if (!plan.ok) return plan.message;
    const decision = this.#policy(plan.intent);
    return decision.verdict === 'block' ? because('This is never allowed: {why}.', { why: decision.reason ?? decision.why }) : null;
  }

  /** Puts the rules in force and answers what they now cover, and only that. */
  async #remember(remember: RememberedRules, made: ToolIntent): Promise<void> {
    const { ports, chatId, projectRoot } = this.#dependencies;
    for (const rule of madeRules(remember, made, { chatId, projectRoot, now: ports.clock.now() })) ports.settings.addRule(rule);
    for (const { request, intent } of this.#pending.waiting()) {
      if (intent.kind === 'command' && this.#policyOf(request.toolCallId, intent).verdict === 'auto') {
        await this.answer(request.approvalId, { decision: 'approve' });
      }
    }
  }

  #note(request: ApprovalRequest, { decision }: ApprovalAnswer): void {
    const { ports, chatId } = this.#dependencies;
    const at = ports.clock.now();
    ports.telemetry.note({ type: 'approval', at, chatId, toolName: request.toolName, decision, waitedMs: at - request.requestedAt });
  }
}

function summaryOf(intent: ToolIntent, toolName: string): string {
  if (intent.kind === 'command') return intent.command;
  if (intent.kind === 'foreign') return `${intent.tool} of the MCP server ${intent.server}`;
  return intent.kind === 'change' ? intent.summary : toolName;
}
