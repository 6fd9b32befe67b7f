import { z } from 'zod';
import { chatModeSchema } from '../chat-request.ts';
import { jsonValueSchema } from '../json-value.ts';
import { appSettingsSchema } from '../settings.ts';

/**
 * The messages between the page of an unattended run and the program that started its browser. The page asks and the driver answers
 * (`lib/unattended`). A new kind of event is one more member here; a published event never changes its meaning.
 */
export const unattendedJobSchema = z.object({
  task: z.string().min(1),
  mode: chatModeSchema.exclude(['chat']),
  settings: appSettingsSchema,
  /** How questions are handled: denied with a reason that the model reads, or the run ends. */
  onAsk: z.enum(['deny', 'stop']),
  /** Hosts that programs and the agent may reach; any other host would need the user's approval. */
  allowedHosts: z.array(z.string()),
});
export type UnattendedJob = z.infer<typeof unattendedJobSchema>;

/** A project file in transit between page and driver; the content is base64. */
const carriedFileSchema = z.object({ path: z.string(), content: z.string() });
export type CarriedFile = z.infer<typeof carriedFileSchema>;

/** How a run ended. `asked`: it needed an approval that was not given in advance. `limit`: of steps, a budget or the model's window. */
export const runOutcomeSchema = z.enum(['completed', 'failed', 'asked', 'limit', 'stopped']);
export type RunOutcome = z.infer<typeof runOutcomeSchema>;

export const runResultSchema = z.object({
  outcome: runOutcomeSchema,
  /** Why it ended, unless it was completed. */
  why: z.string().optional(),
  /** The agent's final message. */
  summary: z.string(),
  steps: z.number().int(),
  tokens: z.object({ input: z.number(), output: z.number() }),
  /** US dollars; null if a price is unknown. */
  cost: z.number().nullable(),
  milliseconds: z.number(),
});
export type RunResult = z.infer<typeof runResultSchema>;

const call = { id: z.string(), tool: z.string() };
const result = { type: z.literal('tool-call-result'), ...call };
const author = z.enum(['agent', 'user', 'runtime']);

export const runEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run-started'),
    /** Version of this event format. */
    version: z.literal(1),
    model: z.string(),
    mode: unattendedJobSchema.shape.mode,
    task: z.string(),
    files: z.number().int(),
    maxIterations: z.number().int(),
  }),
  z.object({ type: z.literal('step-started'), step: z.number().int(), model: z.string() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  z.object({ type: z.literal('tool-call-requested'), ...call, input: jsonValueSchema }),
  /** The call runs because the policy allows it. */
  z.object({ type: z.literal('tool-call-approved'), ...call }),
  z.object({ type: z.literal('tool-call-denied'), ...call, why: z.string() }),
  z.discriminatedUnion('status', [
    z.object({ ...result, status: z.literal('success'), output: jsonValueSchema, milliseconds: z.number() }),
    z.object({ ...result, status: z.literal('error'), code: z.string(), message: z.string() }),
    z.object({ ...result, status: z.literal('cancelled'), message: z.string() }),
  ]),
  z.object({ type: z.literal('file-changed'), path: z.string(), size: z.number(), by: author }),
  z.object({ type: z.literal('file-removed'), path: z.string(), by: author }),
  /** Tokens of one step, and totals of the run so far. */
  z.object({ type: z.literal('usage'), input: z.number(), output: z.number(), totalInput: z.number(), totalOutput: z.number() }),
  /** The agent or a program asked something; `answer`: the automatic answer, since no user is present. */
  z.object({ type: z.literal('question'), about: z.enum(['agent', 'host']), question: z.string(), answer: z.string() }),
  z.object({ type: z.literal('notice'), level: z.enum(['info', 'error']), message: z.string() }),
]);
export type RunEvent = z.infer<typeof runEventSchema>;

export const driverRequestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('get-job') }),
  /** Requests the next files of the project; repeated until `isLast`. */
  z.object({ type: z.literal('get-files') }),
  z.object({ type: z.literal('event'), event: runEventSchema }),
  /** Resolves when the run should stop; otherwise never. */
  z.object({ type: z.literal('await-stop') }),
  /** The project's current files, in pieces. */
  z.object({ type: z.literal('put-files'), files: z.array(carriedFileSchema) }),
  /** `hasFiles`: all project files were sent before; otherwise their state is unknown. */
  z.object({ type: z.literal('finished'), result: runResultSchema, hasFiles: z.boolean() }),
]);
export type DriverRequest = z.infer<typeof driverRequestSchema>;

export const filesAnswerSchema = z.object({ files: z.array(carriedFileSchema), isLast: z.boolean() });
export type FilesAnswer = z.infer<typeof filesAnswerSchema>;

/** The function that the driver injects into the page before it loads. A page cannot create it itself. */
export const DRIVER_FUNCTION = 'devonzUnattendedDriver';
/** The path of the page. */
export const UNATTENDED_PATH = '/unattended';
