import { z } from 'zod';

/** Something that came out otherwise than when the session was recorded. */
export const replayDifferenceSchema = z.object({
  kind: z.enum([
    /** A call ended in another way: run, denied, failed. */
    'call-status',
    /** The same way, with another result. */
    'call-output',
    /** It was asked about then and is not now, or the other way round. */
    'approval',
    /** A call that was made then was never made. */
    'call-missing',
    /** A call that was not made then. */
    'call-added',
    /** More or fewer messages of the user are in the conversation's journal. */
    'messages',
    /** A file has another content, or is there in one of the two only. */
    'file',
    /** The run ended in another way. */
    'run',
    /** An answer of the model that nothing asked for any more. */
    'step-missing',
    /** What cannot be done again, and was left out. */
    'left-out',
  ]),
  /** What: a call's id and tool, a file's path. */
  subject: z.string(),
  /** As it was recorded, and as it is now; shortened. */
  was: z.string(),
  is: z.string(),
});
export type ReplayDifference = z.infer<typeof replayDifferenceSchema>;

export const replayReportSchema = z.object({
  title: z.string(),
  /** What was done again. */
  messages: z.number().int(),
  steps: z.number().int(),
  calls: z.number().int(),
  files: z.number().int(),
  milliseconds: z.number(),
  differences: z.array(replayDifferenceSchema),
});
/** Of the element of the replay's page that holds the report as JSON. */
export const REPORT_ID = 'replay-report';

export type ReplayReport = z.infer<typeof replayReportSchema>;
