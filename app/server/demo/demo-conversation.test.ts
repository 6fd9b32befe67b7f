import { describe, expect, test } from 'vitest';
import { DEMO_PROMPTS } from '../../lib/protocol/start/demo-prompts.ts';
import { createDemoModel } from './create-demo-model.server.ts';
import { instantPacer, type Pacer } from './pacer.server.ts';
import { completed, type FakeCommand, FakeExecutor, serving } from './testing/fake-executor.ts';
import { callOptions, DemoChat } from './testing/play-demo.ts';

const portTaken = 'Error: listen EADDRINUSE: address already in use :::3000';
const install: FakeCommand = { matches: /^npm install$/, answer: () => completed(0, 'added 68 packages') };
const start: FakeCommand = { matches: /^(npm start|node server\.js)$/, answer: () => serving(3000) };

describe('what is no script', () => {
  test('any other prompt is informed plainly that this is a script, what it can show and how to set a key', async () => {
    const words = await new DemoChat(new FakeExecutor([])).send('Write me a compiler');
    expect(words).toContain('I am a script, not an AI');
    expect(words).toContain('“Write me a compiler”');
    for (const prompt of DEMO_PROMPTS) expect(words).toContain(prompt);
    expect(words).toMatch(/OPENAI_API_KEY.*GOOGLE_GENERATIVE_AI_API_KEY.*\.dev\.vars.*restart/s);
  });

  test.each([
    ['thanks!', 'You are welcome'],
    ['change the colour to blue', 'cannot take wishes'],
    ['make the snake faster', 'cannot take wishes'],
    ['now make it multiplayer', 'cannot take wishes'],
  ])('“%s” after a script is answered without starting anything', async (text, expected) => {
    const executor = new FakeExecutor([start]);
    const chat = new DemoChat(executor);
    await chat.send('Make a snake game');
    const callsBefore = executor.made.length;
    expect(await chat.send(text)).toContain(expected);
    expect(executor.made).toHaveLength(callsBefore);
  });

  test('a script may be followed by another, and played again when that is asked for', async () => {
    const executor = new FakeExecutor([start]);
    const chat = new DemoChat(executor);
    await chat.send('a snake please');
    expect(await chat.send('and now a landing page')).toContain('landing page is running');
    expect(await chat.send('make the landing page again, from scratch')).toContain('landing page is running');
  });
});

describe('what goes wrong is said, and ends the script', () => {
  test('a failing npm install: its output, and the scripts that need no package', async () => {
    const failing: FakeCommand = { matches: /^npm install$/, answer: () => completed(1, 'npm error code ENOTFOUND') };
    const executor = new FakeExecutor([failing]);
    const words = await new DemoChat(executor).send('Build a todo list');
    expect(words).toContain('exit code 1');
    expect(words).toContain('npm error code ENOTFOUND');
    expect(words).toContain('Make a landing page');
    expect(executor.made.at(-1)?.input).toMatchObject({ command: 'npm install' });
  });

  test('an npm install that has not ended: not taken for done', async () => {
    const slow: FakeCommand = {
      matches: /^npm install$/,
      answer: () => ({ status: 'timed_out', output: 'reify', processId: '1', note: 'It had not ended after 120000 ms.' }),
    };
    expect(await new DemoChat(new FakeExecutor([slow])).send('Build a todo list')).toContain('has not ended');
  });

  test('a server that opens no port, and one that ends at once', async () => {
    const quiet: FakeCommand = {
      matches: /^node server/,
      answer: () => ({ status: 'timed_out', output: '', note: 'It had not ended after 30000 ms.' }),
    };
    expect(await new DemoChat(new FakeExecutor([quiet])).send('Make a snake game')).toContain('not opened a port');
    const dying: FakeCommand = { matches: /^node server/, answer: () => completed(7, 'SyntaxError: bad') };
    const words = await new DemoChat(new FakeExecutor([dying])).send('Make a snake game');
    expect(words).toContain('exit code 7');
    expect(words).toContain('SyntaxError: bad');
  });

  test('a file that cannot be written', async () => {
    const executor = new FakeExecutor([], (call) =>
      call.input.path === 'server.js' ? { type: 'error-text', value: 'EIO: the disk is full' } : null,
    );
    const words = await new DemoChat(executor).send('Make a snake game');
    expect(words).toContain('`server.js` could not be written: EIO: the disk is full');
    expect(words).toContain('`public/index.html`');
  });

  test('a port that is taken: the next one is tried, aloud', async () => {
    const onNext: FakeCommand = { matches: /^PORT=3001 node server\.js$/, answer: () => serving(3001) };
    const taken: FakeCommand = { matches: /^node server\.js$/, answer: () => completed(1, portTaken) };
    const chat = new DemoChat(new FakeExecutor([onNext, taken]));
    expect(await chat.send('Make a snake game')).toContain('port 3001');
    expect(chat.turns.some(({ text }) => text.includes('Port 3000 is taken'))).toBe(true);
  });
});

describe('“continue”', () => {
  test('asks again for what was denied, and continues from there', async () => {
    let isDenied = true;
    const executor = new FakeExecutor([install, start], (call) =>
      isDenied && call.input.command === 'npm install' ? { type: 'error-text', value: 'User denied: not yet' } : null,
    );
    const chat = new DemoChat(executor);
    expect(await chat.send('Build a todo list')).toContain('not yet');
    isDenied = false;
    expect(await chat.send('continue')).toContain('Your todo list is running');
    expect(executor.made.filter(({ toolName }) => toolName === 'devonz_list_directory')).toHaveLength(1);
    expect(executor.made.filter(({ input }) => input.command === 'npm install')).toHaveLength(2);
  });

  test('before any script is no script', async () => {
    expect(await new DemoChat(new FakeExecutor([])).send('continue')).toContain('I am a script');
  });
});

describe('the stream', () => {
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Make a snake game' }] }];

  test('ends with the reason of the abort, and takes no more time', async () => {
    const stop = new AbortController();
    let waits = 0;
    const pacer: Pacer = {
      wait: async () => {
        waits++;
        if (waits === 3) stop.abort(new Error('stopped by a user'));
      },
    };
    const { stream } = await createDemoModel({ pacer }).doStream({ ...callOptions(prompt), abortSignal: stop.signal });
    const readAll = async () => {
      for await (const part of stream) expect(part.type).not.toBe('finish');
    };
    await expect(readAll()).rejects.toThrow('stopped by a user');
    expect(waits).toBe(3);
  });

  test('never cuts a character in two', async () => {
    const { stream } = await createDemoModel({ pacer: instantPacer }).doStream(callOptions(prompt));
    // encodeURIComponent throws on a lone surrogate.
    for await (const part of stream) {
      if (part.type === 'text-delta' || part.type === 'tool-input-delta') expect(encodeURIComponent(part.delta)).toBeTruthy();
    }
  });

  test('is the same for the same conversation', async () => {
    const model = createDemoModel({ pacer: instantPacer });
    const [first, second] = await Promise.all([model.doGenerate(callOptions(prompt)), model.doGenerate(callOptions(prompt))]);
    expect(first).toEqual(second);
  });

  test('a conversation that fits no script is answered with exactly that', async () => {
    const odd = [
      ...prompt,
      { role: 'assistant' as const, content: [{ type: 'tool-call' as const, toolCallId: 'x', toolName: 'other_tool', input: {} }] },
    ];
    const { content } = await createDemoModel({ pacer: instantPacer }).doGenerate(callOptions(odd));
    expect(content[0]).toMatchObject({ text: expect.stringContaining('lost my place') });
  });
});
