import type { SshQuestions } from './ssh-questions.ts';

/**
 * Repeats a passphrase or a password by itself when it is asked for again, so that a connection comes back after a cut
 * although nobody is at the terminal. Answers are kept only in memory. After a wrong answer the user is asked; one-time
 * answers are never repeated.
 */
export function withMemory(questions: SshQuestions): SshQuestions {
  const known = new Map<string, string>();
  const answer = async (key: string, attempt: number, ask: () => Promise<string | null>): Promise<string | null> => {
    const earlier = attempt === 1 ? known.get(key) : undefined;
    const given = earlier ?? (await ask());
    if (given === null) known.delete(key);
    else known.set(key, given);
    return given;
  };
  return {
    passphrase: (question) => answer(`passphrase ${question.keyFile}`, question.attempt, () => questions.passphrase(question)),
    password: (question) => answer(`password ${question.user}@${question.host}`, question.attempt, () => questions.password(question)),
    keyboardInteractive: (question) => questions.keyboardInteractive(question),
    unknownHost: (question) => questions.unknownHost(question),
  };
}
