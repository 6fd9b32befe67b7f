/** Every file of every template as text, in a chunk of its own that is loaded when one is chosen. */
const contents = import.meta.glob<string>(
  ['../../../templates/*/**', '../../../templates/*/.gitignore', '!**/node_modules/**', '!**/dist/**', '!**/package-lock.json'],
  { query: '?raw', import: 'default', eager: true },
);

/** The files of one template, by their paths in the project, in the order of these. */
export function templateFiles(name: string): { path: string; text: string }[] {
  const prefix = `../../../templates/${name}/`;
  return Object.entries(contents)
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, text]) => ({ path: path.slice(prefix.length), text }));
}
