const MOST_TRIES = 90;

/** Removes words while `isStill` holds for the rest; greedily, largest pieces first. */
export async function shrink(command: string, isStill: (command: string) => Promise<boolean>): Promise<string> {
  let words = command.split(/( |\n)/).filter((word) => word !== '' && word !== ' ');
  let tries = 0;
  for (let size = Math.max(1, words.length >> 1); size >= 1; ) {
    let isShorter = false;
    for (let at = 0; at + size <= words.length && tries < MOST_TRIES; ) {
      const rest = [...words.slice(0, at), ...words.slice(at + size)];
      tries++;
      if (rest.length > 0 && (await isStill(joined(rest)))) {
        words = rest;
        isShorter = true;
      } else at += 1;
    }
    if (!isShorter || size > words.length) size = size === 1 && !isShorter ? 0 : Math.min(size === 1 ? 1 : size >> 1, words.length);
    if (tries >= MOST_TRIES) break;
  }
  return joined(words);
}

const joined = (words: readonly string[]) => words.join(' ').replace(/ ?\n ?/g, '\n');
