import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { PartAssignment } from '../parse/command-part.ts';
import { type Judging, judgeUse, UNKNOWN } from './judge-use.ts';

/** Parts of the names of variables that change which program runs, what it loads, or where it looks. */
const RULING =
  /path|options|opts|flags|args|preload|library|config|home|shell|editor|visual|pager|browser|proxy|bin|binary|executable|command|cmd|init|startup|loader|registry|require|import|plugin|hook|token|secret|passw|key|auth|ssl|tls|cert|ifs|prompt|^git|npm|yarn|pnpm|bun_|deno|corepack|^ld_|dyld|bash|zdotdir|^zsh|python|perl|ruby|gem|java|jdk|glob|less|^tar|make|grep|ripgrep|tmp|temp|askpass|sudo|ssh|docker|kube|aws|funcname|pwd|wrapper|exec|^env$|^ps\d|^uid$|_?rc$|locale|nls|charset|malloc|gconv|resolv|hosts|display|dbus|xdg|trace|inspect|^node_(?!env$)|esbuild|chrome|puppeteer|playwright|swc|^cc$|^cxx$|^ar$|^ld$|compiler|linker|cargo|rust|^go(?:flags|root)?$|mail|histfile|^_|^shlvl$|^optind$|^random$|^seconds$|^dirstack$|^reply$|^cdable|timeformat|exinit|nodeopt|register|_dir$|^dir$|root$|file$|url$|uri$|host$|endpoint|database|mode_?module|posix|getopt/i;
/** Common variables that the pattern above would match. */
const FREE = /^(?:VITE_[A-Z0-9_]*MODE|BASE_URL|HOST|NODE_ENV|CI|PORT|DEBUG|FORCE_COLOR|NO_COLOR|TZ|LANG|LC_ALL)$/;

/** Returns true if a variable of this name changes which programs run, what they load, or where they look. */
export function isRulingName(name: string): boolean {
  return !FREE.test(name) && RULING.test(name);
}

/** Returns why setting this variable asks; null if it need not. It need not be exported here, since an exported variable stays exported. */
export function judgeAssignment({ name, value, isPlain }: PartAssignment, judging: Judging, isAlone = false): Reason | null {
  if (!isPlain) return because('{name} is set in a way that can run commands', { name });
  if (!/^[A-Za-z_]\w*$/.test(name)) return because('{name} is no plain name of a variable', { name });
  if (isRulingName(name)) return because('the variable {name} can change which programs run or what they load', { name });
  if (value.kind === 'unknown') {
    // The value is only stored: wherever it is used, it is judged as an unknown word.
    return isAlone && !FREE.test(name) ? value.why : UNKNOWN;
  }
  if (/(?:^|\s)--?[a-z]/i.test(value.value)) return because('{name} is set to what may be flags of a program', { name });
  if (name === 'BASE_URL' && /^https?:\/\/(?:localhost|127\.0\.0\.1)(?:[:/]|$)/.test(value.value)) return null;
  // Patterns are not expanded to file names here.
  return judgeUse('any', { kind: 'literal', value: value.value, text: value.text }, value.value, judging);
}
