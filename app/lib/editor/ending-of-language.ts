/** Names that models write behind three backticks, as endings that the editor knows. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['javascript', 'js'],
  ['typescript', 'ts'],
  ['markdown', 'md'],
  ['json5', 'json'],
  ['xhtml', 'html'],
  ...[
    'js',
    'cjs',
    'mjs',
    'jsx',
    'ts',
    'cts',
    'mts',
    'tsx',
    'html',
    'htm',
    'vue',
    'svelte',
    'css',
    'scss',
    'less',
    'json',
    'jsonc',
    'md',
  ].map((ending) => [ending, ending] as const),
]);

/** Null: the editor has no colours for it. */
export function endingOfLanguage(name: string): string | null {
  return ENDINGS.get(name.toLowerCase()) ?? null;
}
