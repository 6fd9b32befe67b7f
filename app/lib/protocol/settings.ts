import { z } from 'zod';
import { shortcutsSchema } from './keys/shortcuts-schema.ts';
import { mcpServersSchema } from './mcp/mcp.ts';
import { localEndpointsSchema } from './models/local-endpoint.ts';
import { modelPriceSchema } from './models/model-price.ts';
import { savedPromptsSchema } from './prompts/saved-prompt.ts';

/** The five settings of the seed, with its defaults. */
export const agentModeSettingsSchema = z.object({
  enabled: z.boolean(),
  autoApproveFileCreation: z.boolean(),
  autoApproveFileModification: z.boolean(),
  autoApproveCommands: z.boolean(),
  maxIterations: z.number().int().min(1).max(200),
});
export type AgentModeSettings = z.infer<typeof agentModeSettingsSchema>;

export const runtimeHostSchema = z.enum(['engine', 'stackblitz', 'auto']);
export type RuntimeHost = z.infer<typeof runtimeHostSchema>;

export const commandRuleSchema = z.object({
  /** Exact command, or a token prefix ending in ` *`. */
  pattern: z.string().min(1).max(2_000),
  verdict: z.enum(['allow', 'deny']),
  scope: z.enum(['chat', 'always']),
  /** The chat of a rule whose scope is one chat. */
  chatId: z.string().optional(),
  createdAt: z.number(),
  /** The script that this command ran in package.json when the rule was created. If the script has changed, the rule does not apply. */
  script: z.string().optional(),
  /** The command for which the rule was created, as shown on the card. */
  madeFor: z.string().max(10_000).optional(),
  /** How often the rule has allowed a command, and the time of the last one. */
  uses: z.number().int().nonnegative().optional(),
  lastUsedAt: z.number().optional(),
  /** From this time on, the rule has no effect. */
  expiresAt: z.number().optional(),
});
export type CommandRule = z.infer<typeof commandRuleSchema>;

/** How tools are described to a model and how it calls them. `native` uses the provider's function calls, the others use text. */
export const toolCodecSchema = z.enum(['native', 'json', 'xml']);
export type ToolCodecName = z.infer<typeof toolCodecSchema>;

/** How much a model thinks before it answers; `none` is the minimum. */
export const reasoningEffortSchema = z.enum(['none', 'low', 'medium', 'high']);
export type ReasoningEffort = z.infer<typeof reasoningEffortSchema>;

/** Limits per run, checked before each step; null if there is no limit. */
export const budgetSchema = z.object({
  /** Input and output together. */
  tokens: z.number().int().positive().nullable(),
  /** US dollars; counted only if the model's price is known. */
  money: z.number().positive().nullable(),
  minutes: z.number().positive().nullable(),
});
export type Budget = z.infer<typeof budgetSchema>;

/** The limits for all tasks of a day together. */
export const dayBudgetSchema = budgetSchema.pick({ tokens: true, money: true });
export type DayBudget = z.infer<typeof dayBudgetSchema>;

export const historySettingsSchema = z.object({
  /** Number of newest turns that are sent, for small models; null sends everything that fits. */
  turns: z.number().int().min(1).max(200).nullable(),
  /** Whether the middle of the conversation is summarised when the window is nearly full; otherwise the run stops and reports that. */
  autoCompact: z.boolean(),
});

/** Minutes for which a model may send no data before its answer is ended. The server itself waits 15 at most. */
export const silenceSettingsSchema = z.object({
  minutes: z.number().min(0.5).max(14),
  /** For thinking models, and while a model streams its reasoning. */
  thinkingMinutes: z.number().min(0.5).max(14),
});

/** A named command. `$1`, `$2`… and `$*` are replaced with the words after its name. */
export const routineSchema = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/),
  description: z.string().max(500),
  command: z.string().min(1).max(10_000),
});
export type Routine = z.infer<typeof routineSchema>;

const modelIdSchema = z.string().max(200);
/** Ids of models. */
export const modelChoicesSchema = z.object({
  favourites: z.array(modelIdSchema).max(100),
  /** The newest first. */
  recent: z.array(modelIdSchema).max(8),
  /** The models for these modes and for summaries; if empty, the chosen model is used. */
  chat: modelIdSchema,
  plan: modelIdSchema,
  compaction: modelIdSchema,
});
export type ModelChoices = z.infer<typeof modelChoicesSchema>;

