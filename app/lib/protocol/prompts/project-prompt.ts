/** What a file of `.devonz/prompts` says. Whoever made the project wrote it: the user reads it in the message box before it is sent. */
export interface ProjectPrompt {
  /** Typed after `/`. */
  name: string;
  path: string;
  description: string;
  /** What to write after the name, as a menu shows it; empty: nothing. */
  args: string;
  text: string;
}

export interface ProjectPrompts {
  prompts: readonly ProjectPrompt[];
  /** What is wrong with files that are none, a sentence each. */
  problems: readonly string[];
}
