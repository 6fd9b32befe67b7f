import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { pageCriterionSchema, type SuiteCheck, type SuiteName, type SuitePrompt } from './suite-prompt.ts';

/** Why a folder contains no known suite. */
export class SuiteError extends Error {
  override readonly name = 'SuiteError';
}

/** A line of WebGen-Bench's test set. Its checks are sentences for a judge. */
const webgenLineSchema = z.object({
  id: z.string().min(1),
  instruction: z.string().min(1),
  ui_instruct: z.array(z.object({ task: z.string(), expected_result: z.string() })).default([]),
});

/** A file of WebAppBench's corpus. */
const webAppPromptSchema = z.object({
  id: z.string().min(1),
  prompt: z.string().min(1),
  must_have: z.array(pageCriterionSchema).default([]),
  should_have: z.array(pageCriterionSchema).default([]),
  verbatim_constraints: z.array(z.object({ type: z.string(), value: z.string().min(1), where: z.string() })).default([]),
});
type WebAppPrompt = z.infer<typeof webAppPromptSchema>;

/** Reads the prompts of a suite in its authors' format: a folder with such files, or one file. `only`: the ids to keep; empty for all. */
export async function readSuite(name: SuiteName, place: string, only: readonly string[]): Promise<SuitePrompt[]> {
  const files = await filesOf(name, place);
  const prompts = (await Promise.all(files.map((file) => (name === 'webgen' ? webgenPrompts(file) : webAppPrompts(file))))).flat();
  const twice = prompts.find(({ id }, index) => prompts.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) throw new SuiteError(`Two prompts have the id ${twice.id}.`);
  const missing = only.filter((id) => !prompts.some((prompt) => prompt.id === id));
  if (missing.length > 0) throw new SuiteError(`${place} has no prompt ${missing.join(', ')}.`);
  return prompts.filter(({ id }) => only.length === 0 || only.includes(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const ENDINGS: Readonly<Record<SuiteName, readonly string[]>> = { webgen: ['.jsonl'], webappbench: ['.yaml', '.yml', '.md', '.txt'] };

async function filesOf(name: SuiteName, place: string): Promise<string[]> {
  const status = await stat(place).catch(() => null);
  if (status === null) throw new SuiteError(`There is no ${place}.`);
  if (status.isFile()) return [place];
  const files = (await readdir(place)).filter((file) => ENDINGS[name].includes(extname(file))).map((file) => join(place, file));
  if (files.length === 0) throw new SuiteError(`${place} has no file that ends in ${ENDINGS[name].join(', ')}.`);
  return files.sort();
}

async function webgenPrompts(file: string): Promise<SuitePrompt[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const { id, instruction, ui_instruct: judged } = read(webgenLineSchema, () => JSON.parse(line), `${file}, line ${index + 1}`);
    return [{ id, prompt: instruction, checks: [], toJudge: judged.map(({ task, expected_result: expected }) => ({ task, expected })) }];
  });
}

async function webAppPrompts(file: string): Promise<SuitePrompt[]> {
  const text = await readFile(file, 'utf8');
  const ending = extname(file);
  if (ending === '.md' || ending === '.txt') {
    if (text.trim() === '') throw new SuiteError(`${file} is empty.`);
    return [{ id: basename(file, ending), prompt: text.trim(), checks: [], toJudge: [] }];
  }
  const prompt = read(webAppPromptSchema, () => parseYaml(text), file);
  const judged = prompt.verbatim_constraints.filter(({ type }) => type === 'structural');
  const toJudge = judged.map(({ value, where }) => ({ task: where, expected: value }));
  return [{ id: prompt.id, prompt: prompt.prompt.trim(), checks: checksOf(prompt), toJudge }];
}

function checksOf({ must_have: must, should_have: should, verbatim_constraints: verbatim }: WebAppPrompt): SuiteCheck[] {
  return [
    ...must.map((criterion): SuiteCheck => ({ kind: 'page', id: criterion.id, isRequired: true, criterion })),
    ...should.map((criterion): SuiteCheck => ({ kind: 'page', id: criterion.id, isRequired: false, criterion })),
    ...verbatim
      .filter(({ type }) => type !== 'structural')
      .map(({ value }): SuiteCheck => ({ kind: 'text', id: `text: ${value}`, isRequired: false, text: value })),
  ];
}

function read<Schema extends z.ZodType>(schema: Schema, parse: () => unknown, place: string): z.output<Schema> {
  let value: unknown;
  try {
    value = parse();
  } catch (error) {
    throw new SuiteError(`${place} cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new SuiteError(`${place}: ${issue?.path.join('.') || 'it'}: ${issue?.message}`);
}
