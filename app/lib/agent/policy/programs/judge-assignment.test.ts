import { expect, test } from 'vitest';
import { because } from '../../../protocol/texts/reason.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { inEnglish } from '../testing/in-english.ts';
import { isRulingName, judgeAssignment } from './judge-assignment.ts';

const judging = { place: [''], entered: [], projectRoot: '/home/project', hasFileWall: true, mayCreate: true, mayModify: true };
const literal = (value: string): ShellWord => ({ kind: 'literal', value, text: value });
function judge(name: string, value: ShellWord = literal('1'), isAlone = false, isPlain = true): string | null {
  return inEnglish(judgeAssignment({ name, value, isPlain }, judging, isAlone));
}

const RULING =
  'PATH MANPATH path NODE_OPTIONS VIMOPTS CFLAGS MYARGS LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT GIT_CONFIG HOME SHELL EDITOR VISUAL PAGER BROWSER http_proxy CARGO_BIN MY_BINARY EXECUTABLE RUN_COMMAND MY_CMD INIT_X STARTUP LOADER REGISTRY REQUIRE_X IMPORT_X PLUGIN HOOK GH_TOKEN MY_SECRET PASSWORD API_KEY AUTH SSH_X SSL_CERT NODE_TLS CERT_X IFS PROMPT GIT_DIR npm_config_x YARN_X PNPM_X BUN_X DENO_X COREPACK_X LD_X DYLD_X BASH_ENV ZDOTDIR zsh_x PYTHONX PERLX RUBYX GEM_X JAVA_X JDK_X GLOBIGNORE LESSOPEN TAR_X MAKEX GREP_X RIPGREP_X TMPDIR TEMP ASKPASS SUDO_X DOCKER_X KUBE_X AWS_X FUNCNAME PWD OLDPWD WRAPPER EXEC_X ENV env PS4 UID x_rc LOCALE NLS_X CHARSET MALLOC_X GCONV RESOLV HOSTS DISPLAY DBUS_X XDG_X TRACE_X INSPECT NODE_X ESBUILD_X CHROME_X PUPPETEER_X PLAYWRIGHT_X SWC_X CC CXX AR LD COMPILER LINKER CARGO_X RUSTX GOFLAGS GOROOT GO MAIL HISTFILE _ _X SHLVL OPTIND RANDOM SECONDS DIRSTACK REPLY CDABLE_X TIMEFORMAT EXINIT MY_NODEOPT REGISTER OUT_DIR DIR MYROOT MYFILE MYURL MYURI MYHOST ENDPOINT DATABASE_X MODE_MODULE MODEMODULE POSIXLY_CORRECT GETOPT_COMPATIBLE';

test.each(RULING.split(' '))('%s can change which programs run', (name) => {
  expect(isRulingName(name)).toBe(true);
  expect(judge(name)).toBe(`the variable ${name} can change which programs run or what they load`);
  expect(judge(name, literal('1'), true)).not.toBeNull();
});

test.each(
  'A FOO x count VERSION NODE_ENV CI PORT DEBUG FORCE_COLOR NO_COLOR TZ LANG LC_ALL HOST BASE_URL VITE_MODE VITE_API_MODE name LOG_LEVEL'.split(
    ' ',
  ),
)('%s changes nothing of the kind', (name) => {
  expect(isRulingName(name)).toBe(false);
  expect(judge(name)).toBeNull();
  expect(judge(name, literal(''))).toBeNull();
});

test.each(['NODE_ENVX', 'XCI_PATH', 'VITE_X', 'MY_HOST', 'LC_PATH'])('%s is not one of those that are free', (name) => {
  expect(isRulingName(name)).toBe(name !== 'VITE_X');
});

test.each(['1a', 'a-b', 'a.b', '', 'a b'])('%j is no plain name', (name) => {
  expect(judge(name)).toBe(`${name} is no plain name of a variable`);
});

test('a value that may be flags, a path outside, a secret or an address asks', () => {
  expect(judge('FOO', literal('--require=x'))).toBe('FOO is set to what may be flags of a program');
  expect(judge('FOO', literal('a -x'))).toBe('FOO is set to what may be flags of a program');
  expect(judge('FOO', literal('-5'))).toBeNull();
  expect(judge('FOO', literal('a-b'))).toBeNull();
  expect(judge('FOO', literal('../x'))).toBe('../x may be outside the project');
  expect(judge('FOO', literal('.env'))).toBe('.env may hold keys or passwords');
  expect(judge('FOO', literal('https://x.example'))).toBe('https://x.example is an address outside');
});

test('the base of addresses may be that of the own machine', () => {
  for (const url of ['http://localhost', 'https://localhost:3000', 'http://127.0.0.1/x'])
    expect(judge('BASE_URL', literal(url))).toBeNull();
  for (const url of ['http://localhost.evil.example', 'http://x.example', 'xhttp://localhost'])
    expect(judge('BASE_URL', literal(url))).not.toBeNull();
  expect(judge('FOO', literal('http://localhost'))).toBe('http://localhost is an address outside');
});

test('a value that nobody knows is kept where it is alone, and asks before a command', () => {
  const unknown: ShellWord = { kind: 'unknown', text: '$x', why: null };
  expect(judge('x', unknown, true)).toBeNull();
  expect(judge('x', unknown, false)).toBe('a word in it is only known when it runs');
  expect(judge('NODE_ENV', unknown, true)).toBe('a word in it is only known when it runs');
  expect(judge('x', { ...unknown, why: because('it asks') }, true)).toBe('it asks');
});

test('a pattern is no name of a file here', () => {
  expect(judge('DEBUG', { kind: 'glob', value: 'app:*', pattern: 'app:.*', text: 'app:*' })).toBeNull();
});

test('lists, indexes and what is added to ask', () => {
  expect(judge('a', literal('1'), true, false)).toBe('a is set in a way that can run commands');
});
