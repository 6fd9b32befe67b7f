export interface CommandUsage {
  operands: string;
  summary: string;
  /** The name and version of the program whose behaviour it follows, as that program prints them. */
  original: string | undefined;
}

const coreutilsLines = `
[ EXPRESSION ]|tests a condition
arch|prints the machine's kind
base32 [OPTION]... [FILE]|encodes or decodes base32
base64 [OPTION]... [FILE]|encodes or decodes base64
basename NAME [SUFFIX]|prints a path without its folders
cat [OPTION]... [FILE]...|prints files
chmod [OPTION]... MODE FILE...|changes the permissions of files
comm [OPTION]... FILE1 FILE2|compares two sorted files line by line
cp [OPTION]... SOURCE... TARGET|copies files and folders
csplit [OPTION]... FILE PATTERN...|splits a file at patterns
cut OPTION... [FILE]...|prints parts of lines
date [OPTION]... [+FORMAT]|prints the time
dd [OPERAND]...|copies bytes: if= of= bs= count= skip= seek= conv=notrunc status=none
df [OPTION]... [FILE]...|prints how much the file system holds at most
dirname NAME...|prints the folder of a path
du [OPTION]... [FILE]...|prints the sizes of files and folders
echo [-neE] [TEXT]...|prints its words
env [OPTION]... [NAME=VALUE]... [COMMAND]|runs a command in a changed environment
expand [OPTION]... [FILE]...|changes tabs to spaces
expr EXPRESSION|calculates
factor [NUMBER]...|prints prime factors
false|fails
fmt [OPTION]... [FILE]...|fills lines
fold [OPTION]... [FILE]...|breaks long lines
groups|prints the user's groups
head [OPTION]... [FILE]...|prints the first lines
id [OPTION]...|prints the user
install [OPTION]... SOURCE... TARGET|copies files and sets their permissions
join [OPTION]... FILE1 FILE2|joins the lines of two files on a field
ln [OPTION]... TARGET [NAME]|makes links
ls [OPTION]... [FILE]...|lists folders
md5sum [OPTION]... [FILE]...|prints or checks MD5 sums
mkdir [OPTION]... FOLDER...|makes folders
mktemp [OPTION]... [TEMPLATE]|makes a file or folder with a name of its own
mv [OPTION]... SOURCE... TARGET|moves files and folders
nice [OPTION] COMMAND...|runs a command; priorities have no effect here
nl [OPTION]... [FILE]...|numbers lines
nohup COMMAND...|runs a command
nproc [OPTION]...|prints the number of processors
numfmt [OPTION]... [NUMBER]...|changes numbers from and to units
od [OPTION]... [FILE]...|dumps bytes
paste [OPTION]... [FILE]...|merges lines of files
printenv [OPTION]... [NAME]...|prints the environment
printf FORMAT [VALUE]...|prints values in a format
pwd [OPTION]...|prints the current folder
readlink [OPTION]... FILE...|prints the target of a link
realpath [OPTION]... FILE...|prints the real path of a file
rm [OPTION]... FILE...|removes files and folders
rmdir [OPTION]... FOLDER...|removes empty folders
seq [OPTION]... [FIRST [STEP]] LAST|prints numbers
sha1sum [OPTION]... [FILE]...|prints or checks SHA-1 sums
sha256sum [OPTION]... [FILE]...|prints or checks SHA-256 sums
sha384sum [OPTION]... [FILE]...|prints or checks SHA-384 sums
sha512sum [OPTION]... [FILE]...|prints or checks SHA-512 sums
shuf [OPTION]... [FILE]|puts lines in a random order
sleep TIME...|waits
sort [OPTION]... [FILE]...|sorts lines
split [OPTION]... [FILE [PREFIX]]|splits a file
stat [OPTION]... FILE...|prints what is known of a file
stdbuf OPTION... COMMAND...|runs a command; buffers are not changed here
stty [OPTION]... [SETTING]...|prints or changes the terminal's settings: raw, -echo, sane, size
sync [OPTION]... [FILE]...|does nothing: nothing waits to be written
tac [OPTION]... [FILE]...|prints lines in reverse
tail [OPTION]... [FILE]...|prints the last lines
tee [OPTION]... [FILE]...|copies its input to files and its output
test EXPRESSION|tests a condition
timeout [OPTION]... TIME COMMAND...|runs a command and ends it after a time
touch [OPTION]... FILE...|makes files or changes their times
tr [OPTION]... SET1 [SET2]|changes or deletes characters
true|succeeds
truncate OPTION... FILE...|changes the size of files
tsort [FILE]|sorts pairs topologically
tty [OPTION]...|prints the terminal's name
uname [OPTION]...|prints the system's name
unexpand [OPTION]... [FILE]...|changes spaces to tabs
uniq [OPTION]... [INPUT [OUTPUT]]|leaves out lines that are repeated
wc [OPTION]... [FILE]...|counts lines, words and bytes
whoami|prints the user's name
yes [TEXT]...|prints a line until it is ended`;

