import { t } from '../../i18n/t.ts';
import type { ModelInfo } from '../../protocol/models/models.ts';
import type { KnownRoutine } from '../../settings/config/routines.ts';
import { fillRoutine } from '../../tools/commands/fill-routine.ts';
import { nearestName } from './nearest-name.ts';
import type { SlashCommand, SlashCommandDependencies } from './slash-command.ts';

const NONE = () => '';

/** Every command, in menu order. To add one, add an entry here. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'agent',
    args: () => t('[your multi-step task]'),
    text: () => t('Turn agent mode on and send the task'),
    run: (task, dependencies) =>
      task === '' ? dependencies.info(t('Say what to build: /agent followed by the task.')) : dependencies.sendTask(task),
  },
  {
    name: 'cmd',
    args: () => t('<command>'),
    text: () => t('Run a command of your own; the agent sees what it printed'),
    run: (command, dependencies) =>
      command === '' ? dependencies.error(t('Say what to run: /cmd npm test')) : dependencies.runCommand(command, 'here'),
  },
  { name: 'run', args: () => t('<routine> [arguments]'), text: () => t('Run a routine of the project'), run: runRoutine },
  { name: 'routines', args: NONE, text: () => t('List the routines'), run: showRoutines },
  { name: 'shell', args: NONE, text: () => t('Open a terminal'), run: (_args, dependencies) => dependencies.openTerminal() },
  { name: 'stop', args: NONE, text: () => t('Stop what the agent does'), run: (_args, dependencies) => dependencies.stop() },
  {
    name: 'undo',
    args: () => '[task]',
    text: () => t('Take back the last step, or the whole last task'),
    run: (what, dependencies) => (what === 'task' ? dependencies.undoLastRun() : dependencies.undoLastStep()),
  },
  {
    name: 'compact',
    args: NONE,
    text: () => t('Make the conversation shorter for the model'),
    run: (_args, dependencies) => dependencies.compact(),
  },
  {
    name: 'enhance',
    args: () => t('<text>'),
    text: () => t('Have a text written more clearly before you send it'),
    run: (text, dependencies) =>
      text === '' ? dependencies.error(t('Write the text after it: /enhance make a list')) : dependencies.enhance(text),
  },
  { name: 'model', args: () => t('[name]'), text: () => t('Choose the model, or list them'), run: chooseModel },
  {
    name: 'template',
    args: () => t('<name>'),
    text: () => t('Start from a template'),
    run: (name, dependencies) => dependencies.startFromTemplate(name),
  },
  { name: 'export', args: NONE, text: () => t('Save the project as a zip'), run: (_args, dependencies) => dependencies.exportProject() },
  { name: 'clear', args: NONE, text: () => t('Clear the view; the history stays'), run: (_args, dependencies) => dependencies.clearView() },
  {
    name: 'new',
    args: NONE,
    text: () => t('Start a new chat; this one stays in the list'),
    run: (_args, dependencies) => dependencies.newChat(),
  },
  {
    name: 'exit',
    args: NONE,
    text: () => t('Leave this chat; it stays in the list'),
    run: (_args, dependencies) => dependencies.newChat(),
  },
  {
    name: 'doctor',
    args: NONE,
    text: () => t('Check browser, storage, server and runtime'),
    run: (_args, dependencies) => dependencies.openDoctor(),
  },
  {
    name: 'tour',
    args: NONE,
    text: () => t('Show what to say, what to approve and where it runs'),
    run: (_args, dependencies) => dependencies.openTour(),
  },
  { name: 'self', args: NONE, text: () => t('What Devonz is and where its help is'), run: showSelf },
  { name: 'help', args: NONE, text: () => t('List the commands'), run: showHelp },
];

async function runRoutine(args: string, dependencies: SlashCommandDependencies): Promise<void> {
  const [, name = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
  if (name === '') return showRoutines('', dependencies);
  const routines = await dependencies.routines();
  const routine = routines.find((one) => one.name === name);
  if (routine === undefined) {
    const nearest = nearestName(
      name,
      routines.map((one) => one.name),
    );
    return dependencies.error(
      nearest === undefined
        ? t('There is no routine "{name}". This project has none.', { name })
        : t('There is no routine "{name}". Did you mean {nearest}?', { name, nearest }),
    );
  }
  const filled = fillRoutine(routine.command, rest);
  return filled.ok
    ? dependencies.runCommand(filled.command, 'root')
    : dependencies.error(t('{name} was not run. {why}', { name, why: filled.why }));
}

const FROM: Readonly<Record<KnownRoutine['from'], () => string>> = {
  user: () => t('yours'),
  project: () => t("the project's"),
  default: () => t('from package.json'),
};

async function showRoutines(_args: string, dependencies: SlashCommandDependencies): Promise<void> {
  const rows = (await dependencies.routines()).map(({ name, description, command, from }) => ({
    name: `/run ${name}`,
    text: `${description === '' ? '' : `${description} · `}${FROM[from]()}`,
    detail: command,
  }));
  const note = t('Scripts of package.json give the usual ones; .devonz/config.toml gives a project its own: {example}.', {
    example: '[routines] name = { description, cmd }',
  });
  dependencies.showSheet({ title: t('Routines'), rows, note });
}

async function chooseModel(wanted: string, dependencies: SlashCommandDependencies): Promise<void> {
  const { models, activeId } = await dependencies.models();
  if (wanted === '') {
    const rows = models.map((model) => ({
      name: `/model ${model.id}`,
      text: model.id === activeId ? t('{name} · in use', { name: model.name }) : model.name,
    }));
    return dependencies.showSheet({ title: t('Models'), rows, note: '' });
  }
  const found = modelsNamed(wanted, models);
  const [model] = found;
  if (model !== undefined && found.length === 1) {
    dependencies.chooseModel(model.id);
    return dependencies.info(t('{name} answers from the next step on.', { name: model.name }));
  }
  if (found.length > 1)
    return dependencies.error(t('Several models match "{wanted}": {models}.', { wanted, models: found.map((one) => one.id).join(', ') }));
  const nearest = nearestName(
    wanted,
    models.map((one) => one.id),
  );
  return dependencies.error(
    nearest === undefined
      ? t('There is no model "{wanted}". The server has named none.', { wanted })
      : t('There is no model "{wanted}". Did you mean {nearest}?', { wanted, nearest }),
  );
}

/** Finds models by their exact id or name, otherwise by a part of it. */
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
    ...SLASH_COMMANDS.map(({ name, args, text }) => ({ name: lineOf({ name, args: args() }), text: text() })),
    ...prompts.map((prompt) => ({ name: lineOf(prompt), text: prompt.description || t('A prompt of this project'), detail: prompt.path })),
    ...problems.map((problem) => ({ name: t('Not a prompt'), text: problem })),
  ];
  dependencies.showSheet({
    title: t('Commands'),
    rows,
    note: t('A line that begins with / is a command. It is handled here; what is no command is sent to a model only if you say so.'),
  });
}

