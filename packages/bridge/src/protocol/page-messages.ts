import * as z from 'zod';

const path = z.string().max(32_768);
const number = z.number().int().nonnegative();
const terminalSize = z.strictObject({ columns: z.number().int().min(1).max(10_000), rows: z.number().int().min(1).max(10_000) });

export const exportRequestSchema = z.strictObject({
  format: z.enum(['json', 'pretty', 'binary', 'msgpack', 'zip']),
  includes: z.array(z.string()).optional(),
  excludes: z.array(z.string()).optional(),
  ignoreSymlinks: z.boolean().optional(),
});

/** A call is carried out once and answered once. Paths are absolute. Bytes of `write` and `mount` follow the message. */
export const callSchema = z.discriminatedUnion('call', [
  z.strictObject({ call: z.literal('facts') }),
  z.strictObject({ call: z.literal('read'), path, offset: number.optional(), limit: number.optional() }),
  /** A link's target, or a file of at most `most` bytes. */
  z.strictObject({ call: z.literal('read-itself'), path, most: number }),
  z.strictObject({ call: z.literal('write'), path }),
  z.strictObject({ call: z.literal('list'), path }),
  z.strictObject({ call: z.literal('status'), path }),
  z.strictObject({ call: z.literal('read-link'), path }),
  z.strictObject({ call: z.literal('make-folder'), path, isRecursive: z.boolean() }),
  z.strictObject({ call: z.literal('remove'), path, isRecursive: z.boolean(), isForced: z.boolean() }),
  z.strictObject({ call: z.literal('rename'), from: path, to: path }),
  /** `watch` and `process` are numbers that the page chooses, each once a session. */
  z.strictObject({ call: z.literal('watch'), watch: number, path, isRecursive: z.boolean(), isListedOnly: z.boolean() }),
  z.strictObject({ call: z.literal('mount'), folder: path }),
  z.strictObject({ call: z.literal('export'), folder: path, request: exportRequestSchema }),
  z.strictObject({
    call: z.literal('start'),
    process: number,
    command: z.string().max(32_768),
    args: z.array(z.string()),
    cwd: path,
    env: z.record(z.string(), z.string()),
    terminal: terminalSize.nullable(),
    /** Whether the program runs without a terminal but still gets signals for Ctrl+C and similar keys. */
    isPlain: z.boolean(),
    /** Whether the agent has started the program: it then gets no variables that may hold a secret. */
    isAgents: z.boolean(),
    /** Whether stderr must be kept separate from stdout. */
    isErrorSeparate: z.boolean(),
  }),
]);
export type Call = z.infer<typeof callSchema>;

/** Bytes of `input` follow the message. */
export const pageMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('request'), id: number, call: callSchema }),
  /** Replaces a request that the client withdrew before it was sent, so that the numbering has no gap. */
  z.strictObject({ type: z.literal('nothing') }),
  z.strictObject({ type: z.literal('unwatch'), watch: number }),
  /** The client has processed the last `changes` of this watch. */
  z.strictObject({ type: z.literal('changes-taken'), watch: number }),
  z.strictObject({ type: z.literal('input'), process: number }),
  z.strictObject({ type: z.literal('close-input'), process: number }),
  z.strictObject({ type: z.literal('resize'), process: number, size: terminalSize }),
  z.strictObject({ type: z.literal('kill'), process: number }),
  /** The client has processed that many bytes of output. */
  z.strictObject({ type: z.literal('output-taken'), process: number, bytes: number }),
  /** Sets the script for the pages of all previews that are loaded from now on. */
  z.strictObject({
    type: z.literal('preview-script'),
    source: z.string(),
    options: z.object({ type: z.string().optional(), defer: z.boolean().optional(), async: z.boolean().optional() }),
  }),
  z.strictObject({ type: z.literal('teardown') }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;
