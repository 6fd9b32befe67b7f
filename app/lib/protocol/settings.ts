import { z } from 'zod';

/** The five settings of the seed (C9), with its defaults. */
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
  /** What package.json ran under this command when the rule was made; the rule sleeps when that text has changed. */
  script: z.string().optional(),
  /** The command it was made for, as it stood on the card. */
  madeFor: z.string().max(10_000).optional(),
  /** How often it has let a command run, and when last. */
  uses: z.number().int().nonnegative().optional(),
  lastUsedAt: z.number().optional(),
  /** From then on it does nothing. */
  expiresAt: z.number().optional(),
});
export type CommandRule = z.infer<typeof commandRuleSchema>;

export const appSettingsSchema = z.object({
  agent: agentModeSettingsSchema,
  planMode: z.boolean(),
  /** Empty: the server's default model. */
  modelId: z.string(),
  runtimeHost: runtimeHostSchema,
  theme: z.enum(['system', 'dark', 'light', 'hc']),
  rules: z.array(commandRuleSchema),
});
export type AppSettings = z.infer<typeof appSettingsSchema>;

export { DEFAULT_AGENT_SETTINGS, DEFAULT_APP_SETTINGS } from './default-settings.ts';
