import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { MadeFiles } from '../../contract/made-files.ts';
import type { ToolIntent } from '../../contract/tool-definition.ts';
import { type CommandPart, programOf } from '../parse/command-part.ts';
import { isSameRun, scriptRunOf } from '../parse/script-runs.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { resolveFrom } from '../paths/possible-directories.ts';
import { codeRunner } from '../programs/code-runner.ts';
import { installedPrograms } from '../programs/installed-programs.ts';

type CommandIntent = Extract<ToolIntent, { kind: 'command' }>;

/** Programs that execute a file, or the code in a folder, named by one of their words. */
const EXECUTORS: ReadonlySet<string> = new Set(
  'node nodejs bun deno tsx ts-node ts-node-esm vite-node esno babel-node jiti swc-node python python2 python3 pypy pypy3 ruby perl php lua luajit Rscript julia tclsh sh bash zsh dash ash ksh mksh jsh fish . source awk gawk mawk nawk sed gsed make gmake just task nodemon pm2 forever electron npm pnpm yarn'.split(
    ' ',
  ),
);
/** Programs that execute their own configuration, which is project code. */
const CONFIGURED: ReadonlySet<string> = new Set(
  'vite next nuxt remix react-router astro webpack rollup rolldown tsup tsdown storybook eslint prettier stylelint svelte-kit parcel gulp grunt ng nest turbo wrangler drizzle-kit prisma knip depcruise lint-staged commitlint release-it tailwindcss postcss babel esbuild vue-tsc svelte-check ladle metro expo'.split(
    ' ',
  ),
);
const CONFIGURATION =
  /(?:^|\/)(?:[\w.-]*(?:config|conf|rc|setup|workspace)[\w.-]*\.[cm]?[jt]sx?|gulpfile\.[\w.]+|gruntfile\.[\w.]+|\.[\w-]+rc(?:\.(?:json[5c]?|ya?ml|toml))?|(?!(?:ts|js)config)[\w-]+\.config\.(?:json[5c]?|ya?ml|toml)|(?:turbo|nx|angular|nest-cli|project)\.json)$/i;
const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|pl|php|lua|sh|bash|zsh|fish|awk|sed|mk|R|jl|tcl)$|(?:^|\/)(?:Makefile|makefile|GNUmakefile|justfile)$|(?:^|\/)[^./]+$/;
const JAVASCRIPT = /\.[cm]?[jt]sx?$/;
const EXTENSIONS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx', '.json', '.py', '.sh'] as const;
/** Changes in these folders are not journalled. */
const UNRECORDED = /(?:^|\/)(?:dist|\.cache|\.vite|node_modules\/\.[^/]+)(?:\/|$)/;
/**
 * Any program that runs code in such a folder may load settings, scripts or installed programs from it, even if its arguments name none of
 * them.
 */
const UNRECORDED_PLACE = /(?:^|\/)(?:dist|\.cache|\.vite|node_modules|\.git)(?:\/|$)/;
const RUNNERS = /^(?:npx|pnpx|bunx|bun|deno)$/;

/** Returns why the part asks: it executes what this run has changed. Null if it does not, as far as can be determined. */
export function whyMade(given: CommandPart, made: MadeFiles, intent: CommandIntent, projectRoot: string): Reason | null {
  // The program that a launcher starts is a part of its own.
  if (given.launches === true) return null;
  const part = byItsName(given, intent, projectRoot);
  const [first, ...operands] = part.words;
  if (first === undefined || (made.files.size === 0 && !made.hasRunCommands)) return null;
  if (first.kind !== 'literal') return null;
  const search: Search = { place: part.place, projectRoot, made, loads: intent.loads };
  const inProgram = part.launch === undefined ? null : whyProgram(part.launch.named, search, intent);
  if (inProgram !== null) return inProgram;
  if (first.value.includes('/')) return whyPath(first.value, search) ?? whyWords(operands, search);
  const program = first.value.replace(/(?<=^(?:python|ruby|perl|php|lua))[\d.]+$/, '');
  if (program === 'find') return whyFound(operands, search);
  const inFolder = whyPlace(part, program, search);
  if (inFolder !== null) return inFolder;
  const runner = codeRunner(first.value, operands);
  if ((runner !== null || CONFIGURED.has(program)) && mayBeDownloaded(part, search, intent)) return null;
  if (runner !== null) return whyRunner(runner, intent, made);
  if (program === 'turbo' && made.files.has('package.json'))
    return because('{program} runs its configuration {file}', { program, file: writtenFile('package.json', made) });
  const build = whyBuilt(part, program, search);
  if (build !== null) return build;
  if (CONFIGURED.has(program)) return whyConfigured(program, operands, search, intent);
  // The commands of a script are judged separately.
  if (!EXECUTORS.has(program) || isJudgedScript(part, intent, projectRoot)) return null;
  const input = part.redirects.find(({ operator }) => operator === '<')?.target;
  const named = executedOf(program, operands);
  const why = whyWords(input == null ? named : [...named, input], search) ?? whyDefault(program, operands, search);
  return why !== null && takesCode(program, operands) ? because('it runs code given on its command line') : why;
}

