/**
 * Asked while a connection is made, and answered in the terminal or in the app's form. No answer is stored or logged. Texts that a server
 * sent have no control characters. Null, or false, means that the user declined.
 */
export interface SshQuestions {
  passphrase(question: PassphraseQuestion): Promise<string | null>;
  password(question: PasswordQuestion): Promise<string | null>;
  /** One answer for each prompt. */
  keyboardInteractive(question: KeyboardQuestion): Promise<string[] | null>;
  /** Whether to trust a server that is seen for the first time. */
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
  /** As `known_hosts` names it: `host` or `[host]:port`. */
  host: string;
  keyType: string;
  /** As OpenSSH prints it: `SHA256:…`. */
  fingerprint: string;
  /** The file that gets a line if the answer is yes. */
  file: string;
  /** A sentence, if there is something else to know. */
  note: string | null;
}
