import type { KeyboardQuestion, PassphraseQuestion, PasswordQuestion, SshQuestions, UnknownHostQuestion } from '../ssh-questions.ts';

export interface Answers {
  passphrases?: (string | null)[];
  passwords?: (string | null)[];
  keyboard?: (string[] | null)[];
  trusts?: boolean;
}

export type Asked =
  | { type: 'passphrase'; question: PassphraseQuestion }
  | { type: 'password'; question: PasswordQuestion }
  | { type: 'keyboard'; question: KeyboardQuestion }
  | { type: 'host'; question: UnknownHostQuestion };

/** Answers in the order given, then declines, and keeps what was asked. */
export class ScriptedQuestions implements SshQuestions {
  readonly asked: Asked[] = [];

  constructor(private readonly answers: Answers = {}) {}

  async passphrase(question: PassphraseQuestion): Promise<string | null> {
    this.asked.push({ type: 'passphrase', question });
    return this.answers.passphrases?.shift() ?? null;
  }

  async password(question: PasswordQuestion): Promise<string | null> {
    this.asked.push({ type: 'password', question });
    return this.answers.passwords?.shift() ?? null;
  }

  async keyboardInteractive(question: KeyboardQuestion): Promise<string[] | null> {
    this.asked.push({ type: 'keyboard', question });
    return this.answers.keyboard?.shift() ?? null;
  }

  async unknownHost(question: UnknownHostQuestion): Promise<boolean> {
    this.asked.push({ type: 'host', question });
    return this.answers.trusts ?? true;
  }
}
