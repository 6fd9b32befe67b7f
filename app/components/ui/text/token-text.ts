/** `980`, `18.4k`, `1.2M`. */
export function tokenText(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  const [amount, unit] = tokens < 1_000_000 ? [tokens / 1_000, 'k'] : [tokens / 1_000_000, 'M'];
  return `${Number.isInteger(amount) || amount >= 100 ? Math.round(amount) : amount.toFixed(1)}${unit}`;
}