function showSelf(_args: string, dependencies: SlashCommandDependencies): void {
  const rows = [
    {
      name: t('Agent'),
      text: t(
        'Settings → Agent: what is approved by itself, limits, rules. /agent gives it a task, /stop ends it, /undo takes its last step back, /undo task its whole last task.',
      ),
    },
    { name: t('Models'), text: t('Settings → Models: which one answers, and how tools are called with it.') },
    {
      name: t('This project'),
      text: t(
        'AGENTS.md and .devonz/rules.md are read before each step. .devonz/config.toml holds routines and limits; it can only make the agent ask more.',
      ),
    },
    {
      name: t('Your data'),
      text: t('Settings → Data: export of project and settings. Everything stays in this browser except what goes to the model.'),
    },
    { name: t('What happened'), text: t('Settings → Diagnostics: every model request, tool call, approval and error.') },
    { name: t('Keys'), text: t('Settings → Shortcuts. Ctrl or Cmd + K finds everything.') },
    { name: t('This build'), text: t('Settings → About: version, documents to read, licences. /tour shows the first steps again.') },
  ];
  dependencies.showSheet({
    title: t('About Devonz'),
    rows,
    note: t(
      'Ask the agent how something is done: it reads the documents of Devonz, which also say how it is built. The agent never changes its settings: it can only say what you could change.',
    ),
  });
}
