import type { ApprovalId, ContentHash } from '../../protocol/ids.ts';
import type { JsonValue } from '../../protocol/message.ts';
import { because, type Reason } from '../../protocol/texts/reason.ts';
import type { ApprovalAnswer, ApprovalRequest, FileTouches, ToolCall } from '../../protocol/tool-call.ts';
import type { AnswerOutcome } from '../contract/agent-session.ts';
import type { ProposedChange } from '../contract/proposed-change.ts';
import { refusedAnswer } from '../contract/refused-answer.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { approvedInstructions, hasReadOutside, madeFiles, taskId } from '../conversation/session-facts.ts';
import { hookQuestion } from '../conversation/with-hook-calls.ts';
import { decide } from '../policy/decide.ts';
import { changesScripts } from '../policy/decide-change.ts';
import { fileTouches } from '../policy/paths/file-touches.ts';
import type { PolicyDecision } from '../policy/policy-decision.ts';
import { allowedForm } from '../policy/rules/allowed-form.ts';
import { madeRules, type RememberedRules } from '../policy/rules/made-rules.ts';
import { asksWithheld, scriptKey } from '../policy/rules/withheld-secrets.ts';
import { hashArguments } from './arguments-hash.ts';
import { approvalSubject, buildApprovalRequest, sameQuestion, sameSubject } from './build-approval-request.ts';
import type { CallRunner } from './call-runner.ts';
import { refusalOfHunks } from './chosen-hunks.ts';
import { hasMadeAnything } from './has-made-anything.ts';
import { PendingApprovals } from './pending-approvals.ts';
import { proposedChangeOf } from './proposed-change.ts';
import type { SchedulerDependencies } from './scheduler-dependencies.ts';
import { SecretQuestions, tellingIntent, withSecrets } from './secrets/secret-questions.ts';

const NONE: ReadonlySet<string> = new Set();

/** The permission of a call. `asked` means that it runs only with the user's approval. */
export type Permission =
  | { type: 'auto'; hash: ContentHash }
  | { type: 'asked'; request: ApprovalRequest; answer: Promise<ApprovalAnswer>; secrets: ReadonlySet<string> }
  /** Its files depend on an earlier call of the step, so it is decided when its turn comes. */
  | { type: 'undecided' };

/** Decides on calls by the policy, asks the user, and checks that a decision still applies when the call's turn comes. */
export class Permissions {
  readonly #dependencies: SchedulerDependencies;
  readonly #runner: CallRunner;
  readonly #pending = new PendingApprovals();
  readonly #permissions = new Map<string, Permission>();
  readonly #secrets = new SecretQuestions();
  /** Questions about hooks that the user has approved here, in contrast to those of which the journal says so. */
  readonly #approvedHooks = new Set<string>();

  constructor(dependencies: SchedulerDependencies, runner: CallRunner) {
    this.#dependencies = dependencies;
    this.#runner = runner;
  }

  /** Discards the permissions of the last step. */
  reset(): void {
    this.#permissions.clear();
    this.#pending.clear();
    this.#secrets.clear();
  }

  /** Discards the pending approvals, which will never be answered. */
  dropPending(): void {
    this.#pending.clear();
  }

