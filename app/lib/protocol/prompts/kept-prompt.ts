import { z } from 'zod';
import { chatModeSchema } from '../chat-request.ts';
import { jsonValueSchema } from '../message.ts';
import { subgoalSchema } from '../plan.ts';
import { routineSchema } from '../settings/setting-parts.ts';

const projectTextSchema = z.object({ path: z.string(), text: z.string() });

/** The facts about project, user and runtime that a system prompt contains. */
const keptFactsSchema = z.object({
  rules: z.array(projectTextSchema),
  memory: projectTextSchema.nullable(),
  limits: z.array(z.string()),
  routines: z.array(routineSchema),
  roles: z.array(z.object({ name: z.string(), description: z.string() })),
  locks: z.array(z.string()),
});
export type KeptFacts = z.infer<typeof keptFactsSchema>;

/** A tool as it was offered. `isNamed`: the prompt named it, and the request had no definition of it. `foreign`: the description of a tool of another server, which may be gone when the chat is opened again. */
const keptToolSchema = z.object({
  name: z.string(),
  isNamed: z.boolean().optional(),
  foreign: z
    .object({
      server: z.string(),
      description: z.string(),
      inputSchema: z.looseObject({ type: z.literal('object') }).refine((schema) => jsonValueSchema.safeParse(schema).success),
      isAllowed: z.boolean(),
    })
    .optional(),
});
export type KeptTool = z.infer<typeof keptToolSchema>;

/** The parts of which the beginning of a chat's requests is made, so that it stays the same after a reload. */
export const keptPromptSchema = z.object({
  facts: keptFactsSchema,
  plan: z.array(subgoalSchema),
  tools: z.array(keptToolSchema),
  /** The prompt was made again with this step; otherwise only the tools have changed. */
  isNew: z.boolean(),
});
export type KeptPrompt = z.infer<typeof keptPromptSchema>;

/** The facts as they are after a remark that told a model of changes. */
export const toldFactsSchema = z.object({ mode: chatModeSchema, facts: keptFactsSchema });
export type ToldFacts = z.infer<typeof toldFactsSchema>;
