import { z } from 'zod';

/** A difference between the replay and the recorded session. */
export const replayDifferenceSchema = z.object({
  kind: z.enum([
    /** A call ended with another status: success, denied, failed. */
    'call-status',
    /** A call ended with the same status but another result. */
    'call-output',
    /** The call asked for approval in only one of the two. */
    'approval',
    /** A recorded call was not made. */
    'call-missing',
    /** A call was not in the recording. */
    'call-added',
    /** The conversation's journal has more or fewer messages of the user. */
    'messages',
    /** A file has another content, or exists in only one of the two. */
    'file',
    /** The run ended differently. */
    'run',
    /** A recorded response was not requested. */
    'step-missing',
    /** An action that cannot be repeated was left out. */
    'left-out',
  ]),
  /** The subject: a call's id and tool, or a file's path. */
  subject: z.string(),
  /** The recorded and the new value, shortened. */
  was: z.string(),
  is: z.string(),
});
export type ReplayDifference = z.infer<typeof replayDifferenceSchema>;

export const replayReportSchema = z.object({
  title: z.string(),
  /** Numbers of repeated messages, steps, calls and files. */
  messages: z.number().int(),
  steps: z.number().int(),
  calls: z.number().int(),
  files: z.number().int(),
  milliseconds: z.number(),
  differences: z.array(replayDifferenceSchema),
});
/** Id of the element on the replay page that contains the report as JSON. */
export const REPORT_ID = 'replay-report';

export type ReplayReport = z.infer<typeof replayReportSchema>;
