import { isSecretPath, protectionOf } from './protected-paths.ts';

/** Programs that ask whatever the settings say, and why. Grouped so that the reason is one sentence. */
const RISKY_PROGRAMS: ReadonlyMap<string, string> = new Map(
  [
    [
      'it runs another command that is hidden from this check',
      'env xargs time timeout nice nohup setsid stdbuf watch parallel script expect flock chroot unshare nsenter busybox command builtin exec eval source . trap alias unalias function coproc ssh mosh entr at batch crontab',
    ],
    ['it is a shell', 'sh bash zsh dash ash ksh mksh fish csh tcsh jsh pwsh powershell cmd'],
    ['it runs with other rights', 'sudo su doas pkexec runuser setpriv newgrp'],
    [
      'it talks to the network',
      'curl wget nc ncat netcat socat telnet ftp sftp scp rsync nslookup dig host ping traceroute whois openssl http https xh aria2c lynx w3m gh glab hub wrangler vercel netlify firebase heroku flyctl fly gcloud aws az kubectl docker podman',
    ],
    [
      'it can destroy files',
      'rm rmdir unlink shred truncate dd mkfs fdisk parted wipefs mv install ln link rename chmod chown chgrp chattr setfacl mount umount',
    ],
    ['it writes files past the file approval', 'tee sponge split csplit patch ed ex vi vim nvim nano emacs'],
    [
      'it shows or changes the environment, where keys may stand',
      'printenv export declare typeset local readonly set unset shopt enable hash complete bind compgen history fc ulimit umask',
    ],
    ['it stops programs or the machine', 'kill pkill killall skill reboot shutdown halt poweroff systemctl service launchctl init'],
    ['it downloads and runs a package', 'npx pnpx bunx uvx pipx dlx'],
    [
      'it runs code given on its command line',
      'awk gawk mawk nawk perl ruby php lua python python2 python3 deno bun osascript tclsh gdb lldb make cmake sed tar zip unzip cpio bsdtar 7z ar',
    ],
    ['it asks for a password or a secret', 'passwd gpg pass security keyctl ssh-keygen ssh-add'],
  ].flatMap(([why, programs]) => (programs ?? '').split(' ').map((program) => [program, why ?? ''] as const)),
);

/** Flags that load code, write files or change what runs, in whatever program. */
const RISKY_FLAG =
  /^--?(?:.*(?:exec|eval|config|conf|require|import|loader|preload|plugin|script-shell|shell|pager|editor|output|out-?file|out-?dir|write|hook|upload|download|textconv|ext-diff|pre|pre-glob|command|cmd|run|delete|compress-program|files?0?-from|ignore-scripts|prefix|userconfig|globalconfig|registry|unsafe|allow|inspect|env|token|password|git-dir|work-tree|namespace|open|include|chdir|directory|cwd|global|force|no-verify|receive-pack|upload-pack)(?:[-=].*)?)$/i;

/** Why a plain command must ask even under an allow rule or with commands auto-approved; null when it need not. */
export function commandGuard(words: readonly string[], cwdIsKnown: boolean, projectRoot: string): string | null {
  const [program = '', ...operands] = words;
  if (!/^[\p{L}\p{N}][\p{L}\p{N}_.+-]*$/u.test(program)) return 'the program is named by a path or an odd name, so it may be any program';
  const risky = RISKY_PROGRAMS.get(program) ?? (program.startsWith('mkfs.') ? 'it formats a disk' : undefined);
  if (risky !== undefined) return risky;
  if (/^(?:python|pip|perl|ruby|php|lua|node)\d/.test(program)) return 'it runs code given on its command line';
  const specific = programGuard(program, operands);
  if (specific !== null) return specific;
  for (const operand of operands) {
    const why = operandGuard(operand, cwdIsKnown, projectRoot);
    if (why !== null) return why;
  }
  return null;
}

function operandGuard(operand: string, cwdIsKnown: boolean, projectRoot: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(operand) || /^git[@+]/i.test(operand)) return 'it names an address outside';
  for (const path of pathsIn(operand)) {
    if (isSecretPath(path)) return `${path} may hold keys or passwords`;
    const protection = protectionOf(path);
    if (protection !== null && !path.split('/').includes('node_modules')) return `${path}: ${protection}`;
    if (leavesProject(path, cwdIsKnown, projectRoot)) return `${path} may be outside the project`;
  }
  return null;
}

/** Everything in a word that a program could take for a path: the word, a flag's value, what follows a colon or a comma. */
function pathsIn(operand: string): string[] {
  const pieces = operand.split(/[=:,@]/);
  const attached = /^-[a-zA-Z](.+)$/.exec(operand)?.[1];
  return [...(operand.startsWith('-') ? [] : [operand]), ...pieces, ...(attached === undefined ? [] : [attached])].filter(
    (piece) => piece !== '',
  );
}

function leavesProject(path: string, cwdIsKnown: boolean, projectRoot: string): boolean {
  if (path.startsWith('~')) return true;
  if (path.startsWith('/')) return path !== projectRoot && !path.startsWith(`${projectRoot}/`) ? true : path.split('/').includes('..');
  if (!path.split('/').includes('..')) return false;
  if (!cwdIsKnown) return true;
  let depth = 0;
  for (const segment of path.split('/')) {
    if (segment === '..') depth--;
    else if (segment !== '' && segment !== '.') depth++;
    if (depth < 0) return true;
  }
  return false;
}

