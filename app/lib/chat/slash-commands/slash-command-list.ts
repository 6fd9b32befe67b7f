import type { ModelInfo } from '../../protocol/models/models.ts';
import { fillRoutine } from '../../tools/commands/fill-routine.ts';
import { nearestName } from './nearest-name.ts';
import type { SlashCommand, SlashCommandDependencies } from './slash-command.ts';

/** Every command, in the order of the menu. A new one is an entry here and nothing else. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'agent',
    args: '[your multi-step task]',
    text: 'Turn agent mode on and send the task',
    run: (task, dependencies) =>
      task === '' ? dependencies.info('Say what to build: /agent followed by the task.') : dependencies.sendTask(task),
  },
  {
    name: 'cmd',
    args: '<command>',
    text: 'Run a command of your own; the agent sees what it printed',
    run: (command, dependencies) =>
      command === '' ? dependencies.error('Say what to run: /cmd npm test') : dependencies.runCommand(command, 'here'),
  },
  { name: 'run', args: '<routine> [arguments]', text: 'Run a routine of the project', run: runRoutine },
  { name: 'routines', args: '', text: 'List the routines', run: showRoutines },
  { name: 'shell', args: '', text: 'Open a terminal', run: (_args, dependencies) => dependencies.openTerminal() },
  { name: 'stop', args: '', text: 'Stop what the agent does', run: (_args, dependencies) => dependencies.stop() },
  {
    name: 'undo',
    args: '[task]',
    text: 'Take back the last step, or the whole last task',
    run: (what, dependencies) => (what === 'task' ? dependencies.undoLastRun() : dependencies.undoLastStep()),
  },
  { name: 'compact', args: '', text: 'Make the conversation shorter for the model', run: (_args, dependencies) => dependencies.compact() },
  {
    name: 'enhance',
    args: '<text>',
    text: 'Have a text written more clearly before you send it',
    run: (text, dependencies) =>
      text === '' ? dependencies.error('Write the text after it: /enhance make a list') : dependencies.enhance(text),
  },
  { name: 'model', args: '[name]', text: 'Choose the model, or list them', run: chooseModel },
  { name: 'template', args: '<name>', text: 'Start from a template', run: (name, dependencies) => dependencies.startFromTemplate(name) },
  { name: 'export', args: '', text: 'Save the project as a zip', run: (_args, dependencies) => dependencies.exportProject() },
  { name: 'clear', args: '', text: 'Clear the view; the history stays', run: (_args, dependencies) => dependencies.clearView() },
  { name: 'new', args: '', text: 'Start a new chat; this one stays in the list', run: (_args, dependencies) => dependencies.newChat() },
  { name: 'exit', args: '', text: 'Leave this chat; it stays in the list', run: (_args, dependencies) => dependencies.newChat() },
  {
    name: 'doctor',
    args: '',
    text: 'Check browser, storage, server and runtime',
    run: (_args, dependencies) => dependencies.openDoctor(),
  },
  {
    name: 'tour',
    args: '',
    text: 'Show what to say, what to approve and where it runs',
    run: (_args, dependencies) => dependencies.openTour(),
  },
  { name: 'self', args: '', text: 'What Devonz is and where its help is', run: showSelf },
  { name: 'help', args: '', text: 'List the commands', run: showHelp },
];

function runRoutine(args: string, dependencies: SlashCommandDependencies): Promise<void> | void {
  const [, name = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
  if (name === '') return showRoutines('', dependencies);
  const routines = dependencies.routines();
  const routine = routines.find((one) => one.name === name);
  if (routine === undefined) {
    const nearest = nearestName(
      name,
      routines.map((one) => one.name),
    );
    return dependencies.error(
      `There is no routine "${name}". ${nearest === undefined ? 'This project has none.' : `Did you mean ${nearest}?`}`,
    );
  }
  const filled = fillRoutine(routine.command, rest);
  return filled.ok ? dependencies.runCommand(filled.command, 'root') : dependencies.error(`${name} was not run. ${filled.why}`);
}

const FROM = { user: 'yours', project: "the project's", default: 'from package.json' } as const;

function showRoutines(_args: string, dependencies: SlashCommandDependencies): void {
  const rows = dependencies.routines().map(({ name, description, command, from }) => ({
    name: `/run ${name}`,
    text: `${description === '' ? '' : `${description} · `}${FROM[from]}`,
    detail: command,
  }));
  const note =
    'Scripts of package.json give the usual ones; .devonz/config.toml gives a project its own: [routines] name = { description, cmd }.';
  dependencies.showSheet({ title: 'Routines', rows, note });
}

function chooseModel(wanted: string, dependencies: SlashCommandDependencies): Promise<void> | void {
  const { models, activeId } = dependencies.models();
  if (wanted === '') {
    const rows = models.map((model) => ({
      name: `/model ${model.id}`,
      text: model.id === activeId ? `${model.name} · in use` : model.name,
    }));
    return dependencies.showSheet({ title: 'Models', rows, note: '' });
  }
  const found = modelsNamed(wanted, models);
  const [model] = found;
  if (model !== undefined && found.length === 1) {
    dependencies.chooseModel(model.id);
    return dependencies.info(`${model.name} answers from the next step on.`);
  }
  if (found.length > 1) return dependencies.error(`Several models match "${wanted}": ${found.map((one) => one.id).join(', ')}.`);
  const nearest = nearestName(
    wanted,
    models.map((one) => one.id),
  );
  return dependencies.error(
    `There is no model "${wanted}". ${nearest === undefined ? 'The server has named none.' : `Did you mean ${nearest}?`}`,
  );
}

/** By id or name, else by a part of them. */
function modelsNamed(wanted: string, models: readonly ModelInfo[]): ModelInfo[] {
  const name = wanted.toLowerCase();
  const exact = models.filter((model) => model.id.toLowerCase() === name || model.name.toLowerCase() === name);
  if (exact.length > 0) return exact;
  return models.filter((model) => `${model.id} ${model.name}`.toLowerCase().includes(name));
}

