import { atom, computed } from 'nanostores';
import type { AgentStatus } from '../protocol/session-state.ts';
import { type AgentModeSettings, agentModeSettingsSchema, DEFAULT_AGENT_SETTINGS } from '../protocol/settings.ts';
import { $chat } from '../stores/chat.ts';
import { $settings } from '../stores/settings.ts';
import type { AgentExecutionState } from './agent-types.ts';

/** The state of the seed's store: the settings and the agent's state. */
export interface AgentModeState {
  settings: AgentModeSettings;
  status: AgentStatus;
  iteration: number;
  maxIterations: number;
  totalToolCalls: number;
  isExecuting: boolean;
}

type Progress = Omit<AgentModeState, 'settings'>;

/**
 * The progress that a program has set for its own orchestrator. Used only if no chat is open, so that it never hides what the user sees.
 */
const $told = atom<Progress | null>(null);

/** Derived from the settings and the chat, without any state of its own. */
const $agentMode = computed([$settings, $chat, $told], (settings, chat, told): AgentModeState => {
  const { status, iteration, maxIterations, toolCalls } = chat;
  const ofChat = { status, iteration, maxIterations, totalToolCalls: toolCalls.size, isExecuting: status === 'executing' };
  return { settings: settings.agent, ...(chat.chatId === null && told !== null ? told : ofChat) };
});

/** The seed's store with `setKey`, which writes to the settings or to the program's progress. */
export const agentModeStore = Object.assign($agentMode, {
  setKey<Key extends keyof AgentModeState>(key: Key, value: AgentModeState[Key]): void {
    const { settings, ...progress } = { ...$agentMode.get(), [key]: value };
    if (key === 'settings') updateAgentModeSettings(settings);
    else $told.set(progress);
  },
});

/** Applies at once; ignores a patch with invalid values. */
export function updateAgentModeSettings(patch: Partial<AgentModeSettings>): void {
  const next = agentModeSettingsSchema.safeParse({ ...$settings.get().agent, ...patch });
  if (next.success) $settings.setKey('agent', next.data);
}

export function getAgentModeSettings(): AgentModeSettings {
  return $settings.get().agent;
}

export function isAgentModeEnabled(): boolean {
  return $settings.get().agent.enabled;
}

/** Toggles agent mode, or sets it to `enabled`; returns the new value. */
export function toggleAgentMode(enabled: boolean = !isAgentModeEnabled()): boolean {
  updateAgentModeSettings({ enabled });
  return isAgentModeEnabled();
}

export function updateAgentStatus(status: AgentStatus): void {
  const { settings, ...progress } = agentModeStore.get();
  $told.set({ ...progress, status, isExecuting: status === 'executing' });
}

export function syncFromOrchestratorState(state: AgentExecutionState): void {
  const { status, iteration, maxIterations, totalToolCalls, isExecuting } = state;
  $told.set({ status, iteration, maxIterations, totalToolCalls, isExecuting });
}

/** Resets to the default settings and to the open chat's state. */
export function resetAgentModeState(): void {
  $told.set(null);
  $settings.setKey('agent', DEFAULT_AGENT_SETTINGS);
}

const STATUS_TEXT: Readonly<Record<AgentStatus, string>> = {
  idle: 'Ready',
  thinking: 'Thinking…',
  executing: 'Working…',
  waiting_for_approval: 'Waiting for your approval',
  waiting_for_user: 'Waiting for your answer',
  error: 'Something went wrong',
  completed: 'Done',
};

export function getAgentStatusText(status: AgentStatus = agentModeStore.get().status): string {
  return STATUS_TEXT[status];
}

export function getIterationProgress(): { current: number; max: number; percentage: number } {
  const { iteration, maxIterations } = agentModeStore.get();
  const percentage = maxIterations === 0 ? 0 : Math.min(100, Math.round((iteration / maxIterations) * 100));
  return { current: iteration, max: maxIterations, percentage };
}
