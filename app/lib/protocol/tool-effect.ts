import { z } from 'zod';
import { attachedImageSchema } from './attachments/image-schema.ts';
import { contentHashSchema } from './ids.ts';
import { tokenUsageSchema } from './message.ts';
import { subgoalSchema } from './plan.ts';

/**
 * The check that a command made: build, type check, lint or tests, and how it ended. `unproven`: it looks like a check but proves nothing
 * (it ran no test, or its exit code is another program's); `why` explains.
 */
export const commandCheckSchema = z.object({
  kind: z.enum(['build', 'types', 'lint', 'test']),
  result: z.enum(['passed', 'failed', 'unproven']),
  why: z.string().optional(),
});
export type CommandCheck = z.infer<typeof commandCheckSchema>;

/** The change to a file, as a card shows it. */
export const fileDiffSchema = z.object({
  /** Lines of the whole change. */
  added: z.number(),
  removed: z.number(),
  hunks: z.array(
    z.object({
      /** `lines 10-14` */
      range: z.string(),
      /** `number`: for removed lines the line number in the old text, for all others in the new text. From 1. */
      lines: z.array(z.object({ sign: z.enum(['+', '-', ' ']), number: z.number(), text: z.string() })),
    }),
  ),
  /** The number of diff lines that were dropped because the diff is long. */
  leftOut: z.number().optional(),
});
export type FileDiff = z.infer<typeof fileDiffSchema>;
export type DiffLine = FileDiff['hunks'][number]['lines'][number];

/**
 * A tool's own report of a call's effects, stored in the journal with the result. To learn what a call did, code (the projection, the
 * guards, the work report, the page) reads the effects, not the tool's name or its output.
 */
const restored = z.enum(['whole', 'lines']).optional();

export const toolEffectSchema = z.discriminatedUnion('type', [
  /** `restored`, here and below: the file, or some of its lines, are again as in an earlier version. */
  z.object({ type: z.literal('file-created'), path: z.string(), restored }),
  /** `isWhole`: the call gave the file's whole content. `diff`: absent if the file is not text. */
  z.object({
    type: z.literal('file-modified'),
    path: z.string(),
    isWhole: z.literal(true).optional(),
    diff: fileDiffSchema.optional(),
    restored,
  }),
  /** The file already had exactly the content that was to be written. */
  z.object({ type: z.literal('file-unchanged'), path: z.string() }),
  z.object({ type: z.literal('file-deleted'), path: z.string(), restored }),
  z.object({ type: z.literal('file-renamed'), from: z.string(), to: z.string() }),
  /**
   * A command was run. `errors`: the errors it printed, one per line; empty if it succeeded. `check`: what it proved about the work.
   * `errorParts`: the parts of the output that are standard error; absent if the host could not tell. `lineCount`: the lines that it
   * printed, where the result shows only a part of them. `processId`: its process, if it continued in the background; its end is reported
   * by a second effect with the same id.
   */
  z.object({
    type: z.literal('command-ran'),
    command: z.string(),
    status: z.enum(['completed', 'running', 'timed_out']),
    exitCode: z.number().nullable(),
    errors: z.array(z.string()),
    check: commandCheckSchema.optional(),
    errorParts: z.array(z.object({ from: z.number(), to: z.number() })).optional(),
    lineCount: z.number().optional(),
    processId: z.string().optional(),
  }),
  /** The agent's shell is in another folder of the project since, as after `cd`; null: outside of it. */
  z.object({ type: z.literal('shell-moved'), folder: z.string().nullable() }),
  /** The whole output of a command is stored under `hash`; the result shows a part. `name`: the path under which it is read. */
  z.object({ type: z.literal('output-kept'), name: z.string(), hash: contentHashSchema, lineCount: z.number() }),
  /** The project's errors were listed. `source`: where they come from; `count`: all errors; `errors`: the first of them. */
  z.object({ type: z.literal('errors-listed'), source: z.string(), count: z.number(), errors: z.array(z.string()) }),
  /** The tool asked a model, outside the run's steps; its usage counts towards the run. */
  z.object({ type: z.literal('model-asked'), modelId: z.string(), usage: tokenUsageSchema }),
  /** Text from another host was read: it is untrusted. */
  z.object({ type: z.literal('outside-read'), url: z.string() }),
  /** A tool of an MCP server answered: the answer is untrusted. `isError`: the call failed. */
  z.object({ type: z.literal('foreign-answered'), server: z.string(), tool: z.string(), isError: z.boolean() }),
  /** The answer contained images, for models with vision: their bytes are stored with the event. */
  z.object({ type: z.literal('images-answered'), images: z.array(attachedImageSchema) }),
  /** The whole plan after the change. */
  z.object({ type: z.literal('plan-updated'), plan: z.array(subgoalSchema) }),
  /** The run pauses; the user's next message is the answer. */
  z.object({ type: z.literal('question-asked'), question: z.string() }),
  /** The task is done and the run ends. */
  z.object({ type: z.literal('work-completed'), summary: z.string() }),
]);
export type ToolEffect = z.infer<typeof toolEffectSchema>;

export type EffectOf<Type extends ToolEffect['type']> = Extract<ToolEffect, { type: Type }>;