  /** Withdraws the question about a call that will not run. */
  drop(call: ToolCall): void {
    const permission = this.#permissions.get(call.toolCallId);
    if (permission?.type === 'asked') this.#pending.take(permission.request.approvalId);
    this.#permissions.delete(call.toolCallId);
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
   * Sets the call's permission, asks, or refuses it. `secrets` are the secret files read for its plan. If the user has not allowed the call
   * to read them, it always asks, because even a decision without a question would reveal something about their content.
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
   * Withdraws the question about a call, if it is not answered yet and the call needs none any more: calls before it in the step have run
   * since it was asked.
   */
  async reconsider(call: ToolCall, intent: ToolIntent, secrets: ReadonlySet<string>): Promise<void> {
    const permission = this.of(call);
    if (permission.type !== 'asked' || !this.isAsked(permission.request.approvalId)) return;
    const closed = this.#secrets.closed(call, secrets);
    if (withSecrets(this.#policyOf(call.toolCallId, intent), intent, closed).verdict !== 'auto') return;
    const hash = await this.hash(call);
    if (this.#pending.take(permission.request.approvalId) !== null) this.#permissions.set(call.toolCallId, { type: 'auto', hash });
  }

  /**
   * Blocks a command without a question if its own words are never allowed, regardless of any file. Only the words are judged, so that the
   * reason reveals nothing about a file. Returns null if the words are not blocked or no closed file was read.
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

  /**
   * Returns true if the model may learn why a plan failed: it depends on no secret file that the user has not allowed this call to read.
   */
  mayTell(call: ToolCall, secrets: ReadonlySet<string>): boolean {
    return this.#secrets.closed(call, secrets).size === 0;
  }

  /** Asks whether the model may learn why the plan failed, as the call would have asked if its plan had succeeded. */
  async askToTell(call: ToolCall, secrets: ReadonlySet<string>): Promise<void> {
    const closed = this.#secrets.closed(call, secrets);
    this.#permissions.delete(call.toolCallId);
    await this.#ask(call, ...tellingIntent(closed), closed);
  }

  /** Opens the files named on the card to the call that the user has allowed. */
  noteAllowed(call: ToolCall, permission: Permission, answer: ApprovalAnswer | null): void {
    if (permission.type === 'asked' && answer !== null) this.#secrets.open(call, answer.decision === 'edit' ? 'all' : permission.secrets);
  }

  async #ask(call: ToolCall, intent: ToolIntent, decision: PolicyDecision, secrets: ReadonlySet<string>): Promise<void> {
    const { ports, projectRoot, task } = this.#dependencies;
    const touches = intent.kind === 'command' && intent.hasFileWall === true ? fileTouches(intent, projectRoot, true) : null;
    const hook = this.#dependencies.state().hooks.calls.get(call.toolCallId);
    const instead = intent.kind === 'command' ? allowedForm(intent, projectRoot, (other) => this.#policyOf(call.toolCallId, other)) : null;
    const judged = { call, intent, decision: { ...decision, touches, instead }, asker: task.asker, hook };
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
    // After a reload, the same question is asked again under the same id. What a stranger's journal puts on a card is not shown.
    const isSame = earlier !== null && !this.#dependencies.state().isForeign && sameQuestion(earlier, request);
    const asked = isSame ? earlier : request;
    const answer = this.#pending.ask({ request: asked, intent });
    this.#permissions.set(call.toolCallId, { type: 'asked', request: asked, answer, secrets });
    if (!isSame) await this.#dependencies.record({ type: 'approval-requested', approval: asked });
    this.#dependencies.emit({ type: 'approval-requested', approval: asked, summary: summaryOf(intent, call.toolName) });
  }

  /** The same question about a hook is asked only once per chat. In a stranger's chat, the journal's approvals are not the user's. */
  #isApprovedHook(request: ApprovalRequest): boolean {
    const question = hookQuestion(request);
    const { isForeign, hooks } = this.#dependencies.state();
    return question !== null && (isForeign ? this.#approvedHooks : hooks.approved).has(question);
  }

  /** Returns true if the decision still applies to what the call would do now. */
  async mayRun(permission: Permission, answer: ApprovalAnswer | null, call: ToolCall, intent: ToolIntent): Promise<boolean> {
    if (permission.type === 'undecided') return false;
    const decision = this.#policyOf(call.toolCallId, intent);
    if (decision.verdict === 'block') return false;
    if (permission.type === 'auto') return decision.verdict === 'auto';
    // Edited arguments were checked when they were entered; for another server's tool, the description counts too.
    if (answer?.decision === 'edit' && intent.kind !== 'foreign') return true;
    return sameSubject(permission.request.subject, await approvalSubject(call, intent, this.#dependencies.ports.hasher));
  }

  /** Returns the hash of the exact arguments that were decided on; only these may run. */
  async boundHash(permission: Permission, answer: ApprovalAnswer | null): Promise<ContentHash | null> {
    if (permission.type === 'auto') return permission.hash;
    if (permission.type === 'undecided') return null;
    if (answer?.decision === 'edit') return hashArguments(this.#dependencies.ports.hasher, permission.request.toolName, answer.input);
    return permission.request.argumentsHash;
  }

  /**
   * Returns the guarded files that a command may touch: those on its card, or those it may touch unasked. Null if the host does not enforce
   * this.
   */
  touches(permission: Permission, answer: ApprovalAnswer | null, intent: ToolIntent): FileTouches | null {
    if (intent.kind !== 'command' || intent.hasFileWall !== true) return null;
    const isWithheld = this.#withheldFrom(intent);
    const asIntended = (isApproved: boolean) => fileTouches(intent, this.#dependencies.projectRoot, isApproved, isWithheld);
    if (permission.type !== 'asked') return asIntended(false);
    // Edited arguments come from the user; cards of earlier versions did not list files.
    return answer?.decision === 'edit' ? asIntended(true) : (permission.request.touches ?? asIntended(false));
  }

  /** Records that the user's answer about a script applies for the rest of the run. */
  noteGranted(permission: Permission, intent: ToolIntent): void {
    if (permission.type !== 'asked' || intent.kind !== 'command' || !asksWithheld(permission.request)) return;
    for (const key of this.#scriptKeys(intent)) this.#dependencies.task.scripts.granted.add(key);
  }

  /** Returns true if the command's scripts might load code made in this run, unless the user has let each of them read keys. */
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

  /** Returns the secret files whose values the model may see: those that the user allowed it to read on a separate card. */
  shown(permission: Permission, intent: ToolIntent): readonly string[] {
    return permission.type === 'asked' && intent.kind === 'read' ? intent.paths : [];
  }

  hash(call: ToolCall): Promise<ContentHash> {
    return hashArguments(this.#dependencies.ports.hasher, call.toolName, call.input);
  }

  /** Counts a use of each rule without which the call would have asked. */
  noteRules(toolCallId: ToolCall['toolCallId'], intent: ToolIntent): void {
    const { settings, clock } = this.#dependencies.ports;
    const { rules = [] } = this.#policyOf(toolCallId, intent);
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
    const question = request.hook !== undefined && answer.decision === 'approve' ? hookQuestion(request) : null;
    if (question !== null) this.#approvedHooks.add(question);
    taken.answer(answer);
    this.#note(request, answer);
    if (answer.decision === 'approve' && answer.remember !== undefined) await this.#remember(answer.remember, intent);
    return { accepted: true };
  }

  /** Approves everything that is pending now, but nothing that comes later. */
  async approveAll(): Promise<void> {
    for (const { request } of this.#pending.waiting()) await this.answer(request.approvalId, { decision: 'approve' });
  }

  /** A hook may come from a stranger's project, so auto-approval settings do not apply and it asks once; rules still apply. */
  #policyOf(toolCallId: ToolCall['toolCallId'], intent: ToolIntent): PolicyDecision {
    const isHook = this.#dependencies.state().hooks.calls.has(toolCallId);
    const { ports, chatId, projectRoot, task } = this.#dependencies;
    const settings = ports.settings.current();
    const state = task.state();
    const { lockedPaths } = state;
    // A changed script is code that the agent has written, like any other file.
    const hasChangedScripts = settings.askBeforeOwnCode && task.scripts.haveChanged;
    const scope = task.asker?.scope ?? null;
    const made = settings.askBeforeOwnCode && intent.kind === 'command' ? { made: madeFiles(state) } : {};
    const hasFileWall = intent.kind === 'command' && intent.hasFileWall === true;
    const isTainted = settings.askAfterOutsideRead && hasReadOutside(state);
    const known = intent.kind === 'change' ? { approvedInstructions: approvedInstructions(state) } : {};
    const secretFiles = ports.secrets?.files() ?? [];
    const withheld = intent.kind === 'command' && this.#withheldFrom(intent) ? { withheld: { secretFiles } } : {};
    const facts = { ...known, ...withheld, hasChangedScripts, lockedPaths, hasFileWall, hasReadOutside: isTainted, scope, isHook, ...made };
    return decide(intent, { settings, chatId, projectRoot, machine: ports.workspace.machine(), ...facts, now: ports.clock.now() });
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
    const decision = this.#policyOf(request.toolCallId, plan.intent);
    return decision.verdict === 'block' ? because('This is never allowed: {why}.', { why: decision.reason ?? decision.why }) : null;
  }

  /** Adds the rules and approves exactly those pending commands that they now cover. */
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