/** When a hook of a project runs: after a step that has changed files, or before a task counts as done. */
export const hookWhenSchema = z.enum(['after-change', 'before-done']);
export type HookWhen = z.infer<typeof hookWhenSchema>;

/** A command of a project that Devonz runs automatically. */
export const hookSchema = z.strictObject({
  when: hookWhenSchema,
  command: z.string().trim().min(1).max(10_000),
  /** Runs the hook only if a changed file matches; if absent, any file does. */
  files: z.string().trim().min(1).max(1_000).optional(),
  /** Seconds. */
  timeout: z.number().min(1).max(120).default(60),
});
export type Hook = z.infer<typeof hookSchema>;

/** How the agent attracts attention if it needs the user while the page is hidden, besides the page's title. */
export const attentionSettingsSchema = z.object({
  sound: z.boolean(),
  /** Whether system notifications are shown. The browser asks for permission when the user turns this on. */
  notification: z.boolean(),
  /** Whether the notification names the chat, which other people may see on the screen. */
  chatTitle: z.boolean(),
});
export type AttentionSettings = z.infer<typeof attentionSettingsSchema>;

export const appSettingsSchema = z.object({
  agent: agentModeSettingsSchema,
  planMode: z.boolean(),
  /** Commands that only look, such as `ls` and `cat` of a source file, ask like any other command unless commands are auto-approved. */
  askBeforeLooking: z.boolean(),
  /** Running files that the agent has changed in this run asks, except for the project's own build, test and dev scripts. */
  askBeforeOwnCode: z.boolean(),
  /** After a run has read a web page, calls that only a general setting would allow ask again. */
  askAfterOutsideRead: z.boolean(),
  /** Address of a web search, with `%s` for the query; empty if there is none. Used if the model's provider has no search. */
  searchEndpoint: z.string().max(2_000),
  /** If empty, the server's default model is used. */
  modelId: z.string(),
  models: modelChoicesSchema,
  runtimeHost: runtimeHostSchema,
  theme: z.enum(['system', 'dark', 'light', 'hc']),
  /** The language of the page; with `system`, the one that the browser prefers. */
  language: z.enum(['system', 'en', 'de']),
  rules: z.array(commandRuleSchema),
  /** From 0 to 2, by mode; plan mode uses the agent's value. */
  temperature: z.object({ agent: z.number().min(0).max(2), chat: z.number().min(0).max(2) }),
  history: historySettingsSchema,
  budget: budgetSchema,
  dayBudget: dayBudgetSchema,
  silence: silenceSettingsSchema,
  /** The model that replaces the chosen one for the rest of a run if that keeps failing; empty if there is none. */
  fallbackModelId: z.string(),
  /** By model id; a model that is not named here uses `native`. */
  codecs: z.record(z.string(), toolCodecSchema),
  /** How much each model thinks, by model id; the others use their provider's default. */
  efforts: z.record(z.string(), reasoningEffortSchema),
  /** By model id. */
  prices: z.record(z.string(), modelPriceSchema),
  /** Tokens, by model id, for models whose provider does not report them. */
  contextWindows: z.record(z.string(), z.number().int().positive()),
  /** The user's own, in addition to those of the project. */
  routines: z.array(routineSchema),
  /** The user's own texts for messages. */
  prompts: savedPromptsSchema,
  /** MCP servers, without their secrets, which are stored separately. */
  mcpServers: mcpServersSchema,
  /** Model servers that this browser calls directly. */
  localEndpoints: localEndpointsSchema,
  /** Whether Devonz may look for model servers on this computer; it sends no requests there without the user's consent. */
  localLook: z.enum(['not-asked', 'allowed', 'declined']),
  shortcuts: shortcutsSchema,
  attention: attentionSettingsSchema,
  /** Whether the first screen offers the tour. */
  tour: z.enum(['new', 'done']),
});
export type AppSettings = z.infer<typeof appSettingsSchema>;

export { DEFAULT_AGENT_SETTINGS, DEFAULT_APP_SETTINGS } from './default-settings.ts';
