import { errorMessage } from '../protocol/error-message.ts';
import type { AgentModeSettings } from '../protocol/settings.ts';
import type { AgentExecutionState, AgentOrchestratorOptions, AgentStatus, AgentTaskResult } from './agent-types.ts';
import { agentEnvironment } from './environment.ts';
import { executionState, noticeText } from './execution-state.ts';
import { AgentOrchestrator } from './orchestrator.ts';

export { AgentOrchestrator } from './orchestrator.ts';

// The seed's accessor returns one orchestrator, created on first use, until it is reset.
let shared: AgentOrchestrator | null = null;

/** Returns the shared orchestrator and applies the given settings and options. */
export function getAgentOrchestrator(settings?: Partial<AgentModeSettings>, options?: AgentOrchestratorOptions): AgentOrchestrator {
  if (shared === null) shared = new AgentOrchestrator(settings, options);
  else {
    if (settings !== undefined) shared.adopt(settings);
    if (options !== undefined) shared.updateOptions(options);
  }
  return shared;
}

export function createAgentOrchestrator(settings?: Partial<AgentModeSettings>, options?: AgentOrchestratorOptions): AgentOrchestrator {
  return new AgentOrchestrator(settings, options);
}

export function resetAgentOrchestrator(): void {
  shared?.reset();
  shared?.release();
  shared = null;
}

/** Returns whether there is an open project for the tools. */
export function isAgentModeAvailable(): boolean {
  return agentEnvironment() !== null;
}

/** In the app, the status of its session. */
export function getAgentStatus(): AgentStatus {
  if (shared !== null) return shared.getState().status;
  return agentEnvironment()?.app?.session()?.state().status ?? 'idle';
}

/** Carries out a task: runs tools with the orchestrator and returns its closing text. */
export type AgentTaskDriver = (task: string, orchestrator: AgentOrchestrator) => Promise<string>;

interface TaskEnd {
  words: string;
  state: AgentExecutionState;
  error?: string;
}

/**
 * Runs a task to its end and reports its real outcome. Uses the model of the app's session, or of the connected environment, unless the
 * caller provides a driver. Never rejects.
 */
export async function runAgentTask(
  task: string,
  options: AgentOrchestratorOptions & { settings?: Partial<AgentModeSettings>; driver?: AgentTaskDriver } = {},
): Promise<AgentTaskResult> {
  const { settings, driver, ...rest } = options;
  const orchestrator = createAgentOrchestrator(settings, rest);
  try {
    const end = driver === undefined ? await byModel(task, orchestrator) : await byDriver(task, orchestrator, driver);
    const summary = [end.words, orchestrator.getSessionSummary()].filter((text) => text !== '').join('\n\n');
    return { success: end.error === undefined, summary, state: end.state, ...(end.error === undefined ? {} : { error: end.error }) };
  } finally {
    orchestrator.release();
  }
}

async function byDriver(task: string, orchestrator: AgentOrchestrator, driver: AgentTaskDriver): Promise<TaskEnd> {
  orchestrator.startSession(task);
  try {
    const words = await driver(task, orchestrator);
    return { words, state: orchestrator.endSession() };
  } catch (error) {
    orchestrator.setError(errorMessage(error));
    return { words: '', state: orchestrator.endSession(), error: errorMessage(error) };
  }
}

async function byModel(task: string, orchestrator: AgentOrchestrator): Promise<TaskEnd> {
  const environment = agentEnvironment();
  if (environment?.app === undefined && environment?.model === undefined) {
    const error = 'No model is connected and no driver was given: nothing can carry out the task.';
    return { words: '', ...failed(orchestrator.getState(), error) };
  }
  try {
    const state = await orchestrator.carryOut(task);
    const last = state.messages.at(-1);
    const words = last?.role === 'assistant' ? last.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n') : '';
    if (state.status === 'completed') return { words, state: executionState(state) };
    const why = state.notice === null ? 'The agent waits for an answer that nobody gives here.' : noticeText(state.notice);
    return { words, ...failed(executionState(state), why) };
  } catch (error) {
    return { words: '', ...failed(orchestrator.getState(), errorMessage(error)) };
  }
}

/** A task that is not completed has failed, even if its session could continue. */
function failed(state: AgentExecutionState, error: string): Pick<TaskEnd, 'state' | 'error'> {
  return { state: { sessionEndTime: Date.now(), ...state, status: 'error', isExecuting: false, errorMessage: error }, error };
}
