import { decide } from '../agent/policy/decide.ts';
import { raceStop } from '../agent/race-stop.ts';
import { isNearLimit, remainingIterations } from '../agent/session/limits.ts';
import { callsEvent, type MachineEvent, transition, wakeEvent } from '../agent/session/machine.ts';
import type { ToolIntent } from '../agent/tool-definition.ts';
import { errorMessage } from '../protocol/error-message.ts';
import { DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { getToolDefinition } from '../tools/index.ts';
import { iterationWarning } from './agent-prompts.ts';
import {
  type AgentApprovalRequest,
  type AgentExecutionState,
  type AgentModeSettings,
  type AgentOrchestratorOptions,
  type AgentStatus,
  type AgentTaskResult,
  DEFAULT_AGENT_SETTINGS,
  INITIAL_AGENT_STATE,
  type ToolCallRecord,
  type ToolExecutionResult,
} from './agent-types.ts';
import { driveAgentTask } from './drive-agent-task.ts';
import { agentEnvironment, executeAgentTool, getAgentToolNames, toolContext } from './tools-service.ts';

/**
 * The seed's orchestrator: sessions, iterations and approvals for a program that drives the model itself. The chat does not use
 * it (it has `AgentSession`); both share machine, policy and tools.
 */
export class AgentOrchestrator {
  #options: AgentOrchestratorOptions;
  #settings: AgentModeSettings;
  #state: AgentExecutionState;
  #controller = new AbortController();
  #approvals = 0;
  /** Calls of this session without a result, and how many of them wait for a person. */
  #open = 0;
  #waiting = 0;

  constructor(settings: Partial<AgentModeSettings> = {}, options: AgentOrchestratorOptions = {}) {
    this.#settings = checked({ ...DEFAULT_AGENT_SETTINGS, ...settings, ...limitOf(options) });
    this.#options = options;
    this.#state = this.#freshState();
  }

  /** A copy: nobody outside changes the state. */
  getState(): AgentExecutionState {
    return structuredClone(this.#state);
  }

  getSettings(): AgentModeSettings {
    return { ...this.#settings };
  }

  updateSettings(settings: Partial<AgentModeSettings>): void {
    this.#settings = checked({ ...this.#settings, ...settings });
    this.#patch({ maxIterations: this.#settings.maxIterations });
  }

  /** Other callbacks from now on. */
  updateOptions(options: AgentOrchestratorOptions): void {
    this.#options = options;
    this.updateSettings(limitOf(options));
  }

  /** Aborts when the session is stopped. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  startSession(_task: string): void {
    if (wakeEvent(this.#state.status) === null) this.abort();
    const { status } = this.#state;
    this.#renew();
    this.#state = { ...this.#freshState(), status, sessionStartTime: Date.now() };
    this.#move(wakeEvent(status) ?? 'start');
  }

  /** Ends the session from any state: a thinking one is completed, one in the middle of something is stopped. */
  endSession(): AgentExecutionState {
    if (this.#state.status === 'thinking') this.#move('complete');
    else if (this.#state.status !== 'completed' && this.#state.status !== 'error') this.abort();
    if (this.#state.sessionEndTime === undefined) this.#patch({ sessionEndTime: Date.now() });
    return this.getState();
  }

  reset(): void {
    this.#controller.abort();
    this.#renew();
    this.#state = this.#freshState();
    this.#options.onStatusChange?.('idle');
  }

  canContinue(): boolean {
    return wakeEvent(this.#state.status) === null && this.#state.iteration < this.#state.maxIterations;
  }

  /** Validates, decides, asks where it must, runs. Never rejects; the state is true whatever happens. `isApproved`: a person has said yes. */
  async executeTool(name: string, params: Record<string, unknown>, { isApproved = false } = {}): Promise<ToolExecutionResult> {
    const startedAt = Date.now();
    const controller = this.#controller;
    this.#open++;
    this.#align();
    let approved = false;
    let result: ToolExecutionResult;
    try {
      const permitted = await raceStop(this.#permit(name, params, isApproved), controller.signal);
      approved = permitted.success;
      result = permitted.success ? await raceStop(executeAgentTool(name, params, controller.signal), controller.signal) : permitted;
    } catch (error) {
      result = { success: false, error: errorMessage(error) };
    }
    if (controller.signal.aborted) result = { success: false, error: 'Stopped.' };
    // A session that has begun meanwhile knows nothing of this call.
    if (controller !== this.#controller) return result;
    this.#open--;
    this.#align();
    this.#note({ name, params, result, timestamp: startedAt, duration: Date.now() - startedAt, approved });
    return result;
  }

  /** Counts a step; false when that was the last one allowed. */
  incrementIteration(): boolean {
    this.#patch({ iteration: this.#state.iteration + 1 });
    this.#options.onIterationComplete?.(this.#state.iteration, this.getState());
    return this.#state.iteration < this.#state.maxIterations;
  }

  isNearIterationLimit(): boolean {
    return isNearLimit(this.#state.iteration, this.#state.maxIterations);
  }

  getIterationWarningPrompt(): string | null {
    const remaining = remainingIterations(this.#state.iteration, this.#state.maxIterations);
    return this.isNearIterationLimit() ? iterationWarning(Math.max(1, remaining)) : null;
  }

  setError(message: string): void {
    this.#patch({ errorMessage: message });
    this.#move('fail');
  }

  getSessionSummary(): string {
    const { status, iteration, maxIterations, totalToolCalls, filesCreated, filesModified, commandsExecuted, errorMessage } = this.#state;
    const list = (name: string, items: readonly string[]) => (items.length === 0 ? [] : [`${name}: ${items.join(', ')}`]);
    return [
      `Status: ${status}`,
      `Iterations: ${iteration} of ${maxIterations}`,
      `Tool calls: ${totalToolCalls}`,
      ...list('Created', filesCreated),
      ...list('Modified', filesModified),
      ...list('Commands', commandsExecuted),
      ...(errorMessage === undefined ? [] : [`Error: ${errorMessage}`]),
    ].join('\n');
  }

  /** Stops what runs and leaves an orchestrator that can start again. */
  abort(): void {
    this.#controller.abort();
    this.#waiting = 0;
    this.#move('stop');
    this.#patch({ sessionEndTime: Date.now() });
  }

  async getAvailableTools(): Promise<string[]> {
    return getAgentToolNames();
  }

  async #permit(name: string, params: Record<string, unknown>, isApproved: boolean): Promise<ToolExecutionResult> {
    const environment = agentEnvironment();
    const tool = getToolDefinition(name);
    if (tool === undefined || environment === null) return executeAgentTool(name, params);
    const plan = await tool.plan(params, toolContext(environment));
    if (!plan.ok) return { success: false, error: plan.message };
    const settings = { ...DEFAULT_APP_SETTINGS, agent: this.#settings };
    const { projectRoot } = environment;
    const decision = decide(plan.intent, { settings, chatId: '', projectRoot, hasChangedScripts: false, now: Date.now() });
    if (decision.verdict === 'block') return { success: false, error: `This is never allowed: ${decision.why}.` };
    if (decision.verdict === 'auto' || isApproved || this.#options.autoApproveAll === true) return { success: true };
    return this.#ask({ toolName: name, params, reason: decision.why, ...describe(plan.intent, name) });
  }

  async #ask(question: Omit<AgentApprovalRequest, 'id' | 'timestamp'>): Promise<ToolExecutionResult> {
    const { signal } = this.#controller;
    const request = { ...question, id: `approval-${++this.#approvals}`, timestamp: Date.now() };
    this.#waiting++;
    this.#align();
    let isApproved = false;
    try {
      isApproved = (await this.#options.onApprovalNeeded?.(request)) === true;
    } finally {
      if (!signal.aborted) this.#waiting--;
    }
    // A denial is aligned when the call has its result: nothing runs in between.
    if (!isApproved) return { success: false, error: 'The person denied this call; it was not run.' };
    if (!signal.aborted) this.#align();
    return { success: true };
  }

  /** Brings the status in line with the calls, by drawn edges only. */
  #align(): void {
    const calls = this.#waiting > 0 ? 'waiting' : this.#open > 0 ? 'open' : 'answered';
    for (let event = callsEvent(this.#state.status, calls); event !== null; event = callsEvent(this.#state.status, calls))
      this.#move(event);
  }

  #renew(): void {
    this.#controller = new AbortController();
    this.#open = 0;
    this.#waiting = 0;
  }

  #note(record: ToolCallRecord): void {
    const { toolCalls, filesCreated, filesModified, commandsExecuted } = this.#state;
    const output = new Map(Object.entries(record.result?.success === true ? Object(record.result.data) : {}));
    const path = output.get('path');
    const command = output.get('command');
    this.#patch({
      toolCalls: [...toolCalls, record],
      totalToolCalls: toolCalls.length + 1,
      filesCreated: typeof path === 'string' && output.get('created') === true ? [...filesCreated, path] : filesCreated,
      filesModified: typeof path === 'string' && output.get('created') === false ? [...new Set([...filesModified, path])] : filesModified,
      commandsExecuted: typeof command === 'string' ? [...commandsExecuted, command] : commandsExecuted,
    });
    this.#options.onToolExecuted?.(structuredClone(record));
  }

  #move(event: MachineEvent): void {
    const status: AgentStatus = transition(this.#state.status, event);
    if (status === this.#state.status) return;
    this.#patch({ status, isExecuting: status === 'executing' });
    this.#options.onStatusChange?.(status);
  }

  #patch(patch: Partial<AgentExecutionState>): void {
    this.#state = { ...this.#state, ...patch };
  }

  #freshState(): AgentExecutionState {
    return { ...structuredClone(INITIAL_AGENT_STATE), maxIterations: this.#settings.maxIterations };
  }
}

function limitOf({ maxIterations }: AgentOrchestratorOptions): Partial<AgentModeSettings> {
  return maxIterations === undefined ? {} : { maxIterations };
}

/** What a program gives is held to the same bounds as what a person types. */
function checked(settings: AgentModeSettings): AgentModeSettings {
  const maxIterations = Math.min(200, Math.max(1, Math.trunc(settings.maxIterations) || DEFAULT_AGENT_SETTINGS.maxIterations));
  return { ...settings, maxIterations };
}

function describe(intent: ToolIntent, name: string): Pick<AgentApprovalRequest, 'type' | 'description'> {
  if (intent.kind === 'command') return { type: 'command', description: intent.command };
  if (intent.kind !== 'change') return { type: 'command', description: name };
  const isNew = intent.changes.every((change) => change.before === null);
  return { type: isNew ? 'file_create' : 'file_modify', description: intent.summary };
}

// The seed's accessor hands out one orchestrator until it is reset; it is made when first asked for.
let shared: AgentOrchestrator | null = null;

/** The shared orchestrator; settings and options given later are put in force. */
export function getAgentOrchestrator(settings?: Partial<AgentModeSettings>, options?: AgentOrchestratorOptions): AgentOrchestrator {
  if (shared === null) shared = new AgentOrchestrator(settings, options);
  else {
    if (settings !== undefined) shared.updateSettings(settings);
    if (options !== undefined) shared.updateOptions(options);
  }
  return shared;
}

export function createAgentOrchestrator(settings?: Partial<AgentModeSettings>, options?: AgentOrchestratorOptions): AgentOrchestrator {
  return new AgentOrchestrator(settings, options);
}

export function resetAgentOrchestrator(): void {
  shared?.reset();
  shared = null;
}

/** Whether a project is open on which tools can work. */
export function isAgentModeAvailable(): boolean {
  return agentEnvironment() !== null;
}

export function getAgentStatus(): AgentStatus {
  return shared?.getState().status ?? 'idle';
}

/** Carries a task out: runs tools through the orchestrator and returns its closing words. */
export type AgentTaskDriver = (task: string, orchestrator: AgentOrchestrator) => Promise<string>;

/**
 * Runs a task from start to end and reports truly how it ended. The model is that of the connected environment, unless the caller
 * drives it with one of its own. Never rejects.
 */
export async function runAgentTask(
  task: string,
  options: AgentOrchestratorOptions & { settings?: Partial<AgentModeSettings>; driver?: AgentTaskDriver } = {},
): Promise<AgentTaskResult> {
  const { settings, driver = driverOfEnvironment(), ...rest } = options;
  const orchestrator = createAgentOrchestrator(settings, rest);
  orchestrator.startSession(task);
  let error: string | undefined;
  let words = '';
  try {
    words = await driver(task, orchestrator);
  } catch (thrown) {
    error = errorMessage(thrown);
  }
  if (error !== undefined) orchestrator.setError(error);
  const state = orchestrator.endSession();
  const summary = [words, orchestrator.getSessionSummary()].filter((text) => text !== '').join('\n\n');
  return { success: error === undefined, summary, state, ...(error === undefined ? {} : { error }) };
}

function driverOfEnvironment(): AgentTaskDriver {
  const model = agentEnvironment()?.model;
  if (model !== undefined) return (task, orchestrator) => driveAgentTask(model, task, orchestrator);
  return () => Promise.reject(new Error('No model is connected and no driver was given: nothing can carry out the task.'));
}