const packages: readonly (readonly [original: (name: string) => string | undefined, lines: string])[] = [
  [(name) => `${name} (GNU coreutils) 9.1`, coreutilsLines],
  [
    () => 'grep (GNU grep) 3.8',
    `
egrep [OPTION]... PATTERN [FILE]...|prints lines that match an extended pattern
fgrep [OPTION]... TEXT [FILE]...|prints lines that contain a text
grep [OPTION]... PATTERN [FILE]...|prints lines that match a pattern`,
  ],
  [() => 'sed (GNU sed) 4.9', '\nsed [OPTION]... SCRIPT [FILE]...|edits text by a script'],
  [() => 'tar (GNU tar) 1.34', '\ntar OPTION... [FILE]...|packs and unpacks files'],
  [() => 'GNU patch 2.7.6', '\npatch [OPTION]... [FILE [PATCH]]|applies a diff'],
  [
    (name) => `${name} (GNU findutils) 4.9.0`,
    `
find [-H] [-L] [PATH]... [EXPRESSION]|finds files
xargs [OPTION]... [COMMAND]|runs a command with the words of its input`,
  ],
  [
    (name) => `${name} (GNU diffutils) 3.8`,
    `
cmp [OPTION]... FILE1 FILE2|compares two files byte by byte
diff [OPTION]... FILE1 FILE2|compares files or folders line by line`,
  ],
  [
    (name) => `${name} (gzip) 1.12`,
    `
gunzip [OPTION]... [FILE]...|unpacks .gz files
gzip [OPTION]... [FILE]...|packs files as .gz
zcat [FILE]...|prints the content of .gz files`,
  ],
  [
    (name) => `${name} from procps-ng 4.0.2`,
    `
free [OPTION]...|prints the memory
kill [-SIGNAL] PID...|sends a signal to processes
pgrep [OPTION]... PATTERN|finds processes by name
pkill [OPTION]... PATTERN|sends a signal to processes by name
ps [OPTION]...|lists processes
top [OPTION]...|lists processes once
watch [OPTION]... COMMAND...|runs a command again and again`,
  ],
  [
    (name) => `${name} from util-linux 2.38.1`,
    `
column [OPTION]... [FILE]...|prints columns
hd [OPTION]... [FILE]...|dumps bytes
hexdump [OPTION]... [FILE]...|dumps bytes
more [FILE]...|shows text page by page
rev [FILE]...|prints lines backwards
setsid [OPTION]... COMMAND...|runs a command`,
  ],
  [
    (name) => `${name} from ncurses 6.4`,
    '\nclear|clears the terminal\ntput CAPABILITY [VALUE]...|prints what the terminal can, or makes it do so',
  ],
  [() => 'bc 1.07.1', '\nbc [OPTION]... [FILE]...|calculates with numbers of any length'],
  [() => 'file-5.44', '\nfile [OPTION]... FILE...|says what is in a file'],
  [() => 'less 590', '\nless [OPTION]... [FILE]...|shows text page by page'],
  [
    () => undefined,
    `
awk [OPTION]... PROGRAM [FILE]...|runs an awk program over lines
code [-g] FILE[:LINE[:COLUMN]]... or code -d FILE FILE|opens files in the editor
curl [OPTION]... URL...|sends requests
hostname [OPTION]...|prints the machine's name
jq [OPTION]... FILTER [FILE]...|runs a filter over JSON
killall [OPTION]... NAME...|sends a signal to processes by name
rg [OPTION]... PATTERN [PATH]...|searches files
strings [OPTION]... [FILE]...|prints the texts in a file
time [OPTION] COMMAND...|runs a command and prints how long it took
tree [OPTION]... [FOLDER]...|prints a folder as a tree
unzip [OPTION]... ARCHIVE [FILE]...|unpacks .zip files
which [OPTION]... NAME...|prints where commands are
xdg-open FILE or URL|shows a file or an address
xxd [OPTION]... [FILE]|dumps bytes
zip [OPTION]... ARCHIVE [FILE]...|packs files as .zip`,
  ],
];

/** How each command is used, by name. */
export const commandUsages: ReadonlyMap<string, CommandUsage> = new Map(
  packages.flatMap(([original, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line): [string, CommandUsage] => {
        const [call = '', ...summary] = line.split('|');
        const [name = '', ...operands] = call.split(' ');
        return [name, { operands: operands.join(' '), summary: summary.join('').trim(), original: original(name) }];
      }),
  ),
);