/** Returns true for `perl -pi -e CODE FILE`: what it runs is in the command, and the files are what that code reads or changes. */
function takesCode(program: string, operands: readonly ShellWord[]): boolean {
  if (!/^(?:perl|ruby)$/.test(program)) return false;
  const script = operands.findIndex(({ text }) => !text.startsWith('-'));
  const options = script === -1 ? operands : operands.slice(0, script);
  return options.some(({ text }) => /^-[acnplswtTuUWX0-9]*[eE]/.test(text));
}

/** Returns `yarn vitest run`, which starts an installed package's program, as the start of that program. */
function byItsName(part: CommandPart, intent: CommandIntent, projectRoot: string): CommandPart {
  const run = scriptRunOf(part, projectRoot);
  if (run === null || !/^(?:pnpm|yarn|bun)$/.test(programOf(part) ?? '') || isJudgedScript(part, intent, projectRoot)) return part;
  const at = part.words.findIndex((word, index) => index > 0 && word.kind === 'literal' && word.value === run.name);
  if (at === -1 || installedPrograms(run.name, { place: part.place, programs: intent.programs }) === null) return part;
  return { ...part, words: part.words.slice(at), launch: { words: part.words.slice(at), named: run.name, otherwise: 'may-run-another' } };
}

/** Then the card says so already, and that code runs code adds nothing. */
function mayBeDownloaded({ launch }: CommandPart, { place }: Search, { programs }: CommandIntent): boolean {
  return launch?.otherwise === 'downloads' && installedPrograms(launch.named, { place, programs }) === null;
}

/** A link in `node_modules/.bin` may point to a file of the project. */
function whyProgram(named: string, search: Search, { programs }: CommandIntent): Reason | null {
  const found = installedPrograms(named, { place: search.place, programs }) ?? [];
  for (const { file } of found) {
    const why = /(?:^|\/)node_modules\//.test(file) ? null : whyPath(file, { ...search, place: [''] });
    if (why !== null) return why;
  }
  return null;
}

function whyPlace(part: CommandPart, program: string, { place, projectRoot, made }: Search): Reason | null {
  if (!made.hasRunCommands || !(EXECUTORS.has(program) || CONFIGURED.has(program) || RUNNERS.test(program))) return null;
  const folder = scriptRunOf(part, projectRoot)?.folder;
  const path = [...(folder == null ? [] : [folder]), ...(place ?? [])].find((each) => UNRECORDED_PLACE.test(each));
  return path === undefined
    ? null
    : because(
        'it runs {program} in {path}, in a folder whose changes are not recorded: a command of this run may have written what it runs',
        {
          program,
          path,
        },
      );
}

function isJudgedScript(part: CommandPart, { scripts = [] }: CommandIntent, projectRoot: string): boolean {
  const run = scriptRunOf(part, projectRoot);
  return run !== null && scripts.some((each) => isSameRun(each, run) && (each.lines?.length ?? 0) > 0);
}

