/**
 * Asked while a connection is made, and answered in the terminal or in the app's form. No answer is stored or logged. Texts that a server
 * sent have no control characters. Null, or false, means that the user declined.
 */
export interface SshQuestions {
  passphrase(question: PassphraseQuestion): Promise<string | null>;
  password(question: PasswordQuestion): Promise<string | null>;
  /** Resolves to one answer for each prompt. */
  keyboardInteractive(question: KeyboardQuestion): Promise<string[] | null>;
  /** Asks whether to trust a server that is not known yet. */
  unknownHost(question: UnknownHostQuestion): Promise<boolean>;
}

export interface PassphraseQuestion {
  keyFile: string;
  /** 1 at first. */
  attempt: number;
}

export interface PasswordQuestion {
  user: string;
  host: string;
  attempt: number;
}

export interface KeyboardQuestion {
  user: string;
  host: string;
  title: string;
  instructions: string;
  prompts: { text: string; isSecret: boolean }[];
}

export interface UnknownHostQuestion {
  /** The server's name in `known_hosts`: `host` or `[host]:port`. */
  host: string;
  keyType: string;
  /** The fingerprint in OpenSSH's form: `SHA256:…`. */
  fingerprint: string;
  /** The file to which a line is added if the answer is yes. */
  file: string;
  /** A sentence with further information, if there is any. */
  note: string | null;
}
