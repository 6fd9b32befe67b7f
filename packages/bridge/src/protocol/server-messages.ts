import * as z from 'zod';

const number = z.number().int().nonnegative();

export const processEndSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('exited'), code: z.number().int() }),
  z.strictObject({ type: z.literal('killed'), signal: z.string() }),
  z.strictObject({ type: z.literal('lost'), reason: z.string() }),
]);

const connectionSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('away'), reason: z.string() }),
  z.strictObject({ state: z.literal('back'), lost: z.array(z.string()) }),
  z.strictObject({ state: z.literal('lost'), reason: z.string() }),
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
  z.strictObject({
    type: z.literal('watch-limit'),
    limit: z.strictObject({ reason: z.enum(['system', 'bridge']), watched: number, unwatched: number }),
  }),
  /** `process` is the one of this session that listens, if it is known. */
  z.strictObject({ type: z.literal('port'), port: number, state: z.enum(['open', 'close']), process: number.nullable() }),
  /** The connection to the machine behind the bridge was lost, or is restored. */
  z.strictObject({ type: z.literal('connection'), change: connectionSchema }),
  /** A report of a preview's page; the receiver must validate `report`. */
  z.strictObject({ type: z.literal('preview-report'), port: number, report: z.record(z.string(), z.unknown()) }),
]);
export type ServerMessage = z.infer<typeof serverMessageSchema>;

/** The facts of a machine for the app. */
export const factsSchema = z.strictObject({
  /** Identifies the machine and its user; it stays equal after every restart. */
  id: z.string().regex(/^[a-z0-9]{16,64}$/),
  kind: z.enum(['local', 'ssh', 'container']),
  host: z.string(),
  user: z.string(),
  system: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32', 'other']),
  shell: z.string(),
  /** Programs with their arguments before `-c`: the agent's is bash or a POSIX shell, the user's is their own. */
  shells: z.strictObject({ agent: z.array(z.string()).min(1), user: z.array(z.string()).min(1) }),
  home: z.string(),
  folder: z.string(),
  temporaryFolder: z.string(),
  hasTerminal: z.boolean(),
  terminalReason: z.string().optional(),
  /** The kind of notes in the output of a program that asks for them (terminal-note.ts). */
  notes: z.literal('streams'),
  wall: z.literal('bubblewrap').nullable(),
  watch: z.enum(['events', 'polling']),
  /** The versions of installed programs, by name. */
  programs: z.record(z.string(), z.string()),
  /** The `PATH` of programs. */
  path: z.string(),
});
export type Facts = z.infer<typeof factsSchema>;

export const entriesSchema = z.array(z.strictObject({ name: z.string(), kind: z.enum(['file', 'directory', 'symlink', 'other']) }));
