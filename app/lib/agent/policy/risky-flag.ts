/** Names of flags that load code, write files or change what runs, in whatever program. */
const RISKY_NAMES =
  /(?:^|-)(?:exec|eval|config|configfile|conf|require|import|loader|preload|plugins?|shell|pager|editor|output|outfile|outdir|out|outputfile|write|hooks?|upload|download|textconv|pre|command|cmd|run|delete|prefix|userconfig|globalconfig|registry|unsafe|inspect|inspect-brk|env|env-file|token|password|git-dir|work-tree|chdir|directory|cwd|global|verify|pack|global-setup|globalsetup|setupfiles|setupfilesafterenv|transform|resolver|runner|reporters?|processor|parser|rulesdir|rulesdirs|resolve-plugins-relative-to|init|root|rootdir|files-from|compress-program|scripts|allow-[a-z]+|cleanoutputdir|rootdirs|testenvironment|test-environment|environment|project-root|script|wrapper|launcher|browser|open|ssh-command|proxy|remote|host-key|identity)$/i;

/** Values that name nothing but a built-in choice. */
const PLAIN_VALUE: readonly RegExp[] = [
  /^--?(?:test-)?reporters?=(?:verbose|dot|default|basic|json|junit|spec|tap|list|line|html|github|tap-flat|hanging-process)$/i,
  /^--(?:outdir|out-dir|output|outfile)=(?:\.\/)?(?:dist|build|out|coverage|public)(?:\/[\w./-]+)?$/i,
  /^--(?:environment|test-environment|testenvironment)=(?:node|jsdom|happy-dom)$/i,
  /^--(?:run|open|no-open|no-config)$/i,
  /^--run=(?:true|false)$/i,
  /^--open=false$/i,
];

/** Why a flag of a program that nothing is known of asks; null when it need not. */
export function riskyFlag(word: string, next?: string): string | null {
  // The usual short forms of output, config, require and evaluate.
  if (/^-[ocre]$/.test(word)) return `the flag ${word} can write files or run programs`;
  const name = /^--?([a-z][\w.-]*)(?:=|$)/i.exec(word)?.[1];
  if (
    name === undefined ||
    !RISKY_NAMES.test(name) ||
    PLAIN_VALUE.some((pattern) => pattern.test(word) || (next !== undefined && pattern.test(`${word}=${next}`)))
  )
    return null;
  return `the flag ${word} can write files or run programs`;
}
