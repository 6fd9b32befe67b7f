import { parseArgs } from 'node:util';
import { z } from 'zod';
import { SUITES } from './suite/suite-prompt.ts';

export const AGENT_USAGE = `Usage: npm run --silent agent -- --model PROVIDER:MODEL --task "…" [options] [folder]

  --model PROVIDER:MODEL   such as openai:gpt-5 or demo:scripted; keys come from the environment, as for npm start
  --task TEXT              what to do; --task - reads it from standard input
  [folder]                 the project (the current folder); .gitignore is respected, and it is copied, not shared

What it may do (without any of these: read, plan and write new files; everything else is denied):
  --approve LIST           without a question: creations, changes, commands, own-code (running what the agent has just written)
  --policy FILE            the same and more, as TOML or JSON: docs/headless.md
  --on-ask deny|stop       what would ask is denied with a reason that the model reads (deny), or ends the run with code 3

Limits:
  --mode agent|plan        plan: it looks and says what it would do (agent)
  --max-iterations N       steps, 1 to 200 (25)
  --budget-tokens N, --budget-money DOLLARS, --budget-minutes N

What becomes of its changes (without either: they are listed in the last event and gone):
  --write                  into the folder; nothing is written if a file of them has changed on the disk meanwhile
  --diff                   as a patch on standard output, in place of the events
  --events FILE            the events into a file instead of standard output

  --max-files N            the most files that a folder may have (5000)
  --port N                 for its server (the first free one from 8788)
  --no-browser-sandbox     where Chromium cannot make its sandbox (as root, in many containers)
  --verbose                what happens, in words, on standard error

Prompts of a public benchmark, one after the other, each with an empty folder, and a report (docs/headless.md):
  --suite ${SUITES.join('|')}   in place of --task; the folder (or file) has the suite's prompts
  --only IDS               of them only these, divided by commas
  --report FILE            FILE.md and FILE.json (suite-report)
  --projects FOLDER        every project into a folder of it

Exit codes: 0 completed, 1 failed, 2 wrong usage, 3 stopped because something asked, 4 a limit or budget was reached, 130 stopped by Ctrl-C.`;

export const APPROVALS = ['creations', 'changes', 'commands', 'own-code'] as const;
export type Approval = (typeof APPROVALS)[number];

const optionsSchema = z.object({
  model: z
    .string({ error: 'Name a model: --model PROVIDER:MODEL (demo:scripted needs no key).' })
    .regex(/^[^:\s]+:\S+$/, 'A model is named PROVIDER:MODEL, such as openai:gpt-5 or demo:scripted.'),
  task: z.string({ error: 'Say what to do: --task "…".' }).trim().min(1, 'The task is empty.'),
  mode: z.enum(['agent', 'plan'], '--mode is agent or plan.'),
  approve: z.array(z.enum(APPROVALS, `--approve takes ${APPROVALS.join(', ')}, divided by commas.`)),
  policy: z.string().optional(),
  onAsk: z.enum(['deny', 'stop'], '--on-ask is deny or stop.'),
  maxIterations: z.int('--max-iterations is a whole number from 1 to 200.').min(1).max(200).optional(),
  tokens: z.int('--budget-tokens is a whole number above 0.').positive().optional(),
  money: z.number('--budget-money is a number of US dollars above 0.').positive().optional(),
  minutes: z.number('--budget-minutes is a number above 0.').positive().optional(),
  write: z.boolean(),
  diff: z.boolean(),
  events: z.string().optional(),
  maxFiles: z.int('--max-files is a whole number above 0.').positive(),
  port: z.int('--port is a number from 1 to 65535.').min(1).max(65_535).optional(),
  browserSandbox: z.boolean(),
  verbose: z.boolean(),
  folder: z.string(),
});
export type AgentOptions = z.infer<typeof optionsSchema>;

const suiteOptionsSchema = optionsSchema.omit({ task: true, write: true, diff: true, events: true }).extend({
  suite: z.enum(SUITES, `--suite is one of ${SUITES.join(', ')}.`),
  only: z.array(z.string()),
  report: z.string().min(1),
  projects: z.string().optional(),
});
export type SuiteOptions = z.infer<typeof suiteOptionsSchema>;

