import * as z from 'zod';

const number = z.number().int().nonnegative();

export const processEndSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('exited'), code: z.number().int() }),
  z.strictObject({ type: z.literal('killed'), signal: z.string() }),
  z.strictObject({ type: z.literal('lost'), reason: z.string() }),
]);

/** Bytes of an `answer` and of `output` follow the message. */
export const serverMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('answer'), id: number, value: z.unknown() }),
  z.strictObject({ type: z.literal('failed'), id: number, message: z.string(), code: z.string().nullable() }),
  z.strictObject({ type: z.literal('output'), process: number, stream: z.enum(['stdout', 'stderr']) }),
  /** The last message of a process. */
  z.strictObject({ type: z.literal('end'), process: number, end: processEndSchema }),
  z.strictObject({
    type: z.literal('changes'),
    watch: number,
    changes: z.array(z.strictObject({ event: z.enum(['rename', 'change']), name: z.string() })),
  }),
  z.strictObject({ type: z.literal('port'), port: number, state: z.enum(['open', 'close']) }),
  /** A sentence for the user. */
  z.strictObject({ type: z.literal('notice'), message: z.string() }),
  /** A report of a preview's page; `report` is checked by whoever uses it. */
  z.strictObject({ type: z.literal('preview-report'), port: number, report: z.record(z.string(), z.unknown()) }),
]);
export type ServerMessage = z.infer<typeof serverMessageSchema>;

export const factsSchema = z.strictObject({
  kind: z.enum(['local', 'ssh', 'container']),
  host: z.string(),
  user: z.string(),
  system: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32', 'other']),
  shell: z.string(),
  home: z.string(),
  folder: z.string(),
  hasTerminal: z.boolean(),
  terminalReason: z.string().optional(),
  /** The `PATH` of programs. */
  path: z.string(),
});
export type Facts = z.infer<typeof factsSchema>;

export const entriesSchema = z.array(z.strictObject({ name: z.string(), kind: z.enum(['file', 'directory', 'symlink', 'other']) }));

export const statusSchema = z.strictObject({
  kind: z.enum(['file', 'directory', 'symlink', 'other']),
  size: number,
  mode: number,
  modifiedAt: z.number(),
});
