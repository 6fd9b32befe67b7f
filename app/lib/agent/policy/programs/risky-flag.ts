import { because, type Reason } from '../../../protocol/texts/reason.ts';

/** Names of flags that load code, write files or change what runs, in any program. */
const RISKY_NAMES =
  /(?:^|-)(?:exec|eval|config|configfile|conf|require|import|loader|preload|plugins?|shell|pager|editor|output|outfile|outdir|out|outputfile|write|hooks?|upload|download|textconv|pre|command|cmd|run|delete|prefix|userconfig|globalconfig|registry|unsafe|inspect|inspect-brk|env|env-file|token|password|git-dir|work-tree|chdir|directory|cwd|global|verify|pack|global-setup|globalsetup|setupfiles|setupfilesafterenv|transform|resolver|runner|reporters?|processor|parser|rulesdir|rulesdirs|resolve-plugins-relative-to|init|root|rootdir|files-from|compress-program|scripts|allow-[a-z]+|cleanoutputdir|rootdirs|testenvironment|test-environment|environment|project-root|script|wrapper|launcher|browser|open|ssh-command|proxy|remote|host-key|identity)$/i;

/** Values that only select a built-in option. */
const PLAIN_VALUE: readonly RegExp[] = [
  /^--?(?:test-)?reporters?=(?:verbose|dot|default|basic|json|junit|spec|tap|list|line|html|github|tap-flat|hanging-process)$/i,
  /^--(?:outdir|out-dir|output|outfile)=(?:\.\/)?(?:dist|build|out|coverage|public)(?:\/[\w./-]+)?$/i,
  /^--(?:environment|test-environment|testenvironment)=(?:node|jsdom|happy-dom)$/i,
  /^--(?:run|open|no-open|no-config)$/i,
  /^--run=(?:true|false)$/i,
  /^--open=false$/i,
];

/** Long flags that GNU and Python programs accept in abbreviated form. */
const SHORTENED =
  'output output-file output-dir output-directory outfile outdir out-dir execute exec-batch command evaluate in-place inplace write-out files-from files0-from'.split(
    ' ',
  );
/** Single-dash words that are one long flag each. */
const PLAIN_WORD = /^-(?:version|help|verbose|port|host|watch|recursive|race|pretty|color|no-color|coverage|concurrency|ext|env)$/;

/** Returns why single-dash letters of an unknown program ask: one may be the usual short form of a risky flag, with its value. */
export function riskyLetters(word: string): Reason | null {
  if (!/^-[a-z\d]./i.test(word) || PLAIN_WORD.test(word)) return null;
  const letters = /^-([a-z\d]+)/i.exec(word)?.[1] ?? '';
  const value = word.slice(2);
  const namesFile = /\//.test(value) || /[a-z]\.[a-z]\w*$/i.test(value);
  return /^[cre]|o/.test(letters) || namesFile ? because('the flag {flag} can write files or run programs', { flag: word }) : null;
}

/** Returns why a flag of an unknown program asks; null if it need not. */
export function riskyFlag(word: string, next?: string): Reason | null {
  // The usual short forms of output, config, require and evaluate.
  if (
    /^-[ocre]$/.test(word) ||
    (/^-[fF]$/.test(word) && next !== undefined && /\.(?:[cm]?[jt]sx?|sh|py|rb|pl|php|lua|mk|awk)$/i.test(next))
  )
    return because('the flag {flag} can write files or run programs', { flag: word });
  const name = /^--?([a-z][\w.-]*)(?:=|$)/i.exec(word)?.[1];
  if (name === undefined || !(RISKY_NAMES.test(name) || (word.startsWith('--') && isShortened(name)))) return null;
  const isPlain = PLAIN_VALUE.some((pattern) => pattern.test(word) || (next !== undefined && pattern.test(`${word}=${next}`)));
  return isPlain ? null : because('the flag {flag} can write files or run programs', { flag: word });
}

function isShortened(name: string): boolean {
  return !/^files?$/.test(name) && SHORTENED.some((long) => long.startsWith(name));
}
