import type { Readable, Writable } from 'node:stream';
import { wordsOf } from '../shell/words-of.ts';
import type { SshQuestions } from './ssh-questions.ts';

export interface TerminalStreams {
  input: Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  output: Writable;
}

/**
 * Asks in the terminal in which the bridge was started. Secrets are not echoed. Declines every question if input is no
 * terminal.
 */
export function terminalQuestions(streams: TerminalStreams): SshQuestions {
  const ask = (text: string, isSecret: boolean) => askLine(streams, text, isSecret);
  return {
    passphrase: ({ keyFile, attempt }) => ask(`${attempt > 1 ? 'That was wrong. ' : ''}Passphrase of ${keyFile}: `, true),
    password: ({ user, host, attempt }) => ask(`${attempt > 1 ? 'That was wrong. ' : ''}Password of ${user} on ${host}: `, true),
    async keyboardInteractive({ host, title, instructions, prompts }) {
      const introduction = [title, instructions].filter((text) => text !== '').join('\n');
      if (introduction !== '') streams.output.write(`${wordsOf(host, introduction)}\n`);
      const answers: string[] = [];
      for (const { text, isSecret } of prompts) {
        // The text is marked as the server's, because it could imitate this program's question for a passphrase.
        const answer = await ask(`${host} asks: ${text === '' ? 'Answer:' : text} `, isSecret);
        if (answer === null) return null;
        answers.push(answer);
      }
      return answers;
    },
    async unknownHost({ host, keyType, fingerprint, file, note }) {
      if (note !== null) streams.output.write(`${note}\n`);
      streams.output.write(`${host} is not known yet. Its ${keyType} key is ${fingerprint}.\n`);
      const answer = await ask(`Is that the server’s key? If you answer yes, it is added to ${file}. (yes/no) `, false);
      return answer?.trim().toLowerCase() === 'yes';
    },
  };
}

const enter = new Set(['\r', '\n']);
const erase = new Set(['\b', '\u007f']);
/** Ctrl+C and Ctrl+D. */
const cancel = new Set(['\u0003', '\u0004']);

function askLine({ input, output }: TerminalStreams, text: string, isSecret: boolean): Promise<string | null> {
  if (input.isTTY !== true || input.setRawMode === undefined) {
    output.write(`Nobody can be asked here, since this is no terminal: ${text.trim()}\n`);
    return Promise.resolve(null);
  }
  return new Promise((resolve) => {
    let line: string[] = [];
    const finish = (answer: string | null) => {
      input.off('data', read);
      input.off('end', end);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
      resolve(answer);
    };
    const end = () => finish(null);
    const read = (bytes: Buffer | string) => {
      for (const character of bytes.toString()) {
        if (enter.has(character)) return finish(line.join(''));
        if (cancel.has(character)) return finish(null);
        if (erase.has(character)) {
          if (line.length > 0 && !isSecret) output.write('\b \b');
          line = line.slice(0, -1);
        } else if (character >= ' ') {
          line.push(character);
          if (!isSecret) output.write(character);
        }
      }
    };
    // Echo is disabled first, so that nothing typed early is shown.
    input.setRawMode?.(true);
    output.write(text);
    input.on('data', read);
    input.once('end', end);
    input.resume();
  });
}
