import { z } from 'zod';

export const commandRuleSchema = z.object({
  /** An exact command, or a token prefix that ends in ` *`. */
  pattern: z.string().min(1).max(2_000),
  verdict: z.enum(['allow', 'deny']),
  scope: z.enum(['chat', 'always']),
  /** Set if the scope is one chat. */
  chatId: z.string().optional(),
  /** Set if the rule was made on a real machine: an allow rule is in force only there. */
  machineId: z.string().optional(),
  createdAt: z.number(),
  /** The script that the command ran from package.json when the rule was made; the rule is inactive once that text has changed. */
  script: z.string().optional(),
  /** The command the rule was made for, as shown on the card. */
  madeFor: z.string().max(10_000).optional(),
  /** How often the rule has allowed a command; `lastUsedAt` is the time of the last use. */
  uses: z.number().int().nonnegative().optional(),
  lastUsedAt: z.number().optional(),
  /** The time from which the rule has no effect. */
  expiresAt: z.number().optional(),
});
export type CommandRule = z.infer<typeof commandRuleSchema>;

/** How tools are described to a model and how it returns calls: `native` uses the provider's function calls, the others text. */
export const toolCodecSchema = z.enum(['native', 'json', 'xml']);
export type ToolCodecName = z.infer<typeof toolCodecSchema>;

/** How much a model thinks before it answers; `none` means as little as possible. */
export const reasoningEffortSchema = z.enum(['none', 'low', 'medium', 'high']);
export type ReasoningEffort = z.infer<typeof reasoningEffortSchema>;

/** A named command; `$1`, `$2`… and `$*` stand for the words after its name. */
export const routineSchema = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/),
  description: z.string().max(500),
  command: z.string().min(1).max(10_000),
});
export type Routine = z.infer<typeof routineSchema>;

/** When a hook of a project runs: after a step that has changed files, or before a task counts as done. */
export const hookWhenSchema = z.enum(['after-change', 'before-done']);
export type HookWhen = z.infer<typeof hookWhenSchema>;

/** A command that a project runs automatically. */
export const hookSchema = z.strictObject({
  when: hookWhenSchema,
  command: z.string().trim().min(1).max(10_000),
  /** Runs the hook only if a changed file matches; if absent, any file does. */
  files: z.string().trim().min(1).max(1_000).optional(),
  /** Seconds. */
  timeout: z.number().min(1).max(120).default(60),
});
export type Hook = z.infer<typeof hookSchema>;
