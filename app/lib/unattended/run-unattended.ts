import type { AgentSession, SessionEvent } from '../agent/contract/agent-session.ts';
import { knownPrices } from '../protocol/models/known-prices.ts';
import type { PriceOf } from '../protocol/models/run-cost.ts';
import type { AppSettings } from '../protocol/settings.ts';
import type { ApprovalRequest } from '../protocol/tool-call.ts';
import type { RunEvent, RunOutcome, RunResult, UnattendedJob } from '../protocol/unattended/unattended.ts';
import type { SessionSource } from '../seed-api/environment.ts';
import { $hostQuestions } from '../stores/outbound.ts';
import { $models, $notices, $runtime } from '../stores/workbench.ts';
import type { WorkbenchActions } from '../workbench/workbench-actions.ts';
import { runEvents } from './run-events.ts';
import { NOTHING_SPENT, runResult, spentWith } from './run-result.ts';
import { settingsLeft } from './settings-left.ts';
import type { UnattendedDriver } from './unattended-driver.ts';

export interface UnattendedParts {
  actions: WorkbenchActions;
  /** The app's session, as programs see it. */
  app: SessionSource;
  driver: UnattendedDriver;
}

/** Limit of the agent's questions that are answered with "nobody is here"; the next one ends the run. */
const MOST_ANSWERS = 3;
const NO_ANSWER =
  'Nobody is here to answer: this task runs unattended. Choose what is most reasonable, say in your summary what you have chosen and why, and continue.';

/** Runs one task from its files to its result, in place of a user, with the same services, session and policy as in the app. */
export async function runUnattended({ actions, app, driver }: UnattendedParts): Promise<void> {
  const job = await driver.job();
  const files = await driver.files();
  const { agent, ...settings } = job.settings;
  actions.settings.updateSettings(settings);
  actions.settings.updateAgentSettings(agent);
  const stopTelling = tellNotices(driver);
  try {
    if (!(await actions.chat.startWithFiles(job.task, files))) throw new Error('The files could not be brought into the project.');
    const session = await app.open(job.task);
    const { defaultModelId, models } = $models.get();
    driver.event({
      type: 'run-started',
      version: 1,
      model: models.find(({ id }) => id === settings.modelId)?.id ?? defaultModelId,
      mode: job.mode,
      task: job.task,
      files: files.length,
      maxIterations: agent.maxIterations,
    });
    const result = await new UnattendedRun(session, job, { actions, app, driver }).work();
    await driver.finish(result, await actions.files.readProject());
  } finally {
    stopTelling();
  }
}

/** Passes on the notices that the app shows its user outside of the conversation. */
function tellNotices(driver: UnattendedDriver): () => void {
  const told = new Set<number>();
  const stopNotices = $notices.subscribe((notices) => {
    for (const { id, level, message } of notices) {
      if (told.has(id)) continue;
      told.add(id);
      driver.event({ type: 'notice', level, message });
    }
  });
  const stopRuntime = $runtime.subscribe((runtime) => {
    if (runtime.status === 'failed' || runtime.status === 'ended')
      driver.event({ type: 'notice', level: 'error', message: `The runtime: ${runtime.message}` });
  });
  return () => {
    stopNotices();
    stopRuntime();
  };
}

class UnattendedRun {
  readonly #session: AgentSession;
  readonly #job: UnattendedJob;
  readonly #parts: UnattendedParts;
  #forced: { outcome: RunOutcome; why: string } | null = null;
  /** Usage of the runs before the current one: each answer to the agent's question starts another run. */
  #earlier = NOTHING_SPENT;
  #left: AppSettings['budget'];
  /** Questions that are not answered yet, in the order of their calls. */
  readonly #asked: { approval: ApprovalRequest; summary: string }[] = [];
  #isAnswering = false;

  constructor(session: AgentSession, job: UnattendedJob, parts: UnattendedParts) {
    this.#session = session;
    this.#job = job;
    this.#parts = parts;
    this.#left = job.settings.budget;
  }

