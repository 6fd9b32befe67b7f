/** Commands that people and agents try although this system cannot have them, and what to do instead. */
const hints: ReadonlyMap<string, string> = new Map([
  ['git', 'there is no git in this sandbox: the IDE keeps the project’s history; download the project or push it from the IDE'],
  ['python', 'there is no Python in this sandbox: it runs JavaScript and TypeScript (node) and WebAssembly'],
  ['python3', 'there is no Python in this sandbox: it runs JavaScript and TypeScript (node) and WebAssembly'],
  ['pip', 'there is no Python in this sandbox: install packages with npm'],
  ['pip3', 'there is no Python in this sandbox: install packages with npm'],
  ['apt', 'there is no package manager of the system: install packages with npm'],
  ['apt-get', 'there is no package manager of the system: install packages with npm'],
  ['brew', 'there is no package manager of the system: install packages with npm'],
  ['sudo', 'there is one user only, who may do everything: leave sudo out'],
  ['docker', 'there are no containers in this sandbox: run the program itself'],
  ['ssh', 'a browser opens no raw connection to the outside: use https (curl, fetch)'],
  ['gcc', 'there is no compiler for native code in this sandbox: use packages in JavaScript or WebAssembly'],
  ['make', 'there is no make in this sandbox: use npm scripts'],
  ['deno', 'there is no deno in this sandbox: use node and npm'],
  ['vi', 'there is no editor in the terminal: open the file in the IDE'],
  ['vim', 'there is no editor in the terminal: open the file in the IDE'],
  ['nano', 'there is no editor in the terminal: open the file in the IDE'],
]);

/** A second line below `name: command not found`, or null. */
export function missingHint(name: string): string | null {
  return hints.get(name) ?? null;
}
