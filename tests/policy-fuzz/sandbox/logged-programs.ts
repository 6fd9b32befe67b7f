import { LOG_END, LOG_START } from './sandbox-protocol.ts';
import { IGNORED_SECRETS } from './scene.ts';

/** These are only found on PATH through a wrapper that records each start and its arguments. Those missing on the machine are left out. */
export const REAL_PROGRAMS: readonly string[] = (
  'bash sh dash cat rev tac nl head tail wc fold fmt pr expand unexpand od hexdump hd strings cksum sum md5sum sha1sum sha224sum sha256sum sha384sum ' +
  'sha512sum b2sum shasum base64 base32 basenc xxd uniq cut paste join comm column look tsort ptx zcat bzcat xzcat zstdcat cmp less more bc ' +
  'sort sed awk gawk mawk nawk jq ls dir vdir tree stat du df file realpath readlink which whereis grep egrep fgrep rg diff find fd mkdir touch rm cp mv tee ' +
  'truncate chmod whoami uname arch nproc uptime tty logname seq expr basename dirname tr factor numfmt clear cal id groups hostname printf date ps man ' +
  'test [ env nohup nice ionice timeout stdbuf setsid xargs time git shuf split csplit dd install ln link unlink rmdir shred mktemp mkfifo mknod ' +
  'pathchk printenv sync chown chgrp runcon chroot users who pinky getopt getconf iconv col colrm colcrt ul namei mcookie logger logsave script ' +
  'scriptreplay rename patch gzip gunzip bzip2 xz zip unzip tar cpio ar nm objdump objcopy strip readelf size addr2line ranlib m4 flock run-parts ' +
  'watch sponge diff3 sdiff zgrep zdiff zless zmore bzgrep xzgrep tput tset infocmp tic toe locale localedef gencat msgfmt msgcat xgettext envsubst ' +
  'savelog ischroot tempfile pwdx pmap top free vmstat pgrep pidof lsof lsblk findmnt lscpu ipcs renice chrt taskset setarch prlimit choom nsenter ' +
  'fallocate fincore whatis apropos perlbug ctags dc gpg openssl sqlite3 dos2unix sum true false sleep echo pwd kill yes tput catman ' +
  'xmllint uuencode uudecode unshare busybox parallel entr as ld cpp'
).split(' ');

/** These would use the network or run code: each is replaced by a stub that only records its start. */
export const STAND_INS: readonly string[] = (
  'curl wget nc ncat netcat nc.openbsd socat telnet ftp sftp scp rsync ssh ping dig host nslookup gh docker kubectl ' +
  'git-remote-http git-remote-https git-credential-manager credential-manager ' +
  'node nodejs tsx ts-node python python2 python3 ruby perl php lua deno bun npm npx pnpm pnpx yarn bunx corepack make gmake cmake gcc cc ' +
  'ed tsc eslint prettier vitest jest vite biome rimraf left open xdg-open sudo doas su apt apt-get pip pip3 vim.tiny vim ex vi view nano evil'
).split(' ');

const note = (name: string, log: string) => `printf '%s\\${octal(LOG_END)}' '${LOG_START}${name}' "$PWD" "$@" >>'${log}'`;
const octal = (character: string) => character.charCodeAt(0).toString(8).padStart(3, '0');

export function wrapperOf(name: string, real: string, log: string): string {
  return `#!/bin/sh\n${note(name, log)}\nexec '${real}' "$@"\n`;
}

/** Returns a stub that records its start and does nothing. */
export function standInOf(name: string, log: string): string {
  return `#!/bin/sh\n${note(name, log)}\nexit 0\n`;
}

/**
 * Replaces ripgrep if the machine has none, with find and grep, as far as leaks are concerned. Hidden files and those in the project's
 * .gitignore are left out unless a flag or a path includes them.
 */
export function ripgrepModel(find: string, grep: string, log: string): string {
  return `#!/bin/bash
${note('rg', log)}
hidden= ignored= files= patterns=() flags=(-H) globs=() paths=()
take() { patterns+=(-e "$1"); }
while [ $# -gt 0 ]; do
  case "$1" in
    --) shift; break ;;
    --hidden|-.) hidden=1 ;;
    --no-ignore*|-u) ignored=1 ;;
    -uu*|-uuu*) ignored=1 hidden=1 ;;
    --unrestricted) [ -n "$ignored" ] && hidden=1; ignored=1 ;;
    --files) files=1 ;;
    -e|-[a-z]e|--regexp) take "$2"; shift ;;
    --regexp=*) take "\${1#*=}" ;;
    -f|--file) flags+=(-f "$2"); patterns+=(-e '(?!)'); shift ;;
    --file=*) flags+=(-f "\${1#*=}") ;;
    -g|--glob|--iglob) globs+=("$2"); shift ;;
    --glob=*|--iglob=*) globs+=("\${1#*=}") ;;
    -g?*) globs+=("\${1#-g}") ;;
    -[ABCMdmrtTEj]|--max-depth|--type|--max-count|--replace|--sort|--context) shift ;;
    -l|-c|-v|-i|-o|-w|-n|-q) flags+=("$1") ;;
    --pre|--ignore-file) shift ;;
    -?*) ;;
    *) paths+=("$1") ;;
  esac
  shift
done
paths+=("$@")
if [ -z "$files" ] && [ \${#patterns[@]} -eq 0 ]; then
  [ \${#paths[@]} -eq 0 ] && exit 2
  patterns=(-e "\${paths[0]}"); paths=("\${paths[@]:1}")
fi
[ \${#paths[@]} -eq 0 ] && paths=(.)
list() {
  local path
  for path in "\${paths[@]}"; do
    if [ -f "$path" ]; then printf '%s\\0' "$path"; continue; fi
    local prune=(-name .git)
    [ -z "$hidden" ] && prune+=(-o -name '.?*')
    [ -z "$ignored" ] && prune+=(-o -name node_modules -o -name dist ${IGNORED_SECRETS.map((name) => `-o -name '${name}'`).join(' ')})
    local wanted=() glob
    for glob in "\${globs[@]}"; do case "$glob" in '!'*) ;; *) wanted+=(-o -name "\${glob##*/}") ;; esac; done
    if [ \${#wanted[@]} -gt 0 ]; then
      # A glob of -g outranks hiding and ignoring.
      '${find}' "$path" -name .git -prune -o -type f \\( "\${wanted[@]:1}" \\) -print0
    else '${find}' "$path" -mindepth 1 \\( "\${prune[@]}" \\) -prune -o -type f -print0; fi
  done
}
if [ -n "$files" ]; then list | tr '\\0' '\\n'; exit; fi
list | xargs -0 -r '${grep}' -E "\${flags[@]}" "\${patterns[@]}" --
`;
}
