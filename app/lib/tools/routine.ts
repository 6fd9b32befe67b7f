import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import type { ToolPlan, ToolResult } from '../agent/contract/tool-definition.ts';
import { commandStub, defaultStub } from '../agent/history/left-out.ts';
import { printOutput } from '../agent/results/print-output.ts';
import type { Routine } from '../protocol/settings.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { fillRoutine } from './commands/fill-routine.ts';
import { printCommand } from './commands/print-command.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { runCommandTool } from './run-command.ts';
import { RARE_REASONING, rarelyGiven, shownOnly } from './shown-only.ts';

/** Where routines run, regardless of the current folder of the agent's shell. */
const ROOT = '/';
const MOST_NAMED = 40;

const schema = z.object({
  action: z.enum(['list', 'run']).meta(shownOnly('run needs a name')),
  name: z.string().max(64).optional().meta(shownOnly('Which one')),
  arguments: z.string().max(4_000).optional().describe('For $1, $2 or $*'),
  timeout: z.number().int().min(1).optional().meta(rarelyGiven('As of devonz_run_command')),
  reasoning: z.string().max(4_000).optional().meta(RARE_REASONING),
});

/** A routine is handled like any other command: looked up, decided on and shown, then run as by `devonz_run_command`. */
export const routineTool = defineTool({
  name: TOOL_NAMES.routine,
  kind: 'command',
  rare: {
    about: 'named commands',
    late: 'devonz_routine {"action":"run","name":"NAME","arguments":"for $1, $2 or $*"} runs one of the routines.',
    signs: { facts: 'routines' },
  },
  description: 'List or run the named commands of project and user, such as test or build.',
  schema,
  mainArguments: ['name', 'arguments'],
  stub: (output) => (fieldsOf(output).has('command') ? commandStub(output) : defaultStub(TOOL_NAMES.routine, output)),
  print: (output) => (fieldsOf(output).has('command') ? printCommand(output) : printOutput(output)),
  async plan(input, context): Promise<ToolPlan> {
    if (input.action === 'list') return { ok: true, intent: { kind: 'control' } };
    const routines = context.routines?.() ?? [];
    if (input.name === undefined) return failure('bad_arguments', `Say which routine to run as "name". ${namesOf(routines)}`);
    const routine = routines.find(({ name }) => name === input.name);
    if (routine === undefined) return failure('not_found', `There is no routine ${JSON.stringify(input.name)}. ${namesOf(routines)}`);
    const filled = fillRoutine(routine.command, input.arguments ?? '');
    if (!filled.ok) return failure('bad_arguments', `${routine.name} was not run. ${filled.why}`);
    return runCommandTool.plan({ command: filled.command, cwd: ROOT }, context);
  },
  async run({ timeout }, context, intent): Promise<ToolResult> {
    if (intent.kind !== 'command') return listOf(context.routines?.() ?? []);
    const { command } = intent;
    return runCommandTool.run({ command, cwd: ROOT, ...(timeout === undefined ? {} : { timeout }) }, context, intent);
  },
});

function listOf(routines: readonly Routine[]): ToolResult {
  const shown = routines.map(({ name, description, command }) => ({ name, description, command }));
  const note = 'This project has no routines. Scripts of package.json and [routines] of .devonz/config.toml give some.';
  return { ok: true, output: { routines: shown, ...(shown.length === 0 ? { note } : {}) }, effects: [] };
}

function namesOf(routines: readonly Routine[]): string {
  if (routines.length === 0) return 'This project has none.';
  const names = routines.slice(0, MOST_NAMED).map(({ name }) => name);
  return `The routines are: ${names.join(', ')}${routines.length > MOST_NAMED ? ' and others' : ''}.`;
}
