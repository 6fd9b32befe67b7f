import { globPattern } from 'devonz-engine-protocol/glob-pattern';

/**
 * Globs over absolute paths: one with a leading slash is relative to the root, one with a slash further on to `folder`, and one without a
 * slash matches a name anywhere, as in a `.gitignore`.
 */
export class PathGlobs {
  readonly #patterns: readonly RegExp[];

  constructor(globs: readonly string[], folder: string) {
    this.#patterns = globs.map((glob) => {
      const plain = glob.replace(/(?<=.)\/+$/, '');
      if (plain.startsWith('/')) return globPattern(plain);
      return globPattern(plain.includes('/') ? `${folder}/${plain}` : `**/${plain}`);
    });
  }

  get isEmpty(): boolean {
    return this.#patterns.length === 0;
  }

  matches(path: string): boolean {
    const plain = path.slice(1);
    return this.#patterns.some((pattern) => pattern.test(plain));
  }
}
