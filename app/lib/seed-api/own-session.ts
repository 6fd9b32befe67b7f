import type { AgentSession, SessionEvent } from '../agent/contract/agent-session.ts';
import type { AgentPorts } from '../agent/contract/ports.ts';
import { createAgentSession } from '../agent/session/create-agent-session.ts';
import { browserClock, browserHasher, browserIds } from '../browser/browser-ports.ts';
import { chatIdSchema } from '../protocol/ids.ts';
import { type AgentModeSettings, DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { exportTelemetry } from '../telemetry/telemetry-exporters.ts';
import { TOOL_REGISTRY } from '../tools/index.ts';
import { type AgentEnvironment, agentEnvironment, type SessionSource } from './environment.ts';

export interface OwnSession extends SessionSource {
  /** Stops the session; the next one starts empty. */
  drop(): void;
}

/** A session in memory for the connected project, used if no app runs and created on first use. */
export function createOwnSession(initial: AgentModeSettings): OwnSession {
  let settings = initial;
  let session: AgentSession | null = null;
  const listeners = new Set<(event: SessionEvent) => void>();
  const ports = memoryPorts(() => settings);
  const create = () => {
    const created = createAgentSession({
      chatId: chatIdSchema.parse(browserIds.next()),
      ports,
      tools: TOOL_REGISTRY,
      modelId: () => agentEnvironment()?.model?.modelId() ?? '',
    });
    created.subscribe((event) => {
      if (session === created) for (const listener of [...listeners]) listener(event);
    });
    return created;
  };
  return {
    session: () => session,
    async open() {
      session ??= create();
      return session;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settings: () => settings,
    updateSettings(patch) {
      settings = { ...settings, ...patch };
    },
    mode: () => 'agent',
    hasUser: false,
    drop() {
      void session?.stop();
      session = null;
    },
  };
}

function connected(): AgentEnvironment {
  const environment = agentEnvironment();
  if (environment === null) throw new Error('No project is open.');
  return environment;
}

/** Uses the project that is connected at the time of each call. */
function memoryPorts(agent: () => AgentModeSettings): AgentPorts {
  return {
    clock: browserClock,
    ids: browserIds,
    hasher: browserHasher,
    tools: {},
    journal: { append: async () => undefined, keepPartial: () => undefined },
    transport: {
      open(request, signal) {
        const { model } = connected();
        if (model === undefined) throw new Error('No model is connected.');
        return model.transport.open(request, signal);
      },
    },
    get workspace() {
      return connected().workspace;
    },
    get problems() {
      return connected().problems;
    },
    settings: {
      current: () => ({ ...DEFAULT_APP_SETTINGS, agent: agent() }),
      // There are no cards here, so no rules are added.
      addRule: () => undefined,
      noteRuleUse: () => undefined,
    },
    models: { contextWindow: () => null, price: () => null, seesImages: () => null },
    telemetry: { note: exportTelemetry },
  };
}
