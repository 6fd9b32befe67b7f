import { describe, expect, test } from 'vitest';
import { getAgentToolNames } from '../../lib/agent/index.ts';
import { DEMO_PROMPTS } from '../../lib/protocol/start/demo-prompts.ts';
import { TOOLS } from '../../lib/tools/index.ts';
import { demoScripts } from './demo-scripts.server.ts';
import { BROKEN_LINE, FIXED_LINE } from './scripts/fix-the-bug.server.ts';
import { completed, type FakeCommand, FakeExecutor, serving } from './testing/fake-executor.ts';
import { DemoChat } from './testing/play-demo.ts';

const install: FakeCommand = { matches: /^npm install$/, answer: () => completed(0, 'added 68 packages in 3s') };
const start: FakeCommand = { matches: /^(npm start|node server\.js)$/, answer: () => serving(3000) };
const crash = "TypeError: Cannot read properties of undefined (reading 'toFixed')\n    at formatPrice (format-price.js:3:28)";
/** Crashes as long as the bug is in the file. */
const startBroken: FakeCommand = {
  matches: /node (bug-demo\/)?server\.js$/,
  answer: (files) => ([...files.values()].some((text) => text.includes(BROKEN_LINE)) ? completed(1, crash) : serving(3000)),
};
const commandsOf = new Map<string, FakeCommand[]>([
  ['Build a todo list', [install, start]],
  ['Make a landing page', [start]],
  ['Make a snake game', [start]],
  ['Fix the bug', [startBroken]],
]);

test('there is a script for each prompt the first screen offers', () => {
  expect(demoScripts.map(({ prompt }) => prompt).sort()).toEqual([...DEMO_PROMPTS].sort());
  expect(demoScripts.filter(({ plan }) => plan.includes('devonz_'))).toEqual([]);
});

describe.each(DEMO_PROMPTS)('“%s”', (prompt) => {
  test('plays to its end and says where to look', async () => {
    const executor = new FakeExecutor(commandsOf.get(prompt) ?? []);
    const chat = new DemoChat(executor);
    const lastWords = await chat.send(prompt);
    expect(lastWords).toContain('Preview tab');
    expect(lastWords).toContain('port 3000');
    expect(lastWords).toContain('I checked for errors, and none were reported.');
    // Users do not know the internal names of tools.
    expect(chat.turns.filter(({ text }) => text.includes('devonz_'))).toEqual([]);
    expect(executor.made.at(-1)?.toolName).toBe('devonz_get_errors');
    expect(executor.made.at(0)?.toolName).toBe('devonz_list_directory');
  });

  test('gives its calls ids that are unique, and arguments that the tools take', async () => {
    const chat = new DemoChat(new FakeExecutor(commandsOf.get(prompt) ?? []));
    await chat.send(prompt);
    const calls = chat.turns.flatMap((turn) => turn.calls);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    for (const { toolName, input } of calls) {
      expect(TOOLS.find(({ name }) => name === toolName)?.problemOf(input), toolName).toBeNull();
      if (toolName === 'devonz_write_file') expect(Object.keys(input)).toEqual(['path', 'reasoning', 'content']);
    }
  });

  test('without a tool that runs says what it would do, and calls nothing', async () => {
    const chat = new DemoChat(new FakeExecutor([]), ['devonz_read_file', 'devonz_list_directory']);
    const lastWords = await chat.send(prompt);
    expect(lastWords).toContain('I would');
    expect(lastWords).toContain('agent mode');
    expect(chat.turns).toHaveLength(1);
  });

  test('a denial at any call ends it there, with the reason quoted, and nothing later is done', async () => {
    const played = new FakeExecutor(commandsOf.get(prompt) ?? []);
    await new DemoChat(played).send(prompt);
    for (const [position, call] of played.made.entries()) {
      if (!['devonz_write_file', 'devonz_edit_file', 'devonz_run_command'].includes(call.toolName)) continue;
      const executor = new FakeExecutor(commandsOf.get(prompt) ?? [], (_call, index) =>
        index === position ? { type: 'error-text', value: 'The user denied this call; it was not run. They say: not like this' } : null,
      );
      const chat = new DemoChat(executor);
      const lastWords = await chat.send(prompt);
      expect(lastWords, `denied: call ${position}`).toContain('with the reason “not like this”');
      expect(lastWords).toContain('You denied');
      expect(lastWords).toContain('Say “continue”');
      expect(lastWords).not.toContain('Preview tab shows');
      // Calls of the same step are answered together, and no step follows.
      const denied = chat.turns.at(-2);
      expect(denied?.calls.map(({ input }) => input)).toContainEqual(executor.made[position]?.input);
    }
  });

  test('an interrupted call is made once more, and a second interruption ends it', async () => {
    const once = new FakeExecutor(commandsOf.get(prompt) ?? [], (_call, index) => (index === 1 ? interrupted : null));
    const chat = new DemoChat(once);
    expect(await chat.send(prompt)).toContain('Preview tab');
    expect(chat.turns[2]?.text).toContain('cut off');
    const always = new FakeExecutor(commandsOf.get(prompt) ?? [], () => interrupted);
    expect(await new DemoChat(always).send(prompt)).toContain('cut off again');
  });
});

const interrupted = { type: 'error-text', value: 'cancelled: interrupted before it had a result.' } as const;

describe('“Fix the bug” fixes what it broke', () => {
  test('in an empty project, by one exact edit', async () => {
    const executor = new FakeExecutor([startBroken]);
    const chat = new DemoChat(executor);
    await chat.send('Fix the bug');
    expect(chat.turns[1]?.text).toContain('on purpose');
    expect(executor.files.get('format-price.js')).toContain(FIXED_LINE);
    expect(executor.made.map(({ toolName }) => toolName)).toEqual([
      'devonz_list_directory',
      ...Array(4).fill('devonz_write_file'),
      'devonz_run_command',
      'devonz_get_errors',
      'devonz_search_code',
      'devonz_edit_file',
      'devonz_run_command',
      'devonz_get_errors',
    ]);
  });

  test('quotes the error that the project reports', async () => {
    const executor = new FakeExecutor([startBroken]);
    executor.errors = [{ source: 'terminal', message: 'TypeError: no toFixed', file: 'format-price.js', line: 3, count: 1 }];
    const chat = new DemoChat(executor);
    await chat.send('Fix the bug');
    expect(chat.turns.find(({ calls }) => calls[0]?.toolName === 'devonz_search_code')?.text).toContain(
      'TypeError: no toFixed (format-price.js:3)',
    );
  });

  test('beside a user’s own files in a folder of its own, which it names', async () => {
    const executor = new FakeExecutor([startBroken]);
    executor.files.set('server.js', 'mine');
    const lastWords = await new DemoChat(executor).send('fix the bug please');
    expect(executor.files.get('server.js')).toBe('mine');
    expect(lastWords).toContain('bug-demo/format-price.js');
    // The surrounding project may use ES modules.
    expect(JSON.parse(executor.files.get('bug-demo/package.json') ?? '')).toMatchObject({ type: 'commonjs' });
  });

  test('a second time, by putting its bug back first', async () => {
    const executor = new FakeExecutor([startBroken]);
    await new DemoChat(executor).send('Fix the bug');
    expect(await new DemoChat(executor).send('Fix the bug')).toContain('The bug is fixed');
  });

  test('where edits are not offered, by writing the file', async () => {
    const executor = new FakeExecutor([startBroken]);
    await new DemoChat(executor, getAgentToolNames()).send('Fix the bug');
    expect(executor.files.get('format-price.js')).toContain(FIXED_LINE);
  });
});
