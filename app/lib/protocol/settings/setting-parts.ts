import { z } from 'zod';

export const commandRuleSchema = z.object({
  /** Exact command, or a token prefix ending in ` *`. */
  pattern: z.string().min(1).max(2_000),
  verdict: z.enum(['allow', 'deny']),
  scope: z.enum(['chat', 'always']),
  /** Set where the scope is one chat. */
  chatId: z.string().optional(),
  createdAt: z.number(),
  /** The script that package.json ran under this command when the rule was made; the rule sleeps when that text has changed. */
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
