import type { UserFiles } from '../ssh-ports.ts';

export class MemoryUserFiles implements UserFiles {
  readonly texts: Map<string, string>;

  constructor(texts: Record<string, string> = {}) {
    this.texts = new Map(Object.entries(texts));
  }

  async readText(path: string): Promise<string | null> {
    return this.texts.get(path) ?? null;
  }

  async appendText(path: string, text: string): Promise<void> {
    this.texts.set(path, (this.texts.get(path) ?? '') + text);
  }

  async listNames(folder: string): Promise<string[]> {
    const names = [...this.texts.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
    return names.filter((name) => !name.includes('/'));
  }
}
