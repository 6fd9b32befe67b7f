import { LanguageSupport, StreamLanguage, type StreamParser } from '@codemirror/language';

type Loader = () => Promise<LanguageSupport>;

const javascript =
  (options: { jsx?: boolean; typescript?: boolean }): Loader =>
  async () =>
    (await import('@codemirror/lang-javascript')).javascript(options);
const html: Loader = async () => (await import('@codemirror/lang-html')).html();
const php: Loader = async () => (await import('@codemirror/lang-php')).php();
const xml: Loader = async () => (await import('@codemirror/lang-xml')).xml();

/** A legacy mode, which reads line by line without a tree: no outline, and folding only by indentation. */
function older(load: () => Promise<StreamParser<unknown>>): Loader {
  return async () => new LanguageSupport(StreamLanguage.define(await load()));
}
const clike = (name: 'c' | 'cpp' | 'csharp' | 'dart' | 'java' | 'kotlin' | 'scala') =>
  older(async () => (await import('@codemirror/legacy-modes/mode/clike'))[name]);
const shell = older(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell);
const settings = older(async () => (await import('@codemirror/legacy-modes/mode/properties')).properties);
const dockerfile = older(async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile);
const ruby = older(async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby);

function each(names: string, load: Loader): [string, Loader][] {
  return names.split(' ').map((name) => [name, load]);
}

const BY_ENDING: ReadonlyMap<string, Loader> = new Map([
  ...each('js cjs mjs jsx', javascript({ jsx: true })),
  ...each('ts cts mts', javascript({ typescript: true })),
  ...each('tsx', javascript({ typescript: true, jsx: true })),
  ...each('html htm xhtml', html),
  ...each('vue', async () => (await import('@codemirror/lang-vue')).vue()),
  ...each('svelte', async () => (await import('@replit/codemirror-lang-svelte')).svelte()),
  ...each('css pcss', async () => (await import('@codemirror/lang-css')).css()),
  ...each('scss', async () => (await import('@codemirror/lang-sass')).sass()),
  ...each('sass', async () => (await import('@codemirror/lang-sass')).sass({ indented: true })),
  ...each('less', async () => (await import('@codemirror/lang-less')).less()),
  ...each('json jsonc json5 map webmanifest', async () => (await import('@codemirror/lang-json')).json()),
  ...each('md markdown', async () => (await import('@codemirror/lang-markdown')).markdown()),
  ...each('yaml yml', async () => (await import('@codemirror/lang-yaml')).yaml()),
  ...each(
    'toml',
    older(async () => (await import('@codemirror/legacy-modes/mode/toml')).toml),
  ),
  ...each('xml svg xsd xsl rss plist', xml),
  ...each('py pyi', async () => (await import('@codemirror/lang-python')).python()),
  ...each('rs', async () => (await import('@codemirror/lang-rust')).rust()),
  ...each('go', async () => (await import('@codemirror/lang-go')).go()),
  ...each('php', php),
  ...each('sql', async () => (await import('@codemirror/lang-sql')).sql()),
  ...each('sh bash zsh', shell),
  ...each('ini conf cfg properties env', settings),
  ...each('dockerfile', dockerfile),
  ...each('rb', ruby),
  ...each(
    'lua',
    older(async () => (await import('@codemirror/legacy-modes/mode/lua')).lua),
  ),
  ...each(
    'swift',
    older(async () => (await import('@codemirror/legacy-modes/mode/swift')).swift),
  ),
  ...each(
    'ps1',
    older(async () => (await import('@codemirror/legacy-modes/mode/powershell')).powerShell),
  ),
  ...each(
    'diff patch',
    older(async () => (await import('@codemirror/legacy-modes/mode/diff')).diff),
  ),
  ...each('java', clike('java')),
  ...each('c h', clike('c')),
  ...each('cpp cc hpp', clike('cpp')),
  ...each('cs', clike('csharp')),
  ...each('kt kts', clike('kotlin')),
  ...each('dart', clike('dart')),
  ...each('scala', clike('scala')),
]);

/** Files that are recognised by their whole name. */
const BY_NAME: ReadonlyMap<string, Loader> = new Map([
  ...each('dockerfile containerfile', dockerfile),
  ...each('gemfile rakefile', ruby),
  ...each('.bashrc .zshrc .profile', shell),
  ...each('.editorconfig .npmrc .gitconfig', settings),
  ...each('.prettierrc .babelrc .eslintrc', async () => (await import('@codemirror/lang-json')).json()),
]);

/** The language of a file by its name, loaded on first use; null for unknown names. */
export async function languageOf(path: string): Promise<LanguageSupport | null> {
  const load = loaderOf(path.slice(path.lastIndexOf('/') + 1).toLowerCase());
  return load === null ? null : load();
}

function loaderOf(name: string): Loader | null {
  const known = BY_NAME.get(name) ?? BY_ENDING.get(name.slice(name.lastIndexOf('.') + 1));
  if (known !== undefined) return known;
  // `.env.local`, `Dockerfile.dev`
  const [first, second] = name.split('.');
  if (first === 'dockerfile') return dockerfile;
  return first === '' && second === 'env' ? settings : null;
}
