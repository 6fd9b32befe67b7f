import type { Writer } from './writer.ts';

const READS =
  'log show diff shortlog whatchanged blame annotate grep cat-file reflog range-diff diff-tree diff-index diff-files stash show-index'.split(
    ' ',
  );
const LISTS =
  'status branch tag remote ls-files ls-tree rev-parse describe rev-list name-rev merge-base count-objects check-ignore check-attr for-each-ref show-ref fsck version help config var worktree submodule'.split(
    ' ',
  );
const CHANGES = 'add commit init switch checkout stash reset restore rm mv clean tag branch'.split(' ');
/** Commands that read mail, pack, send or repair, and some that git does not have. */
const RARE =
  'mailinfo mailsplit index-pack unpack-objects pack-objects credential-manager credential credential-store stripspace column patch-id fmt-merge-msg get-tar-commit-id verify-pack update-server-info rerere archive bundle format-patch hash-object interpret-trailers diagnose bugreport mktree apply am notes replace fast-export fast-import upload-pack receive-pack shell daemon http-backend evil foo lfs sh-setup merge-file check-mailmap commit-graph multi-pack-index for-each-repo checkout-index update-index read-tree write-tree unpack-file prune gc repack pack-refs symbolic-ref update-ref ls-remote fetch pull push clone difftool mergetool bisect rebase cherry-pick revert merge'.split(
    ' ',
  );
const FLAGS: readonly ((writer: Writer) => string)[] = [
  () => '--oneline',
  () => '-p',
  () => '--stat',
  () => '-n1',
  (writer) => `--output=${writer.plainWritten()}`,
  (writer) => `--outp=${writer.plainWritten()}`,
  (writer) => `-o ${writer.plainWritten()}`,
  (writer) => `-o${writer.plainWritten()}`,
  (writer) => `--no-index README.md ${writer.path()}`,
  (writer) => `-O${writer.plainPath()}`,
  (writer) => `--contents ${writer.plainPath()}`,
  (writer) => `-F ${writer.plainPath()}`,
  (writer) => `--file=${writer.plainPath()}`,
  (writer) => `-f ${writer.plainPath()}`,
  (writer) => `--pathspec-from-file=${writer.plainPath()}`,
  (writer) => `--ignore-revs-file=${writer.plainPath()}`,
  (writer) => `--exclude-from=${writer.plainPath()}`,
  (writer) => `--template=${writer.folderName()}`,
  () => '--ext-diff',
  () => '--textconv',
  () => '--no-index',
  () => '--cached',
  () => '-m x',
  () => '-m x --allow-empty',
  () => '--untracked',
  () => '-A',
  () => '--others',
  () => '-v',
  () => '--get remote.origin.url',
  () => '--list',
  () => '-l',
  () => '--lost-found',
  () => '--exec=evil',
  () => '--upload-pack=evil',
  () => '--open-files-in-pager=evil',
  (writer) => `--filters --path=${writer.plainPath()} HEAD`,
  (writer) => `HEAD:${writer.plainPath()}`,
  (writer) => writer.path(),
  (writer) => `-- ${writer.path()}`,
  (writer) => `':(glob)${writer.plainPath()}'`,
  (writer) => `${writer.plainWritten()} ${writer.plainWritten()}`,
  (writer) => `< ${writer.path()}`,
];
const BEFORE = [
  ...Array.from({ length: 50 }, () => ''),
  '',
  '',
  '',
  '',
  '',
  '--no-pager ',
  '-P ',
  '-c core.pager=evil ',
  '-C src ',
  '--git-dir=.git ',
  '-p ',
  '-c alias.x=!evil ',
  '--exec-path=. ',
  '--no-optional-locks ',
  '--literal-pathspecs ',
];

function git(writer: Writer, commands: readonly string[]): string {
  const { random } = writer;
  const flags = random.times(random.below(3), () => random.pick(FLAGS)(writer));
  return [`${writer.program('git')} ${random.pick(BEFORE)}${random.pick(commands)}`, ...flags].join(' ');
}

export const GIT_SHAPES: readonly (readonly [weight: number, write: (writer: Writer) => string])[] = [
  [7, (writer) => git(writer, READS)],
  [5, (writer) => git(writer, LISTS)],
  [3, (writer) => git(writer, CHANGES)],
  [6, (writer) => git(writer, RARE)],
  [
    2,
    (writer) =>
      writer.random
        .pick([
          () => `git mailinfo ${writer.plainWritten()} ${writer.plainWritten()} < ${writer.path('source')}`,
          () => `git mailsplit -o${writer.folderName()} ${writer.path('source')}`,
          () => `git index-pack -o ${writer.plainWritten()} .git/objects/pack/x.pack`,
          () => `git diff --no-index /dev/null ${writer.path()}`,
          () => `git grep -h ${writer.pattern()} -- ${writer.path()}`,
          () => `git credential-manager get`,
          () => `git hash-object -w ${writer.path()}`,
          () => `git add ${writer.path()} && git diff --cached`,
          () => `git add -A && git show :.env`,
          () => `git stripspace < ${writer.path()}`,
          () => `git column --mode=plain < ${writer.path()}`,
        ])()
        .replace(/^git/, writer.program('git')),
  ],
];
