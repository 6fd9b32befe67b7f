import { z } from 'zod';
import { approvalIdSchema, contentHashSchema, stepIdSchema, toolCallIdSchema } from './ids.ts';
import { jsonValueSchema } from './message.ts';
import { hookWhenSchema } from './settings.ts';
import { keptReasonSchema } from './texts/kept-reason-schema.ts';
import { toolEffectSchema } from './tool-effect.ts';

/** A policy's verdict on one part of a request. */
export const verdictSchema = z.enum(['auto', 'ask', 'block']);
export type Verdict = z.infer<typeof verdictSchema>;

/**
 * The reason for a verdict: a hard block, a deny rule of the user, a guard that no rule can lift, files that the agent changed in this run
 * and would execute, a pinned script that has changed, an allow rule, a setting, or none of these.
 */
const decidedBySchema = z.enum(['block', 'deny', 'guard', 'made', 'script', 'rule', 'setting', 'none']);
export type DecidedBy = z.infer<typeof decidedBySchema>;

/** A script as a card shows it. */
const shownScriptSchema = z.object({
  /** The command that runs it, such as `npm test`, and the file or folder that defines it. */
  run: z.string(),
  of: z.string(),
  /**
   * Its commands in the order in which they run, each with its name (such as `pretest`). Empty if the script is a program, named by `of`.
   */
  lines: z.array(z.object({ label: z.string(), command: z.string() })),
  /** The whole text, so that a later card can show the changes. */
  text: z.string(),
  /** The changes in it, and since when. */
  changed: z
    .object({
      since: z.enum(['allowed', 'shown', 'run']),
      lines: z.array(z.object({ sign: z.enum(['+', '-', ' ']), text: z.string() })),
    })
    .optional(),
});
export type ShownScript = z.infer<typeof shownScriptSchema>;
/**
 * The guarded files that a command may touch: paths relative to the project root, absolute paths outside of it, and, for a name at any
 * depth, the name after `**` and a slash. `secrets`: every file with secrets may be read. `isAnyProtected`: every protected file may be
 * written.
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

/** A sub-agent as a card shows it. `scope` contains globs of the files that it may write; null if it may only read. */
export const askerSchema = z.object({ name: z.string(), task: z.string(), scope: z.array(z.string()).nullable() });
export type Asker = z.infer<typeof askerSchema>;

/** An approval request as data: everything that a card shows and everything that the executor checks. */
export const approvalRequestSchema = z.object({
  approvalId: approvalIdSchema,
  toolCallId: toolCallIdSchema,
  toolName: z.string(),
  /** The effect of the call, in the card's terms. `change` concerns one file, so single hunks can be accepted. */
  action: approvalActionSchema,
  subject: z.discriminatedUnion('kind', [
    /** `script`: the text of the scripts that the command runs; an approval is valid only for this text. */
    z.object({ kind: z.literal('command'), command: z.string(), cwd: z.string(), script: z.string().optional() }),
    z.object({ kind: z.literal('file_create'), path: z.string() }),
    /** `beforeHash`: the content that the displayed change was based on. */
    z.object({ kind: z.literal('file_modify'), path: z.string(), beforeHash: contentHashSchema }),
    /**
     * A call of an MCP server's tool. `target`: the server's address or command. `description`: the tool's own description, which the user
     * reads before the first use; `before`: the description as the user last saw it.
     */
    z.object({
      kind: z.literal('foreign'),
      server: z.string(),
      target: z.string(),
      tool: z.string(),
      description: z.string(),
      /** Covers name, description and schema. */
      hash: z.string(),
      seen: z.discriminatedUnion('status', [
        z.object({ status: z.literal('new') }),
        z.object({ status: z.literal('seen') }),
        z.object({ status: z.literal('changed'), before: z.string() }),
      ]),
    }),
  ]),
  /** The model's reason, if it gave one. */
  reasoning: z.string().optional(),
  /** Why approval is needed, as an English sentence. */
  why: z.string(),
  /** `why` in the form that the page translates. */
  reason: keptReasonSchema,
  /** Another form of the command that runs without approval, and why it does. */
  instead: z.object({ command: z.string(), why: z.string() }).optional(),
  /** `script`: set when the part belongs to a script that the command runs; the chain of scripts, such as `npm test → pretest`. */
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
  /** Set if a sub-agent asks. */
  asker: askerSchema.optional(),
  /** Set if the call is a hook of the project. */
  hook: hookWhenSchema.optional(),
  /** The scripts that the command runs by name. */
  scripts: z.array(shownScriptSchema).optional(),
  /** The files that an approval lets the command touch, on a host that can enforce it. */
  touches: fileTouchesSchema.optional(),
  /** SHA-256 of the canonical JSON of tool name and arguments; the executor runs nothing else. */
  argumentsHash: contentHashSchema,
  requestedAt: z.number(),
});
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;

export const approvalAnswerSchema = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('approve'),
    /** Remember a rule for commands: an exact command, or a token prefix ending in ` *`. */
    remember: z
      .object({
        pattern: z.string().min(1),
        /** Rules for the other parts of the command line. */
        also: z.array(z.string().min(1)).optional(),
        scope: z.enum(['chat', 'always']),
        /** The rules expire after this many days; if absent, never. */
        days: z.number().int().min(1).max(365).optional(),
      })
      .optional(),
  }),
  /** Accepts only these hunks of a change to one file, by their index in `hunksOf(before, after)`. All others are refused, with a reason if given. */
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
  /** The text that an edit or a patch replaces is not in the file. */
  'no_match',
  /** That text is in several places. */
  'many_matches',
  /** The file is already as the call would leave it. */
  'no_change',
  'approval_mismatch',
  'locked',
  /** The sub-agent may not write to this path. */
  'outside_scope',
  /** The task cannot be completed, because its changes are not checked. */
  'unchecked',
  /** The task cannot be completed yet, because the last check failed. */
  'check_failed',
  /** The task cannot be completed yet, because its plan has open subgoals. */
  'plan_open',
  /** A write before it in the same step failed. */
  'not_run',
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
  /** `isDenied`: the user has denied it; it waits for its turn to be answered so. */
  z.object({
    ...base,
    status: z.literal('awaiting_approval'),
    approval: approvalRequestSchema,
    isDenied: z.literal(true).exactOptional(),
  }),
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