/** Returns the operands that it may execute. */
function executedOf(program: string, operands: readonly ShellWord[]): readonly ShellWord[] {
  const values = operands.map((word) => word.text);
  if (/^(?:[gmn]?awk|g?sed)$/.test(program)) {
    const isScript = (text: string, index: number) =>
      /^(?:-\w*f.|--(?:file|expression-file)=)/.test(text) || /^(?:-\w*f|--file)$/.test(values[index - 1] ?? '');
    return operands.filter((word, index) => isScript(word.text, index));
  }
  if (/^(?:npm|pnpm|yarn)$/.test(program)) {
    const isRun = values.some((text) => /^(?:exec|x|dlx|node)$/.test(text));
    return operands.filter(({ text }) => isRun || /^\.|\//.test(text));
  }
  const onlyReads = /^node(?:js)?$/.test(program)
    ? /^(?:--check|-c)$/
    : /^-m(?:black|flake8|mypy|pylint|ruff|json\.tool|compileall|py_compile)$/;
  return values.some((text, index) => onlyReads.test(text) || onlyReads.test(text + (values[index + 1] ?? ''))) ? [] : operands;
}

/** Returns why a script asks whose own text is new. */
export function whyScriptMade(part: CommandPart, { scripts }: CommandIntent, projectRoot: string): Reason | null {
  const run = scriptRunOf(part, projectRoot);
  const script = run === null ? undefined : scripts?.find((each) => isSameRun(each, run));
  if (run === null || script?.changed === undefined) return null;
  if (run.runner !== 'make') return because('the script {name} was changed in this run', { name: run.name });
  return run.name === ''
    ? because('the recipe of its first target was changed in this run')
    : because('the recipe of {target} was changed in this run', { target: run.name });
}

interface Search {
  place: CommandPart['place'];
  projectRoot: string;
  made: MadeFiles;
  loads: CommandIntent['loads'];
}

function whyWords(words: readonly ShellWord[], search: Search): Reason | null {
  let isEntry = true;
  for (const word of words) {
    if (word.kind !== 'literal') {
      const any = anyCode(search.made, CODE);
      if (any !== null)
        return because('what it runs is only known when it runs, and it may be {file}', { file: writtenFile(any, search.made) });
      continue;
    }
    for (const path of pathsIn(word.value)) {
      const why = whyPath(path, search, isEntry && !path.startsWith('-'));
      if (why !== null) return why;
    }
    if (!word.value.startsWith('-')) isEntry = false;
  }
  return null;
}

/** Returns the paths that a word may contain: the word, a flag's value, the rest of a flag cluster, a module name. */
function pathsIn(word: string): string[] {
  const isPath = (each: string | undefined): each is string => each !== undefined && each !== '';
  const plain = word.replace(/^file:\/\//, '');
  const attached = /^-{1,2}[\w-]+[=:](.+)$/.exec(word)?.[1]?.replace(/^file:\/\//, '');
  const cluster = /^-[A-Za-z](.+)$/.exec(word)?.[1];
  const module = /^[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)+$/.test(word) ? word.replaceAll('.', '/') : undefined;
  return [plain, attached, cluster, module].filter(isPath);
}

/** `isEntry` means the file that is run, whatever its name; later words count only if they look like code. */
function whyPath(path: string, search: Search, isEntry = true): Reason | null {
  const { made } = search;
  for (const place of resolveFrom(search.place, path, search.projectRoot) ?? []) {
    const hit = hitOf(place, made, isEntry);
    if (hit !== null) return because('it runs {file}', { file: writtenFile(hit, made) });
    const loaded = search.loads?.get(place)?.find((each) => made.files.has(each));
    if (loaded !== undefined) return because('it runs {path}, which loads {file}', { path: place, file: writtenFile(loaded, made) });
    if (isEntry && made.hasRunCommands && UNRECORDED.test(place))
      return because('it runs {path}, in a folder whose changes are not recorded: a command of this run may have written it', {
        path: place,
      });
  }
  return null;
}

function hitOf(place: string, made: MadeFiles, isEntry: boolean): string | null {
  if (place !== '') {
    for (const extension of EXTENSIONS) {
      const file = place + extension;
      if (made.files.has(file) && (isEntry || CODE.test(file))) return file;
    }
  }
  for (const file of made.files.keys()) if (isIn(file, place) && CODE.test(file)) return file;
  // A link created in this run may lead anywhere.
  for (let at = place.indexOf('/'); at !== -1; at = place.indexOf('/', at + 1))
    if (made.files.has(place.slice(0, at))) return place.slice(0, at);
  return null;
}

/** For the root, only certain files directly in it count, since nearly every project path is below it. */
function isIn(file: string, folder: string): boolean {
  return folder === '' ? /^(?:index|main|__main__|server|app)\.\w+$|^package\.json$/.test(file) : file.startsWith(`${folder}/`);
}

/** `make`, `just` and similar programs run a file that is not named. */
function whyDefault(program: string, operands: readonly ShellWord[], { made, place }: Search): Reason | null {
  if (!/^(?:g?make|just|task)$/.test(program) || operands.some((word) => word.text.startsWith('-C'))) return null;
  const names = ['GNUmakefile', 'makefile', 'Makefile', 'justfile', 'Taskfile.yml'];
  const files = (place ?? ['']).flatMap((folder) => names.map((name) => (folder === '' ? name : `${folder}/${name}`)));
  const hit = files.find((file) => made.files.has(file));
  return hit === undefined ? null : because('it runs {file}', { file: writtenFile(hit, made) });
}

function whyFound(operands: readonly ShellWord[], search: Search): Reason | null {
  const at = operands.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word.text));
  const inner = operands[at + 1];
  if (at === -1 || inner?.kind !== 'literal') return null;
  const words = operands.slice(at + 1);
  if (!EXECUTORS.has(inner.value) && !/[/{]/.test(inner.value)) return null;
  if (!words.some((word) => word.text.includes('{}'))) return whyWords(words, search);
  const any = anyCode(search.made, CODE);
  return any === null ? null : because('it runs what it finds, and among it may be {file}', { file: writtenFile(any, search.made) });
}

function whyRunner(program: string, { ownPrograms = [] }: CommandIntent, made: MadeFiles): Reason | null {
  if (ownPrograms.includes(program)) return null;
  const any = anyCode(made, CODE);
  return any === null
    ? null
    : because('{program} runs the code that it finds, and among it may be {file}', { program, file: writtenFile(any, made) });
}

function whyConfigured(
  program: string,
  operands: readonly ShellWord[],
  search: Search,
  { ownPrograms = [] }: CommandIntent,
): Reason | null {
  if (ownPrograms.includes(program)) return whyOwnElsewhere(program, search);
  const named = operands.flatMap((word) => (word.kind === 'literal' ? pathsIn(word.value) : []));
  const paths = named.flatMap((path) => resolveFrom(search.place, path, search.projectRoot) ?? []);
  const file = [...search.made.files.keys()].find(
    (each) => CONFIGURATION.test(each) || (paths.includes(each) && /config|plugin|rule/i.test(each)),
  );
  return file === undefined ? null : because('{program} runs its configuration {file}', { program, file: writtenFile(file, search.made) });
}

/** An installation compiles a package with `binding.gyp`, which may run commands. */
function whyBuilt({ words }: CommandPart, program: string, { place, made }: Search): Reason | null {
  if (!/^(?:npm|pnpm|yarn|bun|cnpm|node-gyp)$/.test(program)) return null;
  const file = (place ?? [''])
    .map((folder) => (folder === '' ? 'binding.gyp' : `${folder}/binding.gyp`))
    .find((each) => made.files.has(each));
  const [, command = ''] = words.map(({ text }) => text);
  const isInstall =
    program === 'node-gyp' || command === '' || /^(?:i|in|ins|inst|install|add|ci|clean-install|it|cit|up|update|rebuild|rb)/.test(command);
  return file === undefined || !isInstall ? null : because('it runs {file}', { file: writtenFile(file, made) });
}

/** Checks a program of the project's own scripts in another folder, whose settings may be new. */
function whyOwnElsewhere(program: string, { place, made }: Search): Reason | null {
  for (const folder of place ?? []) {
    const file = folder === '' ? null : (hitOf(`${folder}/-`, made, false) ?? newSettingsIn(folder, made));
    if (file !== null) return because('{program} runs its configuration {file}', { program, file: writtenFile(file, made) });
  }
  return null;
}

function newSettingsIn(folder: string, { files }: MadeFiles): string | null {
  return [...files.keys()].find((file) => file.startsWith(`${folder}/`) && CONFIGURATION.test(file)) ?? null;
}

function anyCode(made: MadeFiles, shape: RegExp): string | null {
  const files = [...made.files.keys()].filter((file) => shape.test(file));
  return files.find((file) => JAVASCRIPT.test(file)) ?? files[0] ?? null;
}

function writtenFile(file: string, { files }: MadeFiles): Reason {
  return files.get(file) === 'command'
    ? because('{file}, which a command of this run wrote', { file })
    : because('{file}, which the agent wrote in this run', { file });
}
