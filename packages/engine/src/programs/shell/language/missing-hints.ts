/** Features the system cannot provide and what to do instead, with the command names by which users and agents look for them. */
const groups: readonly (readonly [names: string, hint: string])[] = [
  ['git gh svn hg', 'there is no git in this sandbox: download the project, and commit and push it where git is'],
  ['python python2', 'Python is python3 in this sandbox: pyodide, with what Python itself brings'],
  [
    'pip pip3 pipx uv uvx poetry conda',
    'a browser reaches no PyPI: python3 has what Python itself brings, and modules in files of the project; packages for programs come from npm',
  ],
  [
    'apt apt-get aptitude apk yum dnf pacman zypper brew port snap choco winget scoop nix',
    'there is no package manager of the system: install packages with npm',
  ],
  ['sudo su doas chown chgrp', 'there is one user only, who may do everything: leave it out'],
  [
    'docker docker-compose podman nerdctl kubectl helm minikube vagrant',
    'there are no containers in this sandbox: run the program itself; a database in the project is @electric-sql/pglite or SQLite (node:sqlite)',
  ],
  [
    'ssh scp sftp rsync telnet nc ncat netcat ftp ping traceroute dig nslookup host whois nmap',
    'a browser opens no raw connection to the outside: use https (curl, fetch)',
  ],
  ['wget aria2c', 'there is no wget in this sandbox: use curl -LO'],
  [
    'lsof ss netstat fuser',
    'what listens is not listed in this sandbox: curl -sI localhost:PORT says whether a port answers; ps and pgrep list the programs',
  ],
  ['ip ifconfig route arp iptables', 'there are no network interfaces in this sandbox: its programs reach one another by localhost'],
  ['zsh fish ksh csh tcsh ash busybox', 'there is one shell in this sandbox, which runs scripts of bash and sh: bash FILE'],
  ['mount umount lsblk fdisk mkfs', 'there are no disks in this sandbox: files are in memory; df has their limit'],
  [
    'strace ltrace gdb lldb perf valgrind',
    'programs cannot be traced in this sandbox: node has console, --trace-warnings and process.hrtime',
  ],
  ['lscpu lspci lsusb dmesg sysctl', 'there is no hardware to list in this sandbox: nproc and free have what a browser tells'],
  ['man info apropos', 'there are no manuals in this sandbox: most commands have --help'],
  [
    'gcc g++ cc c++ clang clang++ ld cmake ninja meson autoconf automake node-gyp',
    'there is no compiler for native code in this sandbox: use packages in JavaScript or WebAssembly',
  ],
  ['make gmake just task', 'there is no make in this sandbox: run the lines of its file by themselves, or write them as npm scripts'],
  [
    'go cargo rustc rustup java javac mvn gradle kotlin scala dotnet csc swift swiftc zig',
    'there is no compiler of this language in this sandbox: it runs JavaScript and TypeScript (node) and WebAssembly; build it elsewhere for WebAssembly',
  ],
  [
    'php composer ruby gem bundle bundler rails rake perl lua elixir mix erl ghc stack R Rscript julia dart flutter',
    'there is no interpreter of this language in this sandbox: it runs JavaScript and TypeScript (node) and WebAssembly',
  ],
  [
    'psql postgres pg_ctl pg_dump createdb initdb',
    'there is no Postgres server in this sandbox: the npm packages @electric-sql/pglite and pglite-socket are one (npx pglite-server --port 5432)',
  ],
  [
    'mysql mysqld mariadb mongod mongo mongosh redis-server redis-cli',
    'there is no server of this database in this sandbox: Postgres is (npx pglite-server), and SQLite (node:sqlite, better-sqlite3)',
  ],
  [
    'chrome google-chrome chromium chromium-browser firefox safari',
    'a program cannot start a browser from within one: the preview shows what listens on a port',
  ],
  ['systemctl service crontab at launchctl', 'there is no service manager: start the program itself, with & to keep the shell free'],
  ['deno', 'there is no deno in this sandbox: use node and npm'],
  ['vi vim nvim nano emacs pico ed micro', 'there is no editor in the terminal: open the file in the IDE'],
  ['tmux screen', 'there is one terminal a tab: open another tab, or start a program with & to keep the shell free'],
  ['ffmpeg ffprobe', 'there is no ffmpeg in this sandbox: the npm package @ffmpeg/ffmpeg is its build for WebAssembly, for the page'],
  ['convert magick mogrify identify', 'there is no ImageMagick in this sandbox: the npm package sharp does its work'],
  ['gpg', 'there is no gpg in this sandbox: the npm package openpgp does its work'],
];

const hints: ReadonlyMap<string, string> = new Map(
  groups.flatMap(([names, hint]) => names.split(' ').map((name): [string, string] => [name, hint])),
);

/** Returns a second line to show below `name: command not found`, or null. */
export function missingHint(name: string): string | null {
  return hints.get(name) ?? null;
}
