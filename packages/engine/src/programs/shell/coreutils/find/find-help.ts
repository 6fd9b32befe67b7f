/** The words of an expression, as the help lists them. */
export const findHelp: readonly string[] = `
( EXPRESSION ), ! EXPRESSION, -not EXPRESSION, EXPRESSION -a EXPRESSION, -and, EXPRESSION -o EXPRESSION, -or
-name PATTERN
-iname PATTERN
-path PATTERN
-ipath PATTERN
-wholename PATTERN
-regex PATTERN
-iregex PATTERN
-type [fdlpsc],...
-size [-+]N[bcwkMG]
-empty
-newer FILE, -anewer FILE, -cnewer FILE, -newer[acBm][acBm] FILE
-newer[acBm]t TIME (-newermt '2024-01-31 12:00')
-mtime [-+]DAYS
-mmin [-+]MINUTES
-perm [-/]MODE
-executable
-readable
-writable
-true
-false
-maxdepth LEVELS
-mindepth LEVELS
-depth
-mount
-xdev
-noleaf
-follow
-prune
-print
-print0
-printf FORMAT
-quit
-delete
-exec COMMAND... ;
-exec COMMAND... {} +
-execdir COMMAND... ;
-ok COMMAND... ;`
  .trim()
  .split('\n');
