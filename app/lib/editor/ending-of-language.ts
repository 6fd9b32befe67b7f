/** Language names that models write after three backticks, mapped to file endings. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  javascript: 'js',
  typescript: 'ts',
  markdown: 'md',
  json5: 'json',
  xhtml: 'html',
  python: 'py',
  rust: 'rs',
  golang: 'go',
  ruby: 'rb',
  kotlin: 'kt',
  csharp: 'cs',
  'c++': 'cpp',
  shell: 'sh',
  'shell-session': 'sh',
  console: 'sh',
  powershell: 'ps1',
  docker: 'dockerfile',
  dotenv: 'env',
};
const ENDINGS: ReadonlySet<string> = new Set(
  (
    'js cjs mjs jsx ts cts mts tsx html htm vue svelte css scss sass less json jsonc md yaml yml toml xml svg py rs go php sql ' +
    'sh bash zsh ini env dockerfile rb lua swift ps1 diff patch java c h cpp cs kt dart scala'
  ).split(' '),
);

/** Returns null if the editor has no colours for the language. */
export function endingOfLanguage(name: string): string | null {
  const ending = name.toLowerCase();
  if (Object.hasOwn(OTHER_NAMES, ending)) return OTHER_NAMES[ending] ?? null;
  return ENDINGS.has(ending) ? ending : null;
}
