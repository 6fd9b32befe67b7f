import { wordsOf } from '../shell/words-of.ts';
import type { SshQuestions } from '../ssh/ssh-questions.ts';

/** Resolves to null if the user cancels. */
export type Ask = (question: { kind: 'yes-no' | 'text' | 'hidden'; text: string }) => Promise<string | null>;

/** Asks the user in the app's form. */
export function streamQuestions(ask: Ask): SshQuestions {
  const again = (attempt: number) => (attempt > 1 ? 'That was wrong. ' : '');
  return {
    passphrase: ({ keyFile, attempt }) => ask({ kind: 'hidden', text: `${again(attempt)}Passphrase of ${keyFile}` }),
    password: ({ user, host, attempt }) => ask({ kind: 'hidden', text: `${again(attempt)}Password of ${user} on ${host}` }),
    async keyboardInteractive({ host, title, instructions, prompts }) {
      const answers: string[] = [];
      const said = [title, instructions].filter((text) => text !== '').join('\n');
      const introduction = said === '' ? '' : wordsOf(host, said);
      for (const [index, { text, isSecret }] of prompts.entries()) {
        const question = text === '' ? 'Answer' : text;
        const lines = [...(index === 0 && introduction !== '' ? [introduction] : []), `${host} asks: ${question}`];
        const answer = await ask({ kind: isSecret ? 'hidden' : 'text', text: lines.join('\n') });
        if (answer === null) return null;
        answers.push(answer);
      }
      return answers;
    },
    async unknownHost({ host, keyType, fingerprint, file, note }) {
      const lines = [
        ...(note === null ? [] : [note]),
        `${host} is not known yet. Its ${keyType} key is ${fingerprint}.`,
        `Is that the server’s key? If you answer yes, it is added to ${file}.`,
      ];
      return (await ask({ kind: 'yes-no', text: lines.join('\n') })) === 'yes';
    },
  };
}
