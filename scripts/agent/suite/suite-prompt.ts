import { z } from 'zod';

/** WebGen-Bench and WebAppBench, in their authors' formats. */
export const SUITES = ['webgen', 'webappbench'] as const;
export type SuiteName = (typeof SUITES)[number];

/** An action on the page before a criterion is checked. Others need accounts or a judge, and are not run. */
const setupActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('evaluate'), expr: z.string() }),
  z.object({ kind: z.literal('fill'), locator: z.string(), value: z.string() }),
  z.object({ kind: z.literal('click'), locator: z.string() }),
  z.object({ kind: z.literal('press'), locator: z.string(), key: z.string() }),
  z.object({ kind: z.literal('waitFor'), locator: z.string() }),
  z.object({ kind: z.literal('reload') }),
]);
export type SetupAction = z.infer<typeof setupActionSchema>;

const otherActionSchema = z.object({ kind: z.string() }).transform(({ kind }) => ({ kind: 'unknown' as const, name: kind }));

/** A criterion of WebAppBench: something that Playwright must find on the page. */
export const pageCriterionSchema = z.object({
  id: z.string().min(1),
  setup: z.array(z.union([setupActionSchema, otherActionSchema])).default([]),
  locator: z.string().min(1),
  assert: z.string().min(1),
  custom: z.string().optional(),
});
export type PageCriterion = z.infer<typeof pageCriterionSchema>;

/** A suite's demands on the result of a prompt. */
export type SuiteCheck =
  | { kind: 'page'; id: string; isRequired: boolean; criterion: PageCriterion }
  /** A text that must occur verbatim in the sources. */
  | { kind: 'text'; id: string; isRequired: boolean; text: string };

/** One prompt, in the same form for every suite. */
export interface SuitePrompt {
  id: string;
  prompt: string;
  checks: readonly SuiteCheck[];
  /** Demands that only a judge can decide, in the suite's own words; the report lists them. */
  toJudge: readonly { task: string; expected: string }[];
}
