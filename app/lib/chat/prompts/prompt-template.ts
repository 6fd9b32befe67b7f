export interface PromptVariable {
  name: string;
  /** What it is unless the user says otherwise. */
  preset: string;
}

/** `{{name}}`, `{{name=default}}`. */
const VARIABLE = /\{\{[ \t]*([\p{L}\p{N}_][\p{L}\p{N}_-]{0,39})[ \t]*(?:=([^{}]{0,500}))?\}\}/gu;

/** What a prompt asks for, in its order, each once; of several defaults the first counts. */
export function promptVariables(text: string): PromptVariable[] {
  const presets = new Map<string, string>();
  for (const [, name = '', preset] of text.matchAll(VARIABLE)) {
    const known = presets.get(name) ?? '';
    presets.set(name, known === '' ? (preset?.trim() ?? '') : known);
  }
  return [...presets].map(([name, preset]) => ({ name, preset }));
}

/** In one pass: what a value says is text, whatever it looks like. A variable that is not given stays. */
export function fillPrompt(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(VARIABLE, (whole, name: string) => values.get(name) ?? whole);
}

/** `$ARGUMENTS` is all that was written after the name, `$1` to `$9` its words; `"two words"` are one. A prompt with neither gets them at its end. */
export function fillArguments(text: string, args: string): string {
  if (!takesArguments(text)) return args === '' ? text : `${text}\n\n${args}`;
  const words = [...args.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  return text.replace(ARGUMENT, (name) => (name === '$ARGUMENTS' ? args : (words[Number(name.slice(1)) - 1] ?? '')));
}

const ARGUMENT = /\$(?:ARGUMENTS\b|[1-9](?!\d))/g;

export function takesArguments(text: string): boolean {
  return text.search(ARGUMENT) !== -1;
}