  async work(): Promise<RunResult> {
    const { app, driver } = this.#parts;
    const stopListening = app.subscribe((event) => this.#onEvent(event));
    const stopHosts = $hostQuestions.subscribe((questions) => {
      for (const { id, host } of questions) this.#answerHost(id, host);
    });
    driver.stopWanted().then(
      () => this.#end('stopped', 'Stopped from outside.'),
      () => undefined, // The browser is being closed.
    );
    try {
      await this.#session.send(this.#job.task, this.#job.mode);
      // It was stopped before the run had started.
      if (this.#forced !== null) await this.#session.stop();
      for (let answers = 0; ; answers += 1) {
        await this.#rest();
        if (answers === MOST_ANSWERS || !(await this.#answerAgent())) break;
      }
      return runResult({ state: this.#session.state(), priceOf: this.#prices(), earlier: this.#earlier, forced: this.#forced });
    } finally {
      stopListening();
      stopHosts();
    }
  }

  /** Waits until nothing happens any more. A waiting approval counts as activity, because it is being answered. */
  async #rest(): Promise<void> {
    do await this.#session.settled();
    while (this.#session.state().status === 'waiting_for_approval' && (await this.#change()));
  }

  #change(): Promise<true> {
    return new Promise((resolve) => {
      const stop = this.#session.subscribe(() => {
        stop();
        resolve(true);
      });
      if (this.#session.state().status !== 'waiting_for_approval') {
        stop();
        resolve(true);
      }
    });
  }

  #onEvent(event: SessionEvent): void {
    const { driver } = this.#parts;
    for (const each of runEvents(event, this.#session.state())) driver.event(each);
    if (event.type === 'approval-requested') this.#asked.push({ approval: event.approval, summary: event.summary });
    void this.#answerNext();
  }

  /** Answers the oldest question once the run waits for it: the calls before it may make it needless. */
  async #answerNext(): Promise<void> {
    if (this.#isAnswering || !this.#session.isWaiting()) return;
    const next = this.#asked.shift();
    if (next === undefined) return;
    this.#isAnswering = true;
    const call = this.#session.state().toolCalls.get(next.approval.toolCallId);
    // A sub-agent's call is not among the session's own.
    try {
      if (call === undefined || call.status === 'awaiting_approval') await this.#answerApproval(next.approval, next.summary);
    } finally {
      this.#isAnswering = false;
    }
    await this.#answerNext();
  }

  async #answerApproval({ approvalId, why, toolCallId, toolName, instead }: ApprovalRequest, summary: string): Promise<void> {
    if (this.#job.onAsk === 'stop') {
      this.#event({ type: 'tool-call-denied', id: toolCallId, tool: toolName, why });
      return this.#end('asked', `The run asked to ${summary}: ${why}`);
    }
    const passing = instead === undefined ? '' : ` \`${instead.command}\` is allowed: ${instead.why}.`;
    const reason = `nobody is here to approve anything (this task runs unattended), and what is allowed does not cover this: ${why}.${passing} Do it in a way that is allowed, do without it, or finish and say what is missing.`;
    await this.#session.answerApproval(approvalId, { decision: 'deny', reason: reason.slice(0, 4_000) });
  }

  #answerHost(id: number, host: string): void {
    const isAllowed = this.#job.allowedHosts.includes(host);
    const answer = isAllowed ? 'allowed' : 'denied';
    this.#event({ type: 'question', about: 'host', question: host, answer });
    this.#parts.actions.outbound.answerHost(id, answer);
    if (!isAllowed && this.#job.onAsk === 'stop') void this.#end('asked', `The run asked to reach ${host}.`);
  }

  /** Answers the agent's question, so that it continues within the remaining limits. Returns whether it did. */
  async #answerAgent(): Promise<boolean> {
    const state = this.#session.state();
    if (this.#forced !== null || state.status !== 'waiting_for_user' || state.notice !== null) return false;
    const effects = [...state.toolCalls.values()].flatMap((call) => (call.status === 'success' ? call.effects : []));
    const asked = effects.findLast((effect) => effect.type === 'question-asked');
    const question = asked?.type === 'question-asked' ? asked.question : '';
    if (this.#job.onAsk === 'stop') {
      this.#forced = { outcome: 'asked', why: `The agent asked: ${question}` };
      return false;
    }
    const priceOf = this.#prices();
    const left = settingsLeft(this.#parts.app.settings(), this.#left, state, priceOf);
    if (left === null) {
      this.#forced = { outcome: 'limit', why: 'The agent asked a question, and nothing was left of its limits to continue with.' };
      return false;
    }
    this.#earlier = spentWith(this.#earlier, state, priceOf);
    this.#left = left.budget;
    this.#parts.actions.settings.updateSettings({ budget: left.budget });
    this.#parts.actions.settings.updateAgentSettings({ maxIterations: left.maxIterations });
    this.#event({ type: 'question', about: 'agent', question, answer: NO_ANSWER });
    await this.#session.send(NO_ANSWER, this.#job.mode);
    return true;
  }

  #prices(): PriceOf {
    return knownPrices(this.#job.settings.prices, $models.get().models);
  }

  #event(event: RunEvent): void {
    this.#parts.driver.event(event);
  }

  async #end(outcome: RunOutcome, why: string): Promise<void> {
    this.#forced ??= { outcome, why };
    await this.#session.stop();
  }
}
