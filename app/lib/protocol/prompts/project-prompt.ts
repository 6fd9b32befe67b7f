/** A prompt from a file in `.devonz/prompts`. The project's author wrote it, so the user sees it in the message box before it is sent. */
export interface ProjectPrompt {
  /** The user types it after `/`. */
  name: string;
  path: string;
  description: string;
  /** The arguments to type after the name, as a menu shows them; empty if there are none. */
  args: string;
  text: string;
}

export interface ProjectPrompts {
  prompts: readonly ProjectPrompt[];
  /** One sentence for each file that is not a valid prompt. */
  problems: readonly string[];
}
