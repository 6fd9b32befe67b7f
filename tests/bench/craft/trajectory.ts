import { readFile } from 'node:fs/promises';
import { z } from 'zod';

export const TRAJECTORY_IDS = ['T1', 'T2', 'T3', 'T4'] as const;
export type TrajectoryId = (typeof TRAJECTORY_IDS)[number];

const recordedCallSchema = z.object({ name: z.string(), arguments: z.record(z.string(), z.json()) });
export type RecordedCall = z.infer<typeof recordedCallSchema>;

const recordedAnswerSchema = z.object({
  content: z.string().nullish(),
  tool_calls: z.array(recordedCallSchema).default([]),
});
/** One answer of a language model, as it was recorded. */
export type RecordedAnswer = z.infer<typeof recordedAnswerSchema>;

const trajectorySchema = z.object({
  id: z.enum(TRAJECTORY_IDS),
  project: z.string(),
  task: z.string(),
  answers: z.array(recordedAnswerSchema).min(1),
});
export type Trajectory = z.infer<typeof trajectorySchema>;

const FOLDER = new URL('../../fixtures/trajectories/', import.meta.url);

/** The unchanged recording; `adaptations.ts` corrects what no longer fits. */
export async function readTrajectory(id: TrajectoryId): Promise<Trajectory> {
  return trajectorySchema.parse(JSON.parse(await readFile(new URL(`${id}.json`, FOLDER), 'utf8')));
}
