/** Every file of every template as text, in its own chunk that is loaded when a template is chosen. */
const contents = import.meta.glob<string>(
  ['../../../templates/*/**', '../../../templates/*/.gitignore', '!**/node_modules/**', '!**/dist/**', '!**/package-lock.json'],
  { query: '?raw', import: 'default', eager: true },
);

/** Returns the files of one template by their paths in the project, ordered by path. */
export function templateFiles(name: string): { path: string; text: string }[] {
  const prefix = `../../../templates/${name}/`;
  return Object.entries(contents)
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, text]) => ({ path: path.slice(prefix.length), text }));
}
