import type { AgentModeSettings, AppSettings } from './settings.ts';

/** The seed's defaults, kept apart from the schemas so that the first screen can show them without loading zod. */
export const DEFAULT_AGENT_SETTINGS: AgentModeSettings = {
  enabled: true,
  autoApproveFileCreation: true,
  autoApproveFileModification: false,
  autoApproveCommands: false,
  maxIterations: 25,
};

export const DEFAULT_APP_SETTINGS: AppSettings = {
  agent: DEFAULT_AGENT_SETTINGS,
  planMode: false,
  askBeforeLooking: false,
  askBeforeOwnCode: true,
  askAfterOutsideRead: true,
  searchEndpoint: '',
  modelId: '',
  models: { favourites: [], recent: [], chat: '', plan: '', compaction: '' },
  runtimeHost: 'engine',
  theme: 'system',
  language: 'system',
  rules: [],
  temperature: { agent: 0.3, chat: 0.7 },
  history: { turns: null, autoCompact: true },
  budget: { tokens: null, money: null, minutes: null },
  dayBudget: { tokens: null, money: null },
  silence: { minutes: 2, thinkingMinutes: 10 },
  fallbackModelId: '',
  codecs: {},
  efforts: {},
  prices: {},
  contextWindows: {},
  routines: [],
  prompts: [],
  mcpServers: [],
  localEndpoints: [],
  localLook: 'not-asked',
  shortcuts: {},
  attention: { sound: false, notification: false, chatTitle: true },
  tour: 'new',
};