function programGuard(program: string, operands: readonly string[]): string | null {
  switch (program) {
    case 'git':
      return gitGuard(operands);
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'cnpm':
    case 'ni':
      return packageGuard(operands);
    case 'node':
    case 'tsx':
    case 'ts-node':
      return nodeGuard(operands);
    case 'find':
    case 'fd':
      return operands.some((word) => /^-(?:-?exec|ok|delete|fprint|fls|x$|X$)/.test(word))
        ? 'it runs a program or writes for every file'
        : riskyFlag(operands);
    case 'sort':
      return operands.some((word) => /^-[a-zA-Z]*[oTS]/.test(word)) ? 'its flags write files or run programs' : riskyFlag(operands);
    case 'echo':
    case 'printf':
      return program === 'printf' && operands[0]?.startsWith('-') === true ? 'it sets a variable' : null;
    case 'test':
    case '[':
      return 'its arguments can run commands';
    default:
      return riskyFlag(operands);
  }
}

function riskyFlag(operands: readonly string[]): string | null {
  const flag = operands.find((word) => RISKY_FLAG.test(word));
  return flag === undefined ? null : `the flag ${flag} can write files or run programs`;
}

const READING_GIT = new Set([
  'status',
  'diff',
  'log',
  'show',
  'blame',
  'shortlog',
  'describe',
  'ls-files',
  'ls-tree',
  'rev-parse',
  'rev-list',
  'grep',
  'cat-file',
]);
const WRITING_GIT = new Set(['add', 'commit', 'branch', 'tag', 'init', 'stash']);

function gitGuard(operands: readonly string[]): string | null {
  const [command = '', ...rest] = operands;
  if (command.startsWith('-')) return "git's options before its command can run programs or name another repository";
  if (!READING_GIT.has(command) && !WRITING_GIT.has(command)) return `git ${command} can discard work, run programs or reach outside`;
  if (
    rest.some(
      (word) =>
        /^-(?:[a-zA-Z]*[dDfFmMoOp]|-.*(?:delete|force|amend|no-verify|output|ext-diff|textconv|exec|drop|clear|open|edit|template))/.test(
          word,
        ) &&
        command !== 'log' &&
        command !== 'diff' &&
        command !== 'show' &&
        command !== 'commit',
    )
  ) {
    return 'its flags discard work or run programs';
  }
  if (rest.some((word) => /^--(?:ou|ext|textc|no-ind|op)/.test(word) || (command === 'grep' && word.startsWith('-O'))))
    return 'its flags write files or run programs';
  if (command === 'commit' && rest.some((word) => /^--(?:am|no-v|all|fi|re|te|c)/.test(word) || /^-[a-zA-Z]*[nFCct]/.test(word)))
    return 'its flags change or skip more than a new commit';
  if (command === 'stash' && rest.some((word) => word === 'drop' || word === 'clear' || word === 'pop')) return 'it can discard work';
  return null;
}

const FREE_SCRIPTS = new Set([
  'test',
  't',
  'start',
  'run',
  'run-script',
  'install',
  'i',
  'ci',
  'add',
  'ls',
  'list',
  'outdated',
  'why',
  'explain',
  'view',
  'build',
  'dev',
  'lint',
  'typecheck',
  'format',
  'preview',
  '-v',
  '--version',
]);
const INSTALLING = new Set(['install', 'i', 'add', 'ci']);
const INSTALL_FLAGS =
  /^(?:-D|-E|-P|-O|-S|--save|--save-dev|--save-exact|--save-optional|--save-prod|--no-audit|--no-fund|--silent|-s|--dev|--exact|--prefer-offline|--offline|--frozen-lockfile)$/;

function packageGuard(operands: readonly string[]): string | null {
  const [command = '', ...rest] = operands;
  if (command === '') return null;
  if (!FREE_SCRIPTS.has(command)) return `${command} of a package manager reaches outside or runs other programs`;
  if (INSTALLING.has(command)) {
    for (const word of rest) {
      if (word.startsWith('-') ? !INSTALL_FLAGS.test(word) : !/^(?:@[a-z0-9._~-]+\/)?[a-z0-9._~-]+(?:@[\w.^~<>=*-]+)?$/i.test(word)) {
        return `${word} is not a plain package of the registry`;
      }
      if (/^\.{1,2}(?:\/|$)|\.t(?:ar\.)?gz$/i.test(word)) return `${word} is not a plain package of the registry`;
    }
    return null;
  }
  const beyond = command === 'run' || command === 'run-script' ? rest.slice(1) : rest;
  const named = command === 'run' || command === 'run-script' ? rest.slice(0, 1) : [];
  if (named.some((word) => word.startsWith('-'))) return 'its flags change what runs';
  if (beyond.some((word) => word.startsWith('-') && !/^(?:--silent|-s|--watch=false)$/.test(word)))
    return 'arguments beyond the script may load other code';
  return null;
}

function nodeGuard(operands: readonly string[]): string | null {
  const [first = ''] = operands;
  if (operands.length === 1 && /^(?:-v|--version|-h|--help)$/.test(first)) return null;
  if (first === '' || first === '-' || first.startsWith('-')) return 'it runs code given on its command line, or with flags that load code';
  return null;
}
