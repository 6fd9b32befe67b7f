import { errorMessage } from '../protocol/error-message.ts';
import type { AgentModeSettings } from '../protocol/settings.ts';
import type { AgentExecutionState, AgentOrchestratorOptions, AgentStatus, AgentTaskResult } from './agent-types.ts';
import { agentEnvironment } from './environment.ts';
import { executionState, noticeText } from './execution-state.ts';
import { AgentOrchestrator } from './orchestrator.ts';

export { AgentOrchestrator } from './orchestrator.ts';

// The seed's accessor hands out one orchestrator until it is reset; it is made when first asked for.
let shared: AgentOrchestrator | null = null;

/** The shared orchestrator; settings and options given later are put in force. */
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

/** Whether a project is open on which tools can work. */
export function isAgentModeAvailable(): boolean {
  return agentEnvironment() !== null;
}

/** In the app what its session shows. */
export function getAgentStatus(): AgentStatus {
  if (shared !== null) return shared.getState().status;
  return agentEnvironment()?.app?.session()?.state().status ?? 'idle';
}

/** Carries a task out: runs tools through the orchestrator and returns its closing words. */
export type AgentTaskDriver = (task: string, orchestrator: AgentOrchestrator) => Promise<string>;

interface TaskEnd {
  words: string;
  state: AgentExecutionState;
  error?: string;
}

/**
 * Runs a task from start to end and reports truly how it ended. It is carried out by the model of the app's session, or of the
 * connected environment, unless the caller drives it with one of its own. Never rejects.
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

/** A task that is not done has failed, also where its session could continue. */
function failed(state: AgentExecutionState, error: string): Pick<TaskEnd, 'state' | 'error'> {
  return { state: { sessionEndTime: Date.now(), ...state, status: 'error', isExecuting: false, errorMessage: error }, error };
}
