import { z } from 'zod';
import { attachedImageSchema } from './attachments/image-schema.ts';
import { tokenUsageSchema } from './message.ts';
import { subgoalSchema } from './plan.ts';

/**
 * What a command says of the work: its build, type check, lint or tests, and how they ended. `unproven`: it looks like a check and is none
 * (it ran no test, its exit code is another program's); `why` says it.
 */
export const commandCheckSchema = z.object({
  kind: z.enum(['build', 'types', 'lint', 'test']),
  result: z.enum(['passed', 'failed', 'unproven']),
  why: z.string().optional(),
});
export type CommandCheck = z.infer<typeof commandCheckSchema>;

/** What a change made of a file, as a card shows it. */
export const fileDiffSchema = z.object({
  /** Lines of the whole change. */
  added: z.number(),
  removed: z.number(),
  hunks: z.array(
    z.object({
      /** `lines 10-14` */
      range: z.string(),
      /** `number`: of removed lines in the text before, of all others in the text after. From 1. */
      lines: z.array(z.object({ sign: z.enum(['+', '-', ' ']), number: z.number(), text: z.string() })),
    }),
  ),
  /** Lines of the diff that are not kept, since it is long. */
  leftOut: z.number().optional(),
});
export type FileDiff = z.infer<typeof fileDiffSchema>;
export type DiffLine = FileDiff['hunks'][number]['lines'][number];

/**
 * What a tool's call did, as the tool itself says it. Effects are journaled with the result; whoever wants to know what a call meant (the
 * projection, the guards, the work report, the page) reads them, and neither the tool's name nor the shape of its output.
 */
export const toolEffectSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file-created'), path: z.string() }),
  /** `isWhole`: its whole content was given again. `diff`: absent where the file is no text. */
  z.object({ type: z.literal('file-modified'), path: z.string(), isWhole: z.literal(true).optional(), diff: fileDiffSchema.optional() }),
  /** It was to be written, and had exactly this content already. */
  z.object({ type: z.literal('file-unchanged'), path: z.string() }),
  z.object({ type: z.literal('file-deleted'), path: z.string() }),
  z.object({ type: z.literal('file-renamed'), from: z.string(), to: z.string() }),
  /**
   * A command was run. `errors`: what it shows of errors, a line each; empty where it ended well. `check`: what it proved of the work.
   * `errorParts`: what of its result's output is standard error; absent where the host could not tell.
   */
  z.object({
    type: z.literal('command-ran'),
    command: z.string(),
    status: z.enum(['completed', 'running', 'timed_out']),
    exitCode: z.number().nullable(),
    errors: z.array(z.string()),
    check: commandCheckSchema.optional(),
    errorParts: z.array(z.object({ from: z.number(), to: z.number() })).optional(),
  }),
  /** The project was looked at for errors. `source`: where; `count`: how many there are, of which `errors` has the first. */
  z.object({ type: z.literal('errors-listed'), source: z.string(), count: z.number(), errors: z.array(z.string()) }),
  /** A model was asked for it, beside the steps of the run: what that used counts to the run. */
  z.object({ type: z.literal('model-asked'), modelId: z.string(), usage: tokenUsageSchema }),
  /** Text of another host was read: nobody vouches for it. */
  z.object({ type: z.literal('outside-read'), url: z.string() }),
  /** A tool of an MCP server has answered: nobody vouches for what it says. `isError`: that it failed. */
  z.object({ type: z.literal('foreign-answered'), server: z.string(), tool: z.string(), isError: z.boolean() }),
  /** Images that it answered with, for models that see: their bytes are stored with the event. */
  z.object({ type: z.literal('images-answered'), images: z.array(attachedImageSchema) }),
  /** The plan as it is now, whole. */
  z.object({ type: z.literal('plan-updated'), plan: z.array(subgoalSchema) }),
  /** The run pauses; the user's next message is the answer. */
  z.object({ type: z.literal('question-asked'), question: z.string() }),
  /** The task is done: the run ends. */
  z.object({ type: z.literal('work-completed'), summary: z.string() }),
]);
export type ToolEffect = z.infer<typeof toolEffectSchema>;

export type EffectOf<Type extends ToolEffect['type']> = Extract<ToolEffect, { type: Type }>;
