export interface FileIconLook {
  /** Written out in full, because UnoCSS finds the classes by reading the source. */
  icon: string;
  /** A colour token: that of the code in the editor or, for other files, that of images. */
  colour: string;
}

const SCRIPT = { icon: 'i-lucide-file-code', colour: 'code-keyword' };
const COMPONENT = { icon: 'i-lucide-component', colour: 'code-type' };
const PAGE = { icon: 'i-lucide-code-xml', colour: 'code-string' };
const STYLE = { icon: 'i-lucide-palette', colour: 'code-const' };
const DATA = { icon: 'i-lucide-braces', colour: 'code-func' };
const SETTINGS = { icon: 'i-lucide-settings-2', colour: 'text-2' };
const WORDS = { icon: 'i-lucide-file-text', colour: 'text-2' };
const IMAGE = { icon: 'i-lucide-image', colour: 'code-type' };
const SHELL = { icon: 'i-lucide-file-terminal', colour: 'code-string' };
const TABLE = { icon: 'i-lucide-database', colour: 'code-const' };
const ARCHIVE = { icon: 'i-lucide-file-archive', colour: 'text-2' };
const SECRET = { icon: 'i-lucide-file-key', colour: 'text-2' };
const PACKAGE = { icon: 'i-lucide-package', colour: 'code-string' };
const LOCKED = { icon: 'i-lucide-file-lock', colour: 'text-2' };
const GIT = { icon: 'i-lucide-git-branch', colour: 'text-2' };
const CONTAINER = { icon: 'i-lucide-container', colour: 'code-keyword' };
const OTHER = { icon: 'i-lucide-file', colour: 'text-2' };

const BY_ENDING: ReadonlyMap<string, FileIconLook> = new Map([
  ...every('js cjs mjs ts cts mts py rb go rs java kt c h cc cpp hpp cs php swift lua dart wasm', SCRIPT),
  ...every('jsx tsx vue svelte astro', COMPONENT),
  ...every('html htm xml xhtml', PAGE),
  ...every('css scss sass less styl pcss', STYLE),
  ...every('json jsonc json5 map webmanifest', DATA),
  ...every('yaml yml toml ini conf cfg properties editorconfig npmrc nvmrc prettierrc eslintrc babelrc', SETTINGS),
  ...every('md mdx markdown txt rst adoc pdf log', WORDS),
  ...every('png jpg jpeg gif webp avif svg ico bmp', IMAGE),
  ...every('sh bash zsh fish ps1 bat cmd', SHELL),
  ...every('sql db sqlite sqlite3 csv tsv prisma', TABLE),
  ...every('zip tar gz tgz bz2 xz 7z', ARCHIVE),
  ...every('pem key crt p12', SECRET),
  ...every('gitignore gitattributes gitmodules', GIT),
  ...every('lock', LOCKED),
]);

const BY_NAME: ReadonlyMap<string, FileIconLook> = new Map([
  ...every('package.json', PACKAGE),
  ...every('package-lock.json pnpm-lock.yaml bun.lockb', LOCKED),
  ...every('dockerfile .dockerignore', CONTAINER),
  ...every('license licence readme', WORDS),
  ...every('makefile', SHELL),
]);

function every(names: string, look: FileIconLook): [string, FileIconLook][] {
  return names.split(' ').map((name) => [name, look]);
}

/** Returns the icon of a file's type, by its name. */
export function fileIconOf(path: string): FileIconLook {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (name === '.env' || name.startsWith('.env.')) return SECRET;
  return BY_NAME.get(name) ?? BY_ENDING.get(name.slice(name.lastIndexOf('.') + 1)) ?? OTHER;
}
