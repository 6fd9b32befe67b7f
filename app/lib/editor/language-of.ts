import type { LanguageSupport } from '@codemirror/language';

const LOADERS: ReadonlyMap<string, () => Promise<LanguageSupport>> = new Map([
  ...['js', 'cjs', 'mjs', 'jsx'].map(
    (ending) => [ending, async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true })] as const,
  ),
  ...['ts', 'cts', 'mts'].map(
    (ending) => [ending, async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true })] as const,
  ),
  ['tsx', async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true, jsx: true })] as const,
  ...['html', 'htm', 'vue', 'svelte'].map((ending) => [ending, async () => (await import('@codemirror/lang-html')).html()] as const),
  ...['css', 'scss', 'less'].map((ending) => [ending, async () => (await import('@codemirror/lang-css')).css()] as const),
  ...['json', 'jsonc', 'map'].map((ending) => [ending, async () => (await import('@codemirror/lang-json')).json()] as const),
  ...['md', 'markdown'].map((ending) => [ending, async () => (await import('@codemirror/lang-markdown')).markdown()] as const),
]);

/** The language of a file by its ending, loaded when first needed; null for endings we do not know. */
export async function languageOf(path: string): Promise<LanguageSupport | null> {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return (await LOADERS.get(ending)?.()) ?? null;
}
