import { defaultFilter } from 'cmdk';
import type { FileSymbol } from '../../lib/types-service/type-questions.ts';
import { hasInOrder } from './has-in-order.ts';

/**
 * Returns the symbols whose names contain the letters in order, the best first. Without letters, returns all symbols in the file's order.
 */
export function rankSymbols(symbols: readonly FileSymbol[], typed: string): readonly FileSymbol[] {
  const wanted = typed.replaceAll(' ', '').toLowerCase();
  if (wanted === '') return symbols;
  return symbols
    .filter(({ name }) => hasInOrder(name.toLowerCase(), wanted))
    .map((symbol) => ({ symbol, score: defaultFilter(symbol.name, wanted) }))
    .sort((a, b) => b.score - a.score || a.symbol.from - b.symbol.from)
    .map(({ symbol }) => symbol);
}
