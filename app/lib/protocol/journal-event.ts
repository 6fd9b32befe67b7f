import { z } from 'zod';
import { callReadingSchema } from './call-reading.ts';
import { chatModeSchema } from './chat-request.ts';
import { fileVersionSchema } from './files/file-version.ts';
import { approvalIdSchema, chatIdSchema, projectIdSchema, stepIdSchema, toolCallIdSchema } from './ids.ts';
import { placeSchema } from './machines/place.ts';
import { chatMessageSchema, jsonValueSchema, messagePartSchema, tokenUsageSchema } from './message.ts';
import { refusedPartSchema } from './models/refused-part.ts';
import { keptPromptSchema, toldFactsSchema } from './prompts/kept-prompt.ts';
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
    /** If absent, the chat has its own project, with the chat's id. */
    projectId: projectIdSchema.optional(),
    /** This chat continues a copy of that chat up to that message. The copied records follow as records of this chat. */
    branchedFrom: z.object({ chatId: chatIdSchema, messageId: z.string() }).optional(),
    /** If absent, the project lies in this browser. */
    place: placeSchema.optional(),
    /** Imported from a session file whose author the user does not vouch for: its content is untrusted. */
    isForeign: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('chat-renamed'), title: z.string() }),
  /** `when` is set on a message sent while the agent works; if absent, it is `after-step`. */
  z.object({ type: z.literal('user-message'), message: chatMessageSchema, mode: chatModeSchema, when: queuedWhenSchema.optional() }),
  /** The user withdraws a message that is still queued. */
  z.object({ type: z.literal('message-withdrawn'), messageId: z.string() }),
  /** A run of the agent begins: one task, from the user's message to the end of the work. */
  z.object({
    type: z.literal('run-started'),
    maxIterations: z.number().int(),
    /** Set if a program drives the steps; if absent, a model does. */
    by: z.literal('program').optional(),
    /** Not a task of its own, only single calls of a program. The work report of the latest task still includes the changes. */
    isBeside: z.literal(true).optional(),
  }),
  /** A program counts one of its own steps. A model's steps are counted when they start. */
  z.object({ type: z.literal('step-counted') }),
  z.object({ type: z.literal('iterations-granted'), count: z.number().int() }),
  /** Raises one of the run's budgets by `amount`, in the budget's unit. */
  z.object({ type: z.literal('budget-granted'), budget: z.enum(['tokens', 'money', 'minutes']), amount: z.number().positive() }),
  /** This model answers from the next step until the next switch. `modelId` null: back to the chosen model. */
  z.object({ type: z.literal('model-switched'), modelId: z.string().nullable(), reason: z.string() }),
  /** The project's hooks run as these calls of the next step. No model made these calls. */
  z.object({ type: z.literal('hooks-started'), when: hookWhenSchema, toolCallIds: z.array(toolCallIdSchema) }),
  /**
   * A message to the model from the session, not from the user, such as a guard's remark. It is added before the next step. `told`: it says
   * what has changed since the prompt was made.
   */
  z.object({ type: z.literal('guard-remark'), messageId: z.string(), text: z.string(), told: toldFactsSchema.optional() }),
  /** The user is about to run a command in the agent's shell. The current state of the files becomes a checkpoint. */
  z.object({ type: z.literal('user-command-started'), command: z.string() }),
  /** The user ran a command in the agent's shell; the model sees it before its next step. */
  z.object({ type: z.literal('user-command'), messageId: z.string(), done: userCommandSchema }),
  /** From now on, the outputs of these calls are sent to the model as short stubs. */
  z.object({ type: z.literal('outputs-stubbed'), toolCallIds: z.array(z.string()) }),
  /** From now on, `summary` replaces the messages from `firstMessageId` to `lastMessageId`. */
  z.object({
    type: z.literal('history-compacted'),
    compactionId: z.string(),
    firstMessageId: z.string(),
    lastMessageId: z.string(),
    summary: z.string(),
    by: z.enum(['user', 'session']),
    /** Estimated tokens of the history that is sent. */
    before: z.number().int().nonnegative(),
    after: z.number().int().nonnegative(),
  }),
  /** A provider refused this part of the request. From now on, this conversation is sent without it. */
  z.object({
    type: z.literal('part-left-out'),
    modelId: z.string(),
    left: refusedPartSchema,
    /** The provider's own error message. */
    message: z.string(),
  }),
  z.object({ type: z.literal('compaction-undone'), compactionId: z.string() }),
  /** Usage of a request outside the steps, whether or not its answer was used. */
  z.object({
    type: z.literal('tokens-used'),
    purpose: z.enum(['summary']),
    usage: tokenUsageSchema,
    /** If absent, the model of the newest step. */
    modelId: z.string().optional(),
  }),
  /** The tool layer refuses to change a locked path; locking a folder locks everything in it. */
  z.object({ type: z.literal('path-locked'), path: z.string(), isLocked: z.boolean() }),
  /** `prompt`: set if the beginning of the requests changes with this step. */
  z.object({ type: z.literal('step-started'), stepId: stepIdSchema, modelId: z.string(), prompt: keptPromptSchema.optional() }),
  /** The model's whole answer in one step. Its tool calls follow as parts in state `input-available`. */
  z.object({
    type: z.literal('step-finished'),
    stepId: stepIdSchema,
    parts: z.array(messagePartSchema),
    finishReason: z.string(),
    usage: tokenUsageSchema,
    /** How calls among the parts with other products' names were read. Absent in older journals, and if there are none. */
    readings: z.array(callReadingSchema).optional(),
  }),
  /** The step gave no usable answer. The user can still see the partial answer; the model cannot. */
  z.object({ type: z.literal('step-failed'), stepId: stepIdSchema, message: z.string(), parts: z.array(messagePartSchema) }),
  /** The partial answer of a failed step stays in the conversation after all: the model is asked to continue it. */
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
    /** Side effects reported by the tool itself. Journals from before this field existed get it when they are read (`persistence/migrations`). */
    effects: z.array(toolEffectSchema),
  }),
  z.object({ type: z.literal('tool-call-failed'), toolCallId: toolCallIdSchema, code: toolErrorCodeSchema, message: z.string() }),
  z.object({ type: z.literal('tool-call-cancelled'), toolCallId: toolCallIdSchema, message: z.string() }),
  z.object({
    type: z.literal('run-ended'),
    /** `limit`: a budget or the context window is used up. Like `iteration-limit`, the run pauses with a notice. */
    outcome: z.enum(['completed', 'stopped', 'error', 'iteration-limit', 'limit', 'waiting_for_user']),
    notice: sessionNoticeSchema.optional(),
  }),
  /** A version of a project file. The bytes are stored once in the blob store, under their hash; a symbolic link has none. */
  z.object({
    type: z.literal('file-changed'),
    path: z.string(),
    hash: fileVersionSchema,
    size: z.number().int().nonnegative(),
    by: z.enum(['agent', 'user', 'runtime']),
    /** The version it replaces; null if the file did not exist. Absent in journals written before this field existed. */
    before: fileVersionSchema.nullable().optional(),
    /** The file has its executable bit set. */
    isExecutable: z.literal(true).optional(),
    /** Another chat of the project made this change while this chat was closed; it belongs to no task of this chat. */
    isInherited: z.literal(true).optional(),
    /** A program wrote this version between two others, and no checkpoint needs it: its content is no longer stored. */
    isThinned: z.literal(true).optional(),
  }),
  /** The user restores the files to their state before record `sequence`. The file changes follow as changes by the user. */
  z.object({
    type: z.literal('checkpoint-restored'),
    sequence: z.number().int().nonnegative(),
    label: z.string(),
    /** The restored files; if absent, all files. */
    paths: z.array(z.string()).optional(),
  }),
  /**
   * The user reverts single steps, each identified by its first record. `paths`: only these files. The file changes follow as changes by
   * the user. Reverting a step that itself reverted others applies those again.
   */
  z.object({
    type: z.literal('steps-undone'),
    steps: z.array(z.number().int().nonnegative()).min(1),
    label: z.string(),
    paths: z.array(z.string()).optional(),
  }),
  /**
   * The user rewinds the conversation to before that message, to say something else there. The removed part is kept as version `versionId`;
   * a `checkpoint-restored` for the files follows.
   */
  z.object({ type: z.literal('conversation-rewound'), versionId: z.string(), messageId: z.string() }),
  /** A kept version becomes the conversation again; the current one is kept as `keptAs`. */
  z.object({ type: z.literal('version-shown'), versionId: z.string(), keptAs: z.string() }),
  /** The user names a checkpoint so that it can be found again; an empty name removes the name. */
  z.object({ type: z.literal('checkpoint-named'), sequence: z.number().int().nonnegative(), name: z.string().max(120) }),
  z.object({
    type: z.literal('file-removed'),
    path: z.string(),
    by: z.enum(['agent', 'user', 'runtime']),
    before: fileVersionSchema.optional(),
    isInherited: z.literal(true).optional(),
  }),
]);
/** An event of the conversation itself, not of a sub-agent. */
export type OwnEvent = z.infer<typeof ownEventSchema>;

