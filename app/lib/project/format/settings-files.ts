import type { SettingsFile } from './format-messages.ts';

/** In prettier's order of lookup within a folder. */
const READ = ['package.json', 'package.yaml', '.prettierrc', '.prettierrc.json', '.prettierrc.yaml', '.prettierrc.yml', '.prettierrc.toml'];
const NOT_READ = ['.prettierrc.json5', ...programs('.prettierrc'), ...programs('prettier.config')];

interface FileSource {
  has(path: string): boolean;
  read(path: string): Promise<string>;
}

/** Files of the project that may contain settings for this file, nearest first. None of them is executed. */
export async function settingsFiles(path: string, source: FileSource): Promise<readonly SettingsFile[]> {
  const found: SettingsFile[] = [];
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    const inFolder = (name: string) => (folder === '' ? name : `${folder}/${name}`);
    for (const place of READ.map(inFolder).filter(source.has)) found.push({ path: place, text: await source.read(place) });
    found.push(
      ...NOT_READ.map(inFolder)
        .filter(source.has)
        .map((place) => ({ path: place, text: null })),
    );
    if (folder === '') return found;
  }
}

/** `.editorconfig` files for options that the settings leave open; nearest first. */
export async function editorConfigs(path: string, source: FileSource): Promise<readonly SettingsFile[]> {
  const found: SettingsFile[] = [];
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    const place = folder === '' ? '.editorconfig' : `${folder}/.editorconfig`;
    if (source.has(place)) found.push({ path: place, text: await source.read(place) });
    if (folder === '') return found;
  }
}

function programs(name: string): string[] {
  return ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts'].map((ending) => `${name}.${ending}`);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
