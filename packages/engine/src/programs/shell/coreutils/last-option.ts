interface LastOptionParts {
  /** The letters that contradict each other. */
  among: string;
  /** Letters that take a value, which may look like one of them. */
  values?: string;
  /** Long names and the letter they mean; they may be shortened as for parseOptions. */
  long?: Readonly<Record<string, string>>;
}

/** Which of several options that contradict each other came last (`rm -f -i` asks, `rm -i -f` does not); null when none was given. */
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
