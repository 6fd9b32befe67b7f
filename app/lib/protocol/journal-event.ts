import { z } from 'zod';
import { chatModeSchema } from './chat-request.ts';
import { fileVersionSchema } from './files/file-version.ts';
import { approvalIdSchema, chatIdSchema, projectIdSchema, stepIdSchema, toolCallIdSchema } from './ids.ts';
import { chatMessageSchema, jsonValueSchema, messagePartSchema, tokenUsageSchema } from './message.ts';
import { refusedPartSchema } from './models/refused-part.ts';
import { queuedWhenSchema, sessionNoticeSchema } from './session-state.ts';
import { hookWhenSchema } from './settings.ts';
import { approvalAnswerSchema, approvalRequestSchema, toolErrorCodeSchema } from './tool-call.ts';
import { toolEffectSchema } from './tool-effect.ts';
import { userCommandSchema } from './user-command.ts';

/**
 * The journal's vocabulary. Each event is appended *before* it takes effect; every store is a projection of the events.
 * Add an event by adding a member here and a case to the projection; never change the meaning of an old one:
 * old journals must still load (a changed shape needs a migration in `persistence/migrations`).
 */
const ownEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('chat-created'),
    title: z.string(),
    /** Absent: a project of its own, named as the chat. */
    projectId: projectIdSchema.optional(),
    /** The chat whose beginning this one continues, up to that message; its records follow as this chat's own. */
    branchedFrom: z.object({ chatId: chatIdSchema, messageId: z.string() }).optional(),
    /** It came in a session file whose maker the user does not vouch for: what was said in it is a stranger's text. */
    isForeign: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('chat-renamed'), title: z.string() }),
  /** `when`: of a message sent while the agent works; absent: `after-step`. */
  z.object({ type: z.literal('user-message'), message: chatMessageSchema, mode: chatModeSchema, when: queuedWhenSchema.optional() }),
  /** A message that still waits is taken back. */
  z.object({ type: z.literal('message-withdrawn'), messageId: z.string() }),
  /** A run of the agent begins: one task from a message to its end. */
  z.object({
    type: z.literal('run-started'),
    maxIterations: z.number().int(),
    /** A program makes its steps; absent: a model. */
    by: z.literal('program').optional(),
    /** No task of its own: single calls of a program. What the newest task has done is still told together. */
    isBeside: z.literal(true).optional(),
  }),
  /** A program counts a step of its own; those of a model are counted as they start. */
  z.object({ type: z.literal('step-counted') }),
  z.object({ type: z.literal('iterations-granted'), count: z.number().int() }),
  /** So much more of a budget for this run, in its unit. */
  z.object({ type: z.literal('budget-granted'), budget: z.enum(['tokens', 'money', 'minutes']), amount: z.number().positive() }),
  /** From the next step on this model answers, until it is switched again. `modelId` null: the chosen one again. */
  z.object({ type: z.literal('model-switched'), modelId: z.string().nullable(), reason: z.string() }),
  /** Hooks of the project run as these calls of the next step, which no model has made. */
  z.object({ type: z.literal('hooks-started'), when: hookWhenSchema, toolCallIds: z.array(toolCallIdSchema) }),
  /** What the session tells the model, not a user: a guard's remark. It goes in before the next step. */
  z.object({ type: z.literal('guard-remark'), messageId: z.string(), text: z.string() }),
  /** The user runs a command in the agent's shell: what the files are now can be gone back to. */
  z.object({ type: z.literal('user-command-started'), command: z.string() }),
  /** The user ran a command in the agent's shell; the model sees it before its next step. */
  // The user; journals that are kept hold the older word.
  z.object({ type: z.literal('person-command'), messageId: z.string(), done: userCommandSchema }),
  /** From now on these calls' outputs go to the model as stubs. */
  z.object({ type: z.literal('outputs-stubbed'), toolCallIds: z.array(z.string()) }),
  /** From now on `summary` stands for the messages from `firstMessageId` to `lastMessageId`. */
  z.object({
    type: z.literal('history-compacted'),
    compactionId: z.string(),
    firstMessageId: z.string(),
    lastMessageId: z.string(),
    summary: z.string(),
    by: z.enum(['person', 'session']),
    /** Tokens of what is sent, estimated. */
    before: z.number().int().nonnegative(),
    after: z.number().int().nonnegative(),
  }),
  /** A provider refused this part of what was sent to the model: from now on it is sent without, as far as the conversation goes now. */
  z.object({
    type: z.literal('part-left-out'),
    modelId: z.string(),
    left: refusedPartSchema,
    /** The provider's own words. */
    message: z.string(),
  }),
  z.object({ type: z.literal('compaction-undone'), compactionId: z.string() }),
  /** Of a request outside the steps, whatever became of its answer. */
  z.object({
    type: z.literal('tokens-used'),
    purpose: z.enum(['summary']),
    usage: tokenUsageSchema,
    /** Absent: that of the newest step. */
    modelId: z.string().optional(),
  }),
  /** The tool layer refuses to change what is locked; a folder locks all below it. */
  z.object({ type: z.literal('path-locked'), path: z.string(), isLocked: z.boolean() }),
  z.object({ type: z.literal('step-started'), stepId: stepIdSchema, modelId: z.string() }),
  /** The model's whole answer of one step. Its tool calls follow as parts in state `input-available`. */
  z.object({
    type: z.literal('step-finished'),
    stepId: stepIdSchema,
    parts: z.array(messagePartSchema),
    finishReason: z.string(),
    usage: tokenUsageSchema,
  }),
  /** The step gave no usable answer. What had streamed is kept for the eye, not for the model. */
  z.object({ type: z.literal('step-failed'), stepId: stepIdSchema, message: z.string(), parts: z.array(messagePartSchema) }),
  /** What had come of a failed step is a part of the conversation after all: the model is asked to continue it. */
  z.object({ type: z.literal('answer-kept'), messageId: z.string() }),
  z.object({
    type: z.literal('tool-call-validated'),
    stepId: stepIdSchema,
    toolCallId: toolCallIdSchema,
    toolName: z.string(),
    input: jsonValueSchema,
  }),
  z.object({ type: z.literal('approval-requested'), approval: approvalRequestSchema }),
  z.object({
    type: z.literal('approval-answered'),
    approvalId: approvalIdSchema,
    toolCallId: toolCallIdSchema,
    answer: approvalAnswerSchema,
  }),
  z.object({ type: z.literal('tool-call-started'), toolCallId: toolCallIdSchema }),
  z.object({
    type: z.literal('tool-call-succeeded'),
    toolCallId: toolCallIdSchema,
    output: jsonValueSchema,
    durationMs: z.number(),
    /** What the call did, as its tool says. Journals of before this was kept get it when they are read (`persistence/migrations`). */
    effects: z.array(toolEffectSchema),
  }),
  z.object({ type: z.literal('tool-call-failed'), toolCallId: toolCallIdSchema, code: toolErrorCodeSchema, message: z.string() }),
  z.object({ type: z.literal('tool-call-cancelled'), toolCallId: toolCallIdSchema, message: z.string() }),
  z.object({
    type: z.literal('run-ended'),
    /** `limit`: a budget or the window; like `iteration-limit` it rests with a notice. */
    outcome: z.enum(['completed', 'stopped', 'error', 'iteration-limit', 'limit', 'waiting_for_user']),
    notice: sessionNoticeSchema.optional(),
  }),
  /** A version of a project file; the bytes are once in the blob store under their hash, unless it is a symbolic link. */
  z.object({
    type: z.literal('file-changed'),
    path: z.string(),
    hash: fileVersionSchema,
    size: z.number().int().nonnegative(),
    by: z.enum(['agent', 'person', 'runtime']),
    /** The version that it replaces; null: the file was not there. Absent in journals of before this was kept. */
    before: fileVersionSchema.nullable().optional(),
    /** It came with the bit that says that it may be run. */
    isExecutable: z.literal(true).optional(),
    /** Another chat of the project did it while this one was closed: no change of a task of this chat. */
    isInherited: z.literal(true).optional(),
    /** A program wrote it between two others that nobody could go back to: its content is no longer kept. */
    isThinned: z.literal(true).optional(),
  }),
  /** The user takes the files back to what they were before the record `sequence`; the changes of files follow, by the user. */
  z.object({
    type: z.literal('checkpoint-restored'),
    sequence: z.number().int().nonnegative(),
    label: z.string(),
    /** Only these files. Absent: all. */
    paths: z.array(z.string()).optional(),
  }),
  /**
   * The user takes single steps back: each is named by its first record. `paths`: only of these files. The changes of files follow, by the
   * user. Steps that had taken others back bring them again.
   */
  z.object({
    type: z.literal('steps-undone'),
    steps: z.array(z.number().int().nonnegative()).min(1),
    label: z.string(),
    paths: z.array(z.string()).optional(),
  }),
  /**
   * The user takes the conversation back to before that message, to say something else there. What is left out is kept as the version
   * `versionId`; the files follow by a `checkpoint-restored`.
   */
  z.object({ type: z.literal('conversation-rewound'), versionId: z.string(), messageId: z.string() }),
  /** A version that was kept is the conversation again; the present one is kept as `keptAs`. */
  z.object({ type: z.literal('version-shown'), versionId: z.string(), keptAs: z.string() }),
  /** The user names a checkpoint, so that it is found again; an empty name takes that back. */
  z.object({ type: z.literal('checkpoint-named'), sequence: z.number().int().nonnegative(), name: z.string().max(120) }),
  z.object({
    type: z.literal('file-removed'),
    path: z.string(),
    by: z.enum(['agent', 'person', 'runtime']),
    before: fileVersionSchema.optional(),
    isInherited: z.literal(true).optional(),
  }),
]);
/** What a conversation does itself. */
export type OwnEvent = z.infer<typeof ownEventSchema>;

/** `delegate-event`: what a sub-agent does, under the call that has started it. It starts none itself. */
export const journalEventSchema = z.discriminatedUnion('type', [
  ...ownEventSchema.options,
  z.object({ type: z.literal('delegate-event'), toolCallId: toolCallIdSchema, event: ownEventSchema }),
]);
export type JournalEvent = z.infer<typeof journalEventSchema>;
/** What the journal says of a file: a version, or that it is gone. */
export type FileRecordEvent = Extract<JournalEvent, { type: 'file-changed' | 'file-removed' }>;

/** An event as it is stored: its place in its chat's journal and its time. */
export const journalRecordSchema = z.object({
  /** The schema's version when it was written. */
  version: z.literal(1),
  chatId: chatIdSchema,
  /** 0, 1, 2, … without gaps within a chat. */
  sequence: z.number().int().nonnegative(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  event: journalEventSchema,
});
export type JournalRecord = z.infer<typeof journalRecordSchema>;
