export interface PromptVariable {
  name: string;
  /** The default value. */
  preset: string;
}

/** `{{name}}`, `{{name=default}}`. */
const VARIABLE = /\{\{[ \t]*([\p{L}\p{N}_][\p{L}\p{N}_-]{0,39})[ \t]*(?:=([^{}]{0,500}))?\}\}/gu;

/** The variables of a prompt, in order and without duplicates; the first default counts. */
export function promptVariables(text: string): PromptVariable[] {
  const presets = new Map<string, string>();
  for (const [, name = '', preset] of text.matchAll(VARIABLE)) {
    const known = presets.get(name) ?? '';
    presets.set(name, known === '' ? (preset?.trim() ?? '') : known);
  }
  return [...presets].map(([name, preset]) => ({ name, preset }));
}

/** Replaces all variables in one pass, so that a value is never read as a variable. A variable without a value stays. */
export function fillPrompt(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(VARIABLE, (whole, name: string) => values.get(name) ?? whole);
}

/**
 * `$ARGUMENTS` is everything after the name, and `$1` to `$9` are its words, where `"two words"` count as one. If a prompt uses
 * neither, the arguments are added at its end.
 */
export function fillArguments(text: string, args: string): string {
  if (!takesArguments(text)) return args === '' ? text : `${text}\n\n${args}`;
  const words = [...args.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  return text.replace(ARGUMENT, (name) => (name === '$ARGUMENTS' ? args : (words[Number(name.slice(1)) - 1] ?? '')));
}

const ARGUMENT = /\$(?:ARGUMENTS\b|[1-9](?!\d))/g;

export function takesArguments(text: string): boolean {
  return text.search(ARGUMENT) !== -1;
}
