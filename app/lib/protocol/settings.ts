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
  /** Set where the scope is one chat. */
  chatId: z.string().optional(),
  createdAt: z.number(),
  /** The script that this command ran in package.json when the rule was created. If the script has changed, the rule does not apply. */
  script: z.string().optional(),
  /** The command it was made for, as it was on the card. */
  madeFor: z.string().max(10_000).optional(),
  /** How often it has let a command run, and when last. */
  uses: z.number().int().nonnegative().optional(),
  lastUsedAt: z.number().optional(),
  /** From then on it does nothing. */
  expiresAt: z.number().optional(),
});
export type CommandRule = z.infer<typeof commandRuleSchema>;

/** How tools are described to a model and how its calls come back. `native`: the provider's function calls. The others are text. */
export const toolCodecSchema = z.enum(['native', 'json', 'xml']);
export type ToolCodecName = z.infer<typeof toolCodecSchema>;

/** How much a model thinks before it answers. `none`: as little as it can. */
export const reasoningEffortSchema = z.enum(['none', 'low', 'medium', 'high']);
export type ReasoningEffort = z.infer<typeof reasoningEffortSchema>;

/** Per run; null: no limit. Checked before each step. */
export const budgetSchema = z.object({
  /** Input and output together. */
  tokens: z.number().int().positive().nullable(),
  /** US dollars; counted only where the model's price is known. */
  money: z.number().positive().nullable(),
  minutes: z.number().positive().nullable(),
});
export type Budget = z.infer<typeof budgetSchema>;

/** Of all tasks of a day together. */
export const dayBudgetSchema = budgetSchema.pick({ tokens: true, money: true });
export type DayBudget = z.infer<typeof dayBudgetSchema>;

export const historySettingsSchema = z.object({
  /** Only so many of the newest turns are sent, for small models; null: all that fits. */
  turns: z.number().int().min(1).max(200).nullable(),
  /** Summarises the middle when the window is short; off means that the run stops and says so. */
  autoCompact: z.boolean(),
});

/** How long a model may send no data before its answer is ended; the server waits no longer than 15. Minutes. */
export const silenceSettingsSchema = z.object({
  minutes: z.number().min(0.5).max(14),
  /** Of models that think, and while one thinks aloud. */
  thinkingMinutes: z.number().min(0.5).max(14),
});

/** A named command; `$1`, `$2`… and `$*` stand for the words after its name. */
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
  /** Who answers in these modes, and who sums a conversation up; empty: the chosen model. */
  chat: modelIdSchema,
  plan: modelIdSchema,
  compaction: modelIdSchema,
});
export type ModelChoices = z.infer<typeof modelChoicesSchema>;

/** When a hook of a project runs: after a step that has changed files, or before a task counts as done. */
export const hookWhenSchema = z.enum(['after-change', 'before-done']);
export type HookWhen = z.infer<typeof hookWhenSchema>;

/** A command that a project names to be run by itself. */
export const hookSchema = z.strictObject({
  when: hookWhenSchema,
  command: z.string().trim().min(1).max(10_000),
  /** Only where a file was changed that fits; absent: any. */
  files: z.string().trim().min(1).max(1_000).optional(),
  /** Seconds. */
  timeout: z.number().min(1).max(120).default(60),
});
export type Hook = z.infer<typeof hookSchema>;

/** How the agent attracts attention if it needs the user while the page is hidden, besides the page's title. */
export const attentionSettingsSchema = z.object({
  sound: z.boolean(),
  /** Of the system; the browser's permission is asked for when the user turns it on. */
  notification: z.boolean(),
  /** The notification names the chat: others may see the screen. */
  chatTitle: z.boolean(),
});
export type AttentionSettings = z.infer<typeof attentionSettingsSchema>;

export const appSettingsSchema = z.object({
  agent: agentModeSettingsSchema,
  planMode: z.boolean(),
  /** Commands that only look, such as `ls` and `cat` of a source file, ask like any other where commands are not auto-approved. */
  askBeforeLooking: z.boolean(),
  /** Running files that the agent has changed in this run asks, except for the project's own build, test and dev scripts. */
  askBeforeOwnCode: z.boolean(),
  /** After a page of the web was read in a run, what a general setting would let pass asks again. */
  askAfterOutsideRead: z.boolean(),
  /** Address of a search, with `%s` for the words; empty: none. Used where the model's provider has no search of its own. */
  searchEndpoint: z.string().max(2_000),
  /** Empty: the server's default model. */
  modelId: z.string(),
  models: modelChoicesSchema,
  runtimeHost: runtimeHostSchema,
  theme: z.enum(['system', 'dark', 'light', 'hc']),
  /** The language of the page; with `system`, the one that the browser prefers. */
  language: z.enum(['system', 'en', 'de']),
  rules: z.array(commandRuleSchema),
  /** 0 to 2, by mode; plan mode takes the agent's. */
  temperature: z.object({ agent: z.number().min(0).max(2), chat: z.number().min(0).max(2) }),
  history: historySettingsSchema,
  budget: budgetSchema,
  dayBudget: dayBudgetSchema,
  silence: silenceSettingsSchema,
  /** Takes over for the rest of a run when the chosen model keeps failing; empty: none. */
  fallbackModelId: z.string(),
  /** By model id; a model that is not named here uses `native`. */
  codecs: z.record(z.string(), toolCodecSchema),
  /** How much a model thinks, by model id; one that is not named thinks as much as its provider lets it. */
  efforts: z.record(z.string(), reasoningEffortSchema),
  /** By model id. */
  prices: z.record(z.string(), modelPriceSchema),
  /** Tokens, by model id, where the provider does not tell. */
  contextWindows: z.record(z.string(), z.number().int().positive()),
  /** The user's own, in addition to those of the project. */
  routines: z.array(routineSchema),
  /** The user's own texts for messages. */
  prompts: savedPromptsSchema,
  /** Servers of tools; what is secret of them is kept elsewhere. */
  mcpServers: mcpServersSchema,
  /** Servers of models that this browser asks. */
  localEndpoints: localEndpointsSchema,
  /** Whether they may be looked for on this computer; nothing there is asked before the user has said so. */
  localLook: z.enum(['not-asked', 'allowed', 'declined']),
  shortcuts: shortcutsSchema,
  attention: attentionSettingsSchema,
  /** Whether the first screen offers the tour. */
  tour: z.enum(['new', 'done']),
});
export type AppSettings = z.infer<typeof appSettingsSchema>;

export { DEFAULT_AGENT_SETTINGS, DEFAULT_APP_SETTINGS } from './default-settings.ts';