/** Until version 7 of the database and version 2 of session files, `person` meant the user. */
function currentWords(event: unknown): unknown {
  if (typeof event !== 'object' || event === null) return event;
  if ('type' in event && event.type === 'person-command') return { ...event, type: 'user-command' };
  return 'by' in event && event.by === 'person' ? { ...event, by: 'user' } : event;
}

/** `delegate-event`: an event of a sub-agent, with the call that started it. A sub-agent cannot start another. */
export const journalEventSchema = z.preprocess(
  currentWords,
  z.discriminatedUnion('type', [
    ...ownEventSchema.options,
    z.object({ type: z.literal('delegate-event'), toolCallId: toolCallIdSchema, event: z.preprocess(currentWords, ownEventSchema) }),
  ]),
);
export type JournalEvent = z.infer<typeof journalEventSchema>;
/** The journal's record of a file: a new version, or its removal. */
export type FileRecordEvent = Extract<JournalEvent, { type: 'file-changed' | 'file-removed' }>;

/** An event as it is stored, with its position in the chat's journal and its time. */
export const journalRecordSchema = z.object({
  /** The schema version at the time of writing. */
  version: z.literal(1),
  chatId: chatIdSchema,
  /** 0, 1, 2, … without gaps within a chat. */
  sequence: z.number().int().nonnegative(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  event: journalEventSchema,
});
export type JournalRecord = z.infer<typeof journalRecordSchema>;
