import { atom } from 'nanostores';

/** Asks which secret files an export takes along. */
export interface SecretQuestion {
  paths: readonly string[];
  /** Answers with the files that are taken along, or with `null` if nothing is exported. */
  answer(taken: ReadonlySet<string> | null): void;
}

export const $secretQuestion = atom<SecretQuestion | null>(null);

/** Shows the question and resolves with its answer. A question that is still open is answered with `null`. */
export function askSecretQuestion(paths: readonly string[]): Promise<ReadonlySet<string> | null> {
  $secretQuestion.get()?.answer(null);
  return new Promise((resolve) => {
    const question: SecretQuestion = {
      paths,
      answer(taken) {
        if ($secretQuestion.get() === question) $secretQuestion.set(null);
        resolve(taken);
      },
    };
    $secretQuestion.set(question);
  });
}
