import type { Select } from 'unbash';
import { expandWords } from './expand/expand-word.ts';
import type { Execution } from './state/execution.ts';

/** Controls the loop of `select`: shows the menu, reads an answer, and returns false at the end of input. */
export async function selectChoices(node: Select, execution: Execution): Promise<() => Promise<boolean>> {
  const { state, interpreter, files, signal } = execution;
  const items = node.wordlist === undefined ? state.positional : await expandWords(node.wordlist, execution);
  const write = async (text: string) => files.get(2)?.write(new TextEncoder().encode(text), signal);
  const width = String(items.length).length;
  const menu = items.map((item, index) => `${String(index + 1).padStart(width)}) ${item}\n`).join('');
  let isMenuWanted = true;
  return async () => {
    if (items.length === 0) return false;
    for (;;) {
      if (isMenuWanted) await write(menu);
      await write(state.variables.text('PS3') ?? '#? ');
      if ((await interpreter.runArguments(['read', 'REPLY'], execution)) !== 0) {
        await write('\n');
        return false;
      }
      const reply = state.variables.text('REPLY') ?? '';
      // An empty answer shows the menu again.
      isMenuWanted = reply === '';
      if (isMenuWanted) continue;
      const choice = /^\d+$/.test(reply) ? items[Number(reply) - 1] : undefined;
      state.variables.setText(node.name.value, choice ?? '');
      return true;
    }
  };
}
