import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type TerminalStreams, terminalQuestions } from './terminal-questions.ts';

class Terminal {
  readonly raw: boolean[] = [];
  shown = '';
  readonly streams: TerminalStreams;
  private readonly input = new PassThrough();

  constructor(isTTY = true) {
    const output = new PassThrough();
    output.on('data', (bytes: Buffer) => {
      this.shown += bytes.toString();
    });
    this.streams = { input: Object.assign(this.input, { isTTY, setRawMode: (isRaw: boolean) => this.raw.push(isRaw) }), output };
  }

  type(text: string): void {
    this.input.write(text);
  }
}

test('a secret is not echoed, and can be corrected', async () => {
  const terminal = new Terminal();
  const answer = terminalQuestions(terminal.streams).password({ user: 'me', host: 'server', attempt: 1 });
  terminal.type('sexy\u007f\u007fcret\r');
  expect(await answer).toBe('secret');
  expect(terminal.shown).toBe('Password of me on server: \n');
  expect(terminal.raw).toEqual([true, false]);
});

test('a prompt that is no secret is echoed', async () => {
  const terminal = new Terminal();
  const prompts = [{ text: 'Code:', isSecret: false }];
  const answer = terminalQuestions(terminal.streams).keyboardInteractive({
    user: 'me',
    host: 'server',
    title: 'Two steps',
    instructions: '',
    prompts,
  });
  terminal.type('13\b2\r');
  expect(await answer).toEqual(['12']);
  expect(terminal.shown).toBe('server says: Two steps\nserver asks: Code: 13\b \b2\n');
});

test('only the whole word “yes” trusts a server', async () => {
  const question = { host: 'server', keyType: 'ssh-ed25519', fingerprint: 'SHA256:x', file: 'known_hosts', note: null };
  for (const [typed, isTrusted] of [
    ['yes', true],
    ['YES ', true],
    ['y', false],
    ['', false],
  ] as const) {
    const terminal = new Terminal();
    const answer = terminalQuestions(terminal.streams).unknownHost(question);
    terminal.type(`${typed}\r`);
    expect(await answer, typed).toBe(isTrusted);
    expect(terminal.shown).toContain('SHA256:x');
  }
});

test('Ctrl+C declines, and so does a place where nobody can answer', async () => {
  const terminal = new Terminal();
  const answer = terminalQuestions(terminal.streams).passphrase({ keyFile: 'id', attempt: 2 });
  terminal.type('abc\u0003');
  expect(await answer).toBe(null);
  expect(await terminalQuestions(new Terminal(false).streams).passphrase({ keyFile: 'id', attempt: 1 })).toBe(null);
});
