import { describe, expect, test } from 'vitest';
import type { ProjectPrompts } from '../../protocol/prompts/project-prompt.ts';
import type { KnownRoutine } from '../../settings/config/routines.ts';
import type { CommandSheet } from '../../stores/workbench.ts';
import { parseSlashLine } from './parse-slash-line.ts';
import { runSlashLine } from './run-slash-line.ts';
import type { SlashCommandDependencies } from './slash-command.ts';
import { SLASH_COMMANDS } from './slash-command-list.ts';

const ROUTINES: KnownRoutine[] = [
  { name: 'dev', description: 'Start it', command: 'npm run dev', from: 'default' },
  { name: 'deploy', description: '', command: 'deploy $1', from: 'project' },
];
const MODELS = [
  { id: 'demo:scripted', provider: 'demo', name: 'Demo' },
  { id: 'openai:gpt-5', provider: 'openai', name: 'GPT-5' },
  { id: 'openai:gpt-5-mini', provider: 'openai', name: 'GPT-5 mini' },
];

/** Runs a line and returns what it did. */
async function run(text: string, given: { routines?: KnownRoutine[]; projectPrompts?: ProjectPrompts; models?: typeof MODELS } = {}) {
  const done: string[] = [];
  const sheets: CommandSheet[] = [];
  const used: string[] = [];
  const note =
    (name: string) =>
    async (...values: string[]) =>
      void done.push([name, ...values].join(' | '));
  const dependencies: SlashCommandDependencies = {
    noteUse: (name) => void used.push(name),
    info: (message) => void done.push(`info | ${message}`),
    error: (message) => void done.push(`error | ${message}`),
    offerToSend: (why, text) => void done.push(`error | ${why} | offers to send ${text}`),
    clearView: () => void done.push('clear view'),
    sendTask: note('send'),
    newChat: note('new chat'),
    stop: note('stop'),
    startFromTemplate: note('template'),
    showSheet: (sheet) => void sheets.push(sheet),
    openTerminal: note('terminal'),
    runCommand: (command, where) => note('run')(command, typeof where === 'string' ? where : where.directory),
    routines: async () => given.routines ?? ROUTINES,
    projectPrompts: () => given.projectPrompts ?? { prompts: [], problems: [] },
    models: async () => ({ models: given.models ?? MODELS, activeId: 'demo:scripted' }),
    chooseModel: (id) => void done.push(`model | ${id}`),
    undoLastStep: note('undo'),
    undoLastRun: note('undo task'),
    compact: note('compact'),
    enhance: note('enhance'),
    exportProject: note('export'),
    openDoctor: note('doctor'),
    openTour: note('tour'),
  };
  const line = parseSlashLine(text);
  if (line === null) throw new Error(`${text} is a message`);
  await runSlashLine(line, dependencies);
  return { done, sheets, used };
}

test.each([
  ['Build a todo list', null],
  ['see /etc/hosts', null],
  ['/home/Project is the folder', { name: 'home/project', args: 'is the folder', text: '/home/Project is the folder' }],
  ['//comment', { name: '/comment', args: '', text: '//comment' }],
  ['/help', { name: 'help', args: '', text: '/help' }],
  ['  /CLEAR ', { name: 'clear', args: '', text: '/CLEAR' }],
  ['/agent build\na list', { name: 'agent', args: 'build\na list', text: '/agent build\na list' }],
  ['/', { name: '', args: '', text: '/' }],
  ['/self-destruct now', { name: 'self-destruct', args: 'now', text: '/self-destruct now' }],
  ['/…', { name: '…', args: '', text: '/…' }],
])('%j is read as %j', (text, line) => {
  expect(parseSlashLine(text)).toEqual(line);
});

test('no command, known or not, is ever sent to a model but the task of /agent', async () => {
  const names = [...SLASH_COMMANDS.map((command) => command.name), 'nothing', 'agnet', '', 'constructor'];
  for (const name of names) {
    for (const args of ['', ' some words']) {
      const { done } = await run(`/${name}${args}`);
      const sent = done.filter((what) => what.startsWith('send'));
      expect(sent).toEqual(name === 'agent' && args !== '' ? ['send | some words'] : []);
    }
  }
});