function lineOf({ name, args }: { name: string; args: string }): string {
  return `/${name}${args === '' ? '' : ` ${args}`}`;
}

function showHelp(_args: string, dependencies: SlashCommandDependencies): void {
  const { prompts, problems } = dependencies.projectPrompts();
  const rows = [
    ...SLASH_COMMANDS.map((command) => ({ name: lineOf(command), text: command.text })),
    ...prompts.map((prompt) => ({ name: lineOf(prompt), text: prompt.description || 'A prompt of this project', detail: prompt.path })),
    ...problems.map((problem) => ({ name: 'Not a prompt', text: problem })),
  ];
  dependencies.showSheet({
    title: 'Commands',
    rows,
    note: 'A line that begins with / is a command. It is handled here; what is no command is sent to a model only if you say so.',
  });
}

function showSelf(_args: string, dependencies: SlashCommandDependencies): void {
  const rows = [
    {
      name: 'Agent',
      text: 'Settings → Agent: what is approved by itself, limits, rules. /agent gives it a task, /stop ends it, /undo takes its last run back.',
    },
    { name: 'Models', text: 'Settings → Models: which one answers, and how tools are called with it.' },
    {
      name: 'This project',
      text: 'AGENTS.md and .devonz/rules.md are read before each step. .devonz/config.toml holds routines and limits; it can only make the agent ask more.',
    },
    {
      name: 'Your data',
      text: 'Settings → Data: export of project and settings. Everything stays in this browser except what goes to the model.',
    },
    { name: 'What happened', text: 'Settings → Diagnostics: every model request, tool call, approval and error.' },
    { name: 'Keys', text: 'Settings → Shortcuts. Ctrl or Cmd + K finds everything.' },
    { name: 'This build', text: 'Settings → About: version, documents to read, licences. /tour shows the first steps again.' },
  ];
  dependencies.showSheet({
    title: 'About Devonz',
    rows,
    note: 'Ask the agent how something is done: it reads the documents of Devonz, which also say how it is built. The agent never changes its settings: it can only say what you could change.',
  });
}
