const HELP = `Usage: node [options] [ script.js ] [arguments]
       node [options] -e code [arguments]

Options:
  -                          script read from stdin
  --                         indicate the end of node options
  -c, --check                syntax check script without executing
  -C, --conditions=...       additional user conditions for conditional exports and imports
  --env-file=...             set environment variables from supplied file
  -e, --eval=...             evaluate script
  -i, --interactive          always enter the REPL even if stdin does not appear to be a terminal
  -h, --help                 print node command line options
  --import=...               ES module to preload (option can be repeated)
  --input-type=...           set module type for string input
  -p, --print [...]          evaluate script and print result
  -r, --require=...          CommonJS module to preload (option can be repeated)
  -v, --version              print Node.js version
`;

/** The V8 options that programs set. Tools read this list to distinguish them from their own options (gulp, mocha, nodemon). */
const V8_OPTIONS = `Options:
${[
  'use-strict=bool',
  'harmony=bool',
  'expose-gc=bool',
  'jitless=bool',
  'trace-gc=bool',
  'trace-opt=bool',
  'trace-deopt=bool',
  'stack-size=int',
  'stack-trace-limit=int',
  'max-old-space-size=size_t',
  'max-semi-space-size=size_t',
  'initial-heap-size=size_t',
]
  .map((option) => option.split('='))
  .map(
    ([name, type]) =>
      `  --${name} (taken, without effect in a browser)\n        type: ${type}  default: --${type === 'bool' ? `no-${name}` : `${name}=0`}\n`,
  )
  .join('')}`;

/** The output of `node --help` and `node --v8-options`. */
export const optionLists = { help: HELP, v8Options: V8_OPTIONS };