export type AgentArguments =
  | { ok: true; options: AgentOptions }
  | { ok: 'suite'; options: SuiteOptions }
  | { ok: false; problem: string }
  | { ok: 'help' };

/** Parses the command line; an error is a sentence that names the option. */
export function readAgentArguments(words: readonly string[]): AgentArguments {
  let given: ReturnType<typeof parseWords>;
  try {
    given = parseWords(words);
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
  const { values, positionals } = given;
  if (values.help) return { ok: 'help' };
  if (positionals.length > 1)
    return { ok: false, problem: `One folder, not ${positionals.length}: ${positionals.join(', ')}. Is the task in quotes?` };
  if (values.write && values.diff) return { ok: false, problem: 'Either --write or --diff.' };
  const mixed = mixedUp(values, positionals);
  if (mixed !== null) return { ok: false, problem: mixed };
  const folded = {
    ...values,
    folder: positionals[0] ?? '.',
    approve: values.approve.flatMap(listed),
    only: values.only.flatMap(listed),
    onAsk: values['on-ask'],
    maxIterations: numberOf(values['max-iterations']),
    tokens: numberOf(values['budget-tokens']),
    money: numberOf(values['budget-money']),
    minutes: numberOf(values['budget-minutes']),
    maxFiles: numberOf(values['max-files']),
    port: numberOf(values.port),
    browserSandbox: !values['no-browser-sandbox'],
  };
  if (values.suite !== undefined) {
    const suite = suiteOptionsSchema.safeParse(folded);
    return suite.success ? { ok: 'suite', options: suite.data } : { ok: false, problem: problemOf(suite.error) };
  }
  const read = optionsSchema.safeParse(folded);
  return read.success ? { ok: true, options: read.data } : { ok: false, problem: problemOf(read.error) };
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  const option = OPTION_NAMES.get(String(issue?.path[0] ?? ''));
  const message = issue?.message ?? 'The arguments do not fit.';
  return option === undefined || message.includes(option) ? message : `${option}: ${message}`;
}

/** Returns a message if options of a single task and options of a suite are mixed; null if not. */
function mixedUp(values: ReturnType<typeof parseWords>['values'], positionals: readonly string[]): string | null {
  const given = (names: readonly (keyof typeof values)[]) => names.find((name) => values[name] !== undefined && values[name] !== false);
  if (values.suite === undefined) {
    const option = values.only.length > 0 ? 'only' : given(['projects']);
    return option === undefined ? null : `--${option} goes with --suite.`;
  }
  const option = given(['task', 'write', 'diff', 'events']);
  if (option !== undefined) return `--suite has its own prompts and folders: --${option} does not go with it.`;
  return positionals.length === 0 ? 'Name the folder of the suite: --suite NAME FOLDER.' : null;
}

function listed(list: string): string[] {
  return list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

const OPTION_NAMES = new Map([
  ['maxIterations', '--max-iterations'],
  ['tokens', '--budget-tokens'],
  ['money', '--budget-money'],
  ['minutes', '--budget-minutes'],
  ['maxFiles', '--max-files'],
  ['port', '--port'],
]);

function parseWords(words: readonly string[]) {
  return parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      model: { type: 'string' },
      task: { type: 'string' },
      mode: { type: 'string', default: 'agent' },
      approve: { type: 'string', multiple: true, default: [] },
      policy: { type: 'string' },
      'on-ask': { type: 'string', default: 'deny' },
      'max-iterations': { type: 'string' },
      'budget-tokens': { type: 'string' },
      'budget-money': { type: 'string' },
      'budget-minutes': { type: 'string' },
      write: { type: 'boolean', default: false },
      diff: { type: 'boolean', default: false },
      events: { type: 'string' },
      suite: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      report: { type: 'string', default: 'suite-report' },
      projects: { type: 'string' },
      'max-files': { type: 'string', default: '5000' },
      port: { type: 'string' },
      'no-browser-sandbox': { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}

/** Returns NaN for text that is not a number, which no schema accepts. */
function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : text.trim() === '' ? Number.NaN : Number(text);
}
