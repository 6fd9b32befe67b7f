import { expect, test } from 'vitest';
import type { MachineFacts } from '../../protocol/machines/machine.ts';
import type { Subgoal } from '../../protocol/plan.ts';
import { possibleTools } from '../../tools/delegates/scoped-tools.ts';
import { TOOLS } from '../../tools/index.ts';
import { offeredTools } from '../conversation/offered-tools.ts';
import { buildSystemPrompt } from './build-system-prompt.ts';
import { runtimeCapabilities } from './runtime-capabilities.ts';

const plan: Subgoal[] = [
  { id: 'cart', objective: 'Build the cart', status: 'completed', log: 'Tests pass.' },
  { id: 'pay', objective: 'Build the checkout', status: 'in_progress', plan: 'A form, then the API.' },
];
/** Input from the project and the user, none of which may be lost in any mode. */
const SAID = {
  rules: [
    { path: 'AGENTS.md', text: 'Use tabs.\n' },
    { path: '.devonz/rules.md', text: 'Answer in French.' },
  ],
  memory: { path: '.devonz/memory.md', text: 'The API is at /v2.' },
  routines: [{ name: 'test', description: 'Run the tests', command: 'npm run test -- $*' }],
  locks: ['src/legacy', 'package.json'],
  plan,
};
const limits = runtimeCapabilities('engine');
/** The real descriptions have their own snapshot (tools/result-texts.test.ts). */
const FEW = TOOLS.filter(({ name }) =>
  ['devonz_read_file', 'devonz_run_command', 'devonz_memory', 'devonz_task_complete'].includes(name),
).map((tool) => ({
  ...tool,
  description: `What ${tool.name} does.`,
}));
const promptOf = (mode: 'agent' | 'plan' | 'chat', rest = {}) =>
  buildSystemPrompt({ mode, tools: offeredTools(FEW, mode), limits, ...SAID, ...rest });

test('the whole prompt of agent mode: tools, runtime, rules, memory, locks and plan', () => {
  expect(promptOf('agent')).toMatchSnapshot();
});

test('the whole prompt of plan mode names only tools that look', () => {
  expect(promptOf('plan')).toMatchSnapshot();
});

test('the whole prompt of chat mode', () => {
  expect(promptOf('chat')).toMatchSnapshot();
});

test('the whole prompt for small models', () => {
  expect(promptOf('agent', { compact: true })).toMatchSnapshot();
});

test.each([true, false])(
  'a sub-agent that only reads gets its task, its tools and the rules, and nothing of writing or running (short: %s)',
  (short) => {
    const delegate = { name: 'scout', scope: null, role: null };
    const tools = possibleTools(TOOLS, false);
    const prompt = promptOf('agent', { delegate, tools, short, plan: [] });
    expect(prompt.replaceAll('no tool that writes or runs', '')).not.toMatch(
      /\bwrit|\brun|command|creat|install|\bedit|\bbuild|\bserver|\bdestructive|\bplan with|lock|npm/i,
    );
    for (const said of ['You are a sub-agent ("scout")', 'Your tools: devonz_read_file', 'Use tabs.', 'The API is at /v2.']) {
      expect(prompt).toContain(said);
    }
    expect(promptOf('agent', { delegate: { ...delegate, scope: ['src/'] }, tools: TOOLS })).toContain('Run commands to install');
  },
);

test('no prompt speaks of a tool that is not offered as a place for notes', () => {
  expect(promptOf('agent', { tools: FEW.filter(({ name }) => name !== 'devonz_memory') })).not.toContain('devonz_memory');
  expect(promptOf('agent', { tools: TOOLS })).toContain('Note with devonz_memory');
});

test.each([true, false])('small steps, nothing destructive and the end of a task are in the prompt, compact %s', (compact) => {
  const prompt = promptOf('agent', { compact, tools: [] });
  for (const words of [/in small steps/i, /Do nothing destructive that the user did not ask for/, /call devonz_task_complete/]) {
    expect(prompt).toMatch(words);
  }
  expect(prompt).toContain('Calls of a step run in order; after a failed write its commands');
  if (compact) expect(prompt).toContain('see what each one did before the next');
});

