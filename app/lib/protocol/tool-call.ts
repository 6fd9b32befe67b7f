import { z } from 'zod';
import { approvalIdSchema, contentHashSchema, stepIdSchema, toolCallIdSchema } from './ids.ts';
import { jsonValueSchema } from './message.ts';
import { hookWhenSchema } from './settings.ts';
import { keptReasonSchema } from './texts/kept-reason-schema.ts';
import { toolEffectSchema } from './tool-effect.ts';

/** What a policy says of one part of a request. */
export const verdictSchema = z.enum(['auto', 'ask', 'block']);
export type Verdict = z.infer<typeof verdictSchema>;

/**
 * What decided on a part: a hard block, one of the user's rules that denies, a guard that no rule lifts, files that the agent changed in
 * this run and that it would execute, a pinned script that has changed, a rule that allows, a setting, or nothing of these.
 */
const decidedBySchema = z.enum(['block', 'deny', 'guard', 'made', 'script', 'rule', 'setting', 'none']);
export type DecidedBy = z.infer<typeof decidedBySchema>;

/** A script as a card shows it. */
const shownScriptSchema = z.object({
  /** What runs it, such as `npm test`, and the file or folder it is of. */
  run: z.string(),
  of: z.string(),
  /** Its commands, each under its name (`pretest`), in the order in which they run. Empty: a program, which `of` names. */
  lines: z.array(z.object({ label: z.string(), command: z.string() })),
  /** The whole text, by which a later card says what has changed. */
  text: z.string(),
  /** What has changed in it, and since when. */
  changed: z
    .object({
      since: z.enum(['allowed', 'shown', 'run']),
      lines: z.array(z.object({ sign: z.enum(['+', '-', ' ']), text: z.string() })),
    })
    .optional(),
});
export type ShownScript = z.infer<typeof shownScriptSchema>;
/**
 * What a command may touch of files that are guarded: paths relative to the project's root, absolute ones outside of it, and names at any
 * depth behind `**` and a slash. `secrets`: every file with keys may be read. `isAnyProtected`: every protected file may be written.
 */
export const fileTouchesSchema = z.object({
  secrets: z.boolean(),
  read: z.array(z.string()),
  write: z.array(z.string()),
  isAnyProtected: z.boolean(),
});
export type FileTouches = z.infer<typeof fileTouchesSchema>;

export const approvalActionSchema = z.enum([
  'run',
  'type',
  'read',
  'create',
  'change',
  'change-files',
  'delete',
  'rename',
  'start',
  'call',
]);
export type ApprovalAction = z.infer<typeof approvalActionSchema>;

/** A sub-agent, as a card names it. `scope`: the globs of what it may write; null: it only reads. */
export const askerSchema = z.object({ name: z.string(), task: z.string(), scope: z.array(z.string()).nullable() });
export type Asker = z.infer<typeof askerSchema>;

/** What the user is asked about, as data: everything a card shows and everything the executor checks against. */
export const approvalRequestSchema = z.object({
  approvalId: approvalIdSchema,
  toolCallId: toolCallIdSchema,
  toolName: z.string(),
  /** What the call would do, in the terms of its card. `change`: of one file, so that single hunks of it can be taken. */
  action: approvalActionSchema,
  subject: z.discriminatedUnion('kind', [
    /** `script`: the text of the scripts that it runs; an approval is for this text. */
    z.object({ kind: z.literal('command'), command: z.string(), cwd: z.string(), script: z.string().optional() }),
    z.object({ kind: z.literal('file_create'), path: z.string() }),
    /** `beforeHash` names the content that the change was shown against. */
    z.object({ kind: z.literal('file_modify'), path: z.string(), beforeHash: contentHashSchema }),
    /**
     * A tool of an MCP server, as the server calls it. `target`: the address or the command behind the server's name. `description`: what
     * the tool says of itself, which the user reads before the first use; `before`: what it said when the user last saw it.
     */
    z.object({
      kind: z.literal('foreign'),
      server: z.string(),
      target: z.string(),
      tool: z.string(),
      description: z.string(),
      /** Of name, description and schema. */
      hash: z.string(),
      seen: z.discriminatedUnion('status', [
        z.object({ status: z.literal('new') }),
        z.object({ status: z.literal('seen') }),
        z.object({ status: z.literal('changed'), before: z.string() }),
      ]),
    }),
  ]),
  /** The model's own reason, when it gave one. */
  reasoning: z.string().optional(),
  /** Why it asks, in an English sentence. */
  why: z.string(),
  /** The same for the page, which says it in the user's language. */
  reason: keptReasonSchema,
  /** `script`: the part belongs to a script that the command runs; what runs what, such as `npm test → pretest`. */
  parts: z.array(
    z.object({
      text: z.string(),
      verdict: verdictSchema,
      why: z.string(),
      reason: keptReasonSchema,
      by: decidedBySchema.optional(),
      script: z.string().optional(),
    }),
  ),
  /** Set where a sub-agent asks. */
  asker: askerSchema.optional(),
  /** It is a hook of the project. */
  hook: hookWhenSchema.optional(),
  /** What is behind the names that the command runs. */
  scripts: z.array(shownScriptSchema).optional(),
  /** Of a command on a host that holds it to this: what an approval lets it touch. */
  touches: fileTouchesSchema.optional(),
  /** SHA-256 of the canonical JSON of tool name and arguments; the executor refuses anything else. */
  argumentsHash: contentHashSchema,
  requestedAt: z.number(),
});
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;

