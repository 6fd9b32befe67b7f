import { atom, computed } from 'nanostores';
import type { AgentStatus } from '../protocol/session-state.ts';
import { type AgentModeSettings, agentModeSettingsSchema, DEFAULT_AGENT_SETTINGS } from '../protocol/settings.ts';
import { $chat } from '../stores/chat.ts';
import { $settings } from '../stores/settings.ts';
import type { AgentExecutionState } from './agent-types.ts';

/** What the seed's store shows: the settings, and the agent's state. */
export interface AgentModeState {
  settings: AgentModeSettings;
  status: AgentStatus;
  iteration: number;
  maxIterations: number;
  totalToolCalls: number;
  isExecuting: boolean;
}

type Progress = Omit<AgentModeState, 'settings'>;

/** What a program has told of an orchestrator of its own. It counts where no chat is open: what the user sees is never covered. */
const $told = atom<Progress | null>(null);

/** It holds nothing of its own: it is always what the settings and the chat say. */
const $agentMode = computed([$settings, $chat, $told], (settings, chat, told): AgentModeState => {
  const { status, iteration, maxIterations, toolCalls } = chat;
  const ofChat = { status, iteration, maxIterations, totalToolCalls: toolCalls.size, isExecuting: status === 'executing' };
  return { settings: settings.agent, ...(chat.chatId === null && told !== null ? told : ofChat) };
});

/** The seed's store, a map to its users: a key can be set, and goes where it belongs. */
export const agentModeStore = Object.assign($agentMode, {
  setKey<Key extends keyof AgentModeState>(key: Key, value: AgentModeState[Key]): void {
    const { settings, ...progress } = { ...$agentMode.get(), [key]: value };
    if (key === 'settings') updateAgentModeSettings(settings);
    else $told.set(progress);
  },
});

/** In force at once; values that do not fit are left out. */
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

/** Switches agent mode over, or to `enabled`; returns what holds now. */
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

/** Back to the defaults, and to what the open chat says. */
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
