interface LastOptionParts {
  /** The letters that contradict each other. */
  among: string;
  /** The letters that take a value, which may look like one of them. */
  values?: string;
  /** Long names and their letters; they may be abbreviated as in parseOptions. */
  long?: Readonly<Record<string, string>>;
}

/** Returns the last of several contradicting options (`rm -f -i` asks, `rm -i -f` does not), or null if none was given. */
export function lastOption(args: readonly string[], { among, values = '', long = {} }: LastOptionParts): string | null {
  let last: string | null = null;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--') break;
    if (argument.startsWith('--')) {
      const name = argument.slice(2).replace(/=[\s\S]*$/, '');
      const found = Object.entries(long).find(([full]) => full.startsWith(name));
      if (found !== undefined) [, last] = found;
    } else if (argument.startsWith('-')) {
      const letters = argument.slice(1);
      const end = [...letters].findIndex((letter) => values.includes(letter));
      const flags = end === -1 ? letters : letters.slice(0, end);
      last = [...flags].findLast((letter) => among.includes(letter)) ?? last;
      // The value is the next word.
      if (end === letters.length - 1 && end !== -1) index += 1;
    }
  }
  return last;
}