test.each(['agent', 'plan', 'chat'] as const)('in %s mode no rule, note, lock or plan is lost', (mode) => {
  const prompt = promptOf(mode);
  for (const said of ['Use tabs.', 'Answer in French.', 'The API is at /v2.', '- src/legacy', '[in_progress] pay: Build the checkout']) {
    expect(prompt).toContain(said);
  }
});

test('names every tool that is offered and no other', () => {
  const prompt = promptOf('agent', { tools: TOOLS.slice(0, 2) });
  expect(prompt).toContain('\nYour tools: devonz_read_file, devonz_write_file.\n');
  expect(prompt).not.toContain('devonz_run_command');
  for (const { description } of TOOLS) expect(prompt).not.toContain(description);
});

test.each(['agent', 'plan'] as const)('in %s mode the host, the user of commands and the routines are named', (mode) => {
  const prompt = promptOf(mode, { routines: [{ name: 'lint', description: 'Look\nfor problems', command: 'npm run lint' }] });
  expect(prompt).toContain('Everything runs in the browser');
  expect(prompt).toContain('Commands run as an ordinary user, in bash');
  expect(prompt).toContain('- lint (Look for problems: npm run lint)');
});

test.each(['agent', 'plan'] as const)('on a real machine its host, user, system, shell and the routines are named in %s mode', (mode) => {
  const facts: MachineFacts = {
    id: 'a1b2c3d4e5f6a7b8',
    kind: 'ssh',
    user: 'jexida',
    host: '192.168.1.224',
    system: 'Debian GNU/Linux 12',
    home: '/home/jexida',
    folder: '/home/jexida/lab',
    shells: { agent: ['bash'], user: ['/bin/bash'] },
    temporaryFolder: '/run/user/1000/devonz',
    hasTerminal: true,
    programs: { ollama: '0.5.1' },
  };
  const routines = [{ name: 'docker_list', description: 'List running containers', command: 'docker ps' }];
  const prompt = promptOf(mode, { limits: runtimeCapabilities(facts), routines });
  expect(prompt).toContain('You work on a real machine: 192.168.1.224, as jexida, Debian GNU/Linux 12.');
  expect(prompt).toContain('its folder /home/jexida/lab; your shell is bash.');
  expect(prompt).toContain('Installed, among others: ollama 0.5.1.');
  expect(prompt).toContain('- docker_list (List running containers: docker ps)');
});

test('of many routines the first are named, and where the others are', () => {
  const routines = Array.from({ length: 45 }, (_, index) => ({ name: `r${index}`, description: '', command: 'x'.repeat(1_000) }));
  const prompt = promptOf('agent', { routines });
  expect(prompt).toContain('- and 5 more, which devonz_routine lists');
  expect(prompt).not.toContain('x'.repeat(301));
});

test('what is empty takes no room', () => {
  const bare = buildSystemPrompt({
    mode: 'chat',
    tools: [],
    limits: [],
    rules: [{ path: 'AGENTS.md', text: ' \n' }],
    memory: null,
    locks: [],
    plan: [],
  });
  expect(bare.split('\n\n')).toHaveLength(2);
  expect(buildSystemPrompt({ mode: 'chat', tools: [], limits: [], rules: [], memory: { path: 'm', text: ' ' } })).toBe(bare);
});

test('long rules keep their beginning, long notes their end, and both say how much was cut', () => {
  const prompt = promptOf('agent', {
    rules: [{ path: 'R', text: `first${'x'.repeat(40_000)}last` }],
    memory: { path: 'M', text: `oldest${'x'.repeat(40_000)}newest` },
    locks: Array.from({ length: 120 }, (_, index) => `f${index}`),
  });
  expect(prompt).toContain('[cut: the first 20000 of 40009 characters]');
  expect(prompt).toContain('[cut: the last 10000 of 40012 characters]');
  expect(prompt).toContain('newest');
  expect(prompt).not.toContain('oldest');
  expect(prompt).toContain('and 20 more');
});

test('what changes more often comes later, so that prompt caches hold', () => {
  const before = promptOf('agent', { plan: [] });
  expect(promptOf('agent').startsWith(before)).toBe(true);
  const withoutLocks = promptOf('agent', { plan: [], locks: [] });
  expect(before.startsWith(withoutLocks)).toBe(true);
});

test('in plan mode the words say how it ends', () => {
  expect(promptOf('plan')).toContain('the user leaves plan mode by switching “Plan” off');
  expect(promptOf('agent')).not.toContain('plan mode');
});