describe('each command', () => {
  test.each([
    ['/agent build a list', 'send | build a list'],
    ['/cmd npm test -- -u', 'run | npm test -- -u | here'],
    ['/shell', 'terminal'],
    ['/run dev', 'run | npm run dev | root'],
    ['/run deploy "to me"', "run | deploy 'to me' | root"],
    ['/stop', 'stop'],
    ['/undo', 'undo'],
    ['/undo task', 'undo task'],
    ['/compact', 'compact'],
    ['/enhance make\na list', 'enhance | make\na list'],
    ['/template react', 'template | react'],
    ['/export', 'export'],
    ['/doctor', 'doctor'],
    ['/tour', 'tour'],
    ['/clear', 'clear view'],
    ['/new', 'new chat'],
    ['/exit', 'new chat'],
    ['/model GPT-5', 'model | openai:gpt-5'],
    ['/model mini', 'model | openai:gpt-5-mini'],
  ])('%s does %j', async (text, what) => {
    expect((await run(text)).done[0]).toBe(what);
  });

  test('/agent alone asks for a task', async () => {
    expect((await run('/agent')).done).toEqual([expect.stringMatching(/^info \| Say what to build/)]);
  });

  test('its use is noted, by name alone; what does not exist is not', async () => {
    expect((await run('/agent build it')).used).toEqual(['agent']);
    expect((await run('/my secret')).used).toEqual([]);
  });

  test('/help lists them all', async () => {
    const [sheet] = (await run('/help')).sheets;
    expect(sheet?.rows).toHaveLength(SLASH_COMMANDS.length);
    expect(sheet?.rows[0]).toEqual({ name: '/agent [your multi-step task]', text: 'Turn agent mode on and send the task' });
  });

  test('/help lists the prompts of the project, and what is wrong with files that are none', async () => {
    const prompt = { name: 'review', path: '.devonz/prompts/review.md', description: '', args: '<arguments>', text: 'Review $ARGUMENTS' };
    const projectPrompts = { prompts: [prompt], problems: ['.devonz/prompts/help.md: /help is a command of Devonz.'] };
    const [sheet] = (await run('/help', { projectPrompts })).sheets;
    expect(sheet?.rows.slice(SLASH_COMMANDS.length)).toEqual([
      { name: '/review <arguments>', text: 'A prompt of this project', detail: '.devonz/prompts/review.md' },
      { name: 'Not a prompt', text: '.devonz/prompts/help.md: /help is a command of Devonz.' },
    ]);
  });

  test('/routines lists name, description and command, and so does /run alone', async () => {
    const [sheet] = (await run('/routines')).sheets;
    expect(sheet?.rows).toEqual([
      { name: '/run dev', text: 'Start it · from package.json', detail: 'npm run dev' },
      { name: '/run deploy', text: "the project's", detail: 'deploy $1' },
    ]);
    expect((await run('/run')).sheets[0]?.rows).toHaveLength(2);
  });

  test('/model alone lists them, with the one in use', async () => {
    expect((await run('/model')).sheets[0]?.rows[0]).toEqual({ name: '/model demo:scripted', text: 'Demo · in use' });
  });

  test('/self says where the help is', async () => {
    expect((await run('/self')).sheets[0]?.rows.map((row) => row.name)).toContain('This project');
  });
});

describe('what does not exist is answered with the nearest', () => {
  test.each([
    ['/hepl', 'There is no command /hepl. Did you mean /help?'],
    ['/', 'There is no command /. Did you mean /help?'],
    ['/hepl me', 'Nothing was sent. | offers to send /hepl me'],
    ['/home/Project is broken', 'There is no command /home/Project. /help lists them. Nothing was sent.'],
    ['/run dve', 'There is no routine "dve". Did you mean dev?'],
    ['/run deploy', 'deploy was not run. It needs 1 argument'],
    ['/model gpt-6', 'There is no model "gpt-6". Did you mean'],
    ['/model openai', 'Several models match "openai": openai:gpt-5, openai:gpt-5-mini.'],
    ['/cmd', 'Say what to run'],
    ['/enhance', 'Write the text after it'],
  ])('%s: %s', async (text, answer) => {
    const { done } = await run(text);
    expect(done).toEqual([expect.stringContaining(answer)]);
    expect(done[0]).toMatch(/^error/);
  });

  test('where there is nothing near, that is said', async () => {
    expect((await run('/run x', { routines: [] })).done[0]).toContain('This project has none.');
    expect((await run('/model x', { models: [] })).done[0]).toContain('The server has named none.');
  });
});
