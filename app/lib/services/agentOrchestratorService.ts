import { isNearLimit, remainingIterations } from '../agent/limits.ts';
import { type MachineEvent, transition, wakeEvent } from '../agent/machine.ts';
import { decide } from '../agent/policy/decide.ts';
import { iterationWarning } from '../agent/prompts.ts';
import type { ToolIntent } from '../agent/tool-definition.ts';
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
} from '../agent/types.ts';
import { DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { getToolDefinition } from '../tools/index.ts';
import { agentEnvironment, executeAgentTool, getAgentToolNames, toolContext } from './agentToolsService.ts';

/**
 * The seed's orchestrator: sessions, iterations and approvals for a program that drives the model itself. The chat does not use
 * it (it has `AgentSession`); both share machine, policy and tools.
 */
export class AgentOrchestrator {
  readonly #options: AgentOrchestratorOptions;
  #settings: AgentModeSettings;
  #state: AgentExecutionState;
  #controller = new AbortController();
  #approvals = 0;

  constructor(settings: Partial<AgentModeSettings> = {}, options: AgentOrchestratorOptions = {}) {
    const limit = options.maxIterations === undefined ? {} : { maxIterations: options.maxIterations };
    this.#settings = { ...DEFAULT_AGENT_SETTINGS, ...settings, ...limit };
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
    this.#settings = { ...this.#settings, ...settings };
    this.#patch({ maxIterations: this.#settings.maxIterations });
  }

  startSession(_task: string): void {
    if (wakeEvent(this.#state.status) === null) this.abort();
    const { status } = this.#state;
    this.#controller = new AbortController();
    this.#state = { ...this.#freshState(), status, sessionStartTime: Date.now() };
    this.#move(wakeEvent(status) ?? 'start');
  }

  /** Ends the session from any state: a thinking one is completed, one in the middle of something is stopped. */
  endSession(): AgentExecutionState {
    if (this.#state.status === 'thinking') this.#move('complete');
    else if (this.#state.status !== 'completed' && this.#state.status !== 'error') this.#move('stop');
    if (this.#state.sessionEndTime === undefined) this.#patch({ sessionEndTime: Date.now() });
    return this.getState();
  }

  reset(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#state = this.#freshState();
    this.#options.onStatusChange?.('idle');
  }

  canContinue(): boolean {
    return wakeEvent(this.#state.status) === null && this.#state.iteration < this.#state.maxIterations;
  }

  /** Validates, decides, asks where it must, runs. Never rejects; the state is true whatever happens. */
  async executeTool(name: string, params: Record<string, unknown>): Promise<ToolExecutionResult> {
    const startedAt = Date.now();
    const controller = this.#controller;
    if (this.#state.status === 'thinking') this.#move('tool-calls');
    let approved = false;
    let result: ToolExecutionResult;
    try {
      const permitted = await this.#permit(name, params);
      approved = permitted.success;
      result = permitted.success ? await executeAgentTool(name, params, controller.signal) : permitted;
    } catch (error) {
      result = { success: false, error: error instanceof Error ? error.message : String(error) };
    }
    if (controller.signal.aborted) result = { success: false, error: 'Stopped.' };
    else if (this.#state.status === 'executing') this.#move('all-answered');
    else if (this.#state.status === 'waiting_for_approval') this.#move('denied');
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
    this.#move('stop');
    this.#patch({ sessionEndTime: Date.now() });
  }

  async getAvailableTools(): Promise<string[]> {
    return getAgentToolNames();
  }

  async #permit(name: string, params: Record<string, unknown>): Promise<ToolExecutionResult> {
    const environment = agentEnvironment();
    const tool = getToolDefinition(name);
    if (tool === undefined || environment === null) return executeAgentTool(name, params);
    const plan = await tool.plan(params, toolContext(environment));
    if (!plan.ok) return { success: false, error: plan.message };
    const settings = { ...DEFAULT_APP_SETTINGS, agent: this.#settings };
    const { projectRoot } = environment;
    const decision = decide(plan.intent, { settings, chatId: '', projectRoot, hasChangedScripts: false, now: Date.now() });
    if (decision.verdict === 'block') return { success: false, error: `This is never allowed: ${decision.why}.` };
    if (decision.verdict === 'auto' || this.#options.autoApproveAll === true) return { success: true };
    return this.#ask({ toolName: name, params, reason: decision.why, ...describe(plan.intent, name) });
  }

  async #ask(question: Omit<AgentApprovalRequest, 'id' | 'timestamp'>): Promise<ToolExecutionResult> {
    if (this.#state.status === 'executing') this.#move('approval-needed');
    const request = { ...question, id: `approval-${++this.#approvals}`, timestamp: Date.now() };
    const isApproved = (await this.#options.onApprovalNeeded?.(request)) === true;
    if (!isApproved) return { success: false, error: 'The person denied this call; it was not run.' };
    if (this.#state.status === 'waiting_for_approval') this.#move('approved');
    return { success: true };
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

function describe(intent: ToolIntent, name: string): Pick<AgentApprovalRequest, 'type' | 'description'> {
  if (intent.kind === 'command') return { type: 'command', description: intent.command };
  if (intent.kind !== 'change') return { type: 'command', description: name };
  const isNew = intent.changes.every((change) => change.before === null);
  return { type: isNew ? 'file_create' : 'file_modify', description: intent.summary };
}

// The seed's accessor hands out one orchestrator until it is reset; it is made when first asked for.
let shared: AgentOrchestrator | null = null;

/** The shared orchestrator; settings given later are put in force, options need a reset. */
export function getAgentOrchestrator(settings?: Partial<AgentModeSettings>, options?: AgentOrchestratorOptions): AgentOrchestrator {
  if (shared === null) shared = new AgentOrchestrator(settings, options);
  else if (settings !== undefined) shared.updateSettings(settings);
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

/** A model of the caller's own: gets the task, runs tools through the orchestrator, and returns its closing words. */
export type AgentTaskDriver = (task: string, orchestrator: AgentOrchestrator) => Promise<string>;

/** Runs a task from start to end with the caller's driver, and reports truly how it ended. Never rejects. */
export async function runAgentTask(
  task: string,
  options: AgentOrchestratorOptions & { settings?: Partial<AgentModeSettings>; driver?: AgentTaskDriver } = {},
): Promise<AgentTaskResult> {
  const { settings, driver, ...rest } = options;
  const orchestrator = createAgentOrchestrator(settings, rest);
  orchestrator.startSession(task);
  let error: string | undefined = driver === undefined ? 'No driver was given: nothing can carry out the task.' : undefined;
  let words = '';
  try {
    if (driver !== undefined) words = await driver(task, orchestrator);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
  }
  if (error !== undefined) orchestrator.setError(error);
  const state = orchestrator.endSession();
  const summary = [words, orchestrator.getSessionSummary()].filter((text) => text !== '').join('\n\n');
  return { success: error === undefined, summary, state, ...(error === undefined ? {} : { error }) };
}