export const approvalAnswerSchema = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('approve'),
    /** Remember a rule for commands: exact, or a token prefix ending in ` *`. */
    remember: z
      .object({
        pattern: z.string().min(1),
        /** Rules for the other parts of the line. */
        also: z.array(z.string().min(1)).optional(),
        scope: z.enum(['chat', 'always']),
        /** They end after so many days; never where it is not said. */
        days: z.number().int().min(1).max(365).optional(),
      })
      .optional(),
  }),
  /** Of a change of one file only these hunks, by their place in `hunksOf(before, after)`; all others are refused, with a reason where given. */
  z.object({
    decision: z.literal('hunks'),
    accepted: z.array(z.number().int().nonnegative()),
    reasons: z.array(z.object({ hunk: z.number().int().nonnegative(), reason: z.string().max(4_000) })).optional(),
  }),
  /** Run with these arguments instead of the model's. */
  z.object({ decision: z.literal('edit'), input: jsonValueSchema }),
  z.object({ decision: z.literal('deny'), reason: z.string().max(4_000).optional() }),
]);
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;

export const toolErrorCodeSchema = z.enum([
  'unknown_tool',
  'bad_arguments',
  'denied',
  'blocked',
  'not_found',
  'outside_project',
  'failed',
  'approval_mismatch',
  'locked',
  /** A sub-agent may not write there. */
  'outside_scope',
  /** The task is not done while what was changed for it is unchecked. */
  'unchecked',
]);
export type ToolErrorCode = z.infer<typeof toolErrorCodeSchema>;

const base = {
  toolCallId: toolCallIdSchema,
  stepId: stepIdSchema,
  toolName: z.string(),
  input: jsonValueSchema,
};

/**
 * The seven states of a tool call. A field exists only where it means something.
 *
 *   validating ─▶ scheduled ─▶ executing ─▶ success | error | cancelled
 *        │            │  ▲ approved
 *        │            ▼  │
 *        │        awaiting_approval ─▶ error (denied) | cancelled
 *        └─▶ error (unknown tool, bad arguments)
 */
export const toolCallSchema = z.discriminatedUnion('status', [
  z.object({ ...base, status: z.literal('validating') }),
  z.object({ ...base, status: z.literal('scheduled') }),
  z.object({ ...base, status: z.literal('awaiting_approval'), approval: approvalRequestSchema }),
  z.object({ ...base, status: z.literal('executing'), startedAt: z.number() }),
  z.object({
    ...base,
    status: z.literal('success'),
    output: jsonValueSchema,
    finishedAt: z.number(),
    durationMs: z.number(),
    effects: z.array(toolEffectSchema).default([]),
  }),
  z.object({ ...base, status: z.literal('error'), code: toolErrorCodeSchema, message: z.string(), finishedAt: z.number() }),
  z.object({ ...base, status: z.literal('cancelled'), message: z.string(), finishedAt: z.number() }),
]);
export type ToolCall = z.infer<typeof toolCallSchema>;
export type ToolCallStatus = ToolCall['status'];
