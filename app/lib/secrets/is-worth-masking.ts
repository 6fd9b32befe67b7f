/** Shorter ones are words and numbers that occur anywhere. Characters. */
const SHORTEST = 8;
/** Words alone (`my-cool-app`) count from here, and only under a name that says what they are. Characters. */
const SHORTEST_WORDS = 12;

/** Values that are no secret, whatever their name says. */
const COMMON: ReadonlySet<string> = new Set(
  'localhost development production postgres postgresql password passw0rd username administrator anonymous credentials undefined disabled required optional changeme12 lm-studio not-needed'.split(
    ' ',
  ),
);
const PLACEHOLDER =
  /^(?:change[-_ ]?(?:me|it|this).*|replace[-_ ].*|your[-_ ].*|my[-_ ](?:secret|api|token|key|password).*|insert[-_ ].*|enter[-_ ].*|placeholder.*|example.*|dummy.*|todo.*|x{6,}|\*+|\.+|<.*>|\$\{.*\}|\$\(.*\)|\{\{.*\}\}|%\w+%|process\.env\..*)$/i;
const NO_SECRET_SHAPE =
  /^(?:[\w.+-]+@[\w-]+\.[\w.-]+|v?\d+\.\d[\w.+-]*|\d{4}-\d\d-\d\d[\dTZ:.+-]*|(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|localhost:\d+|\/\/.*|(?:~|\.{1,2})?\/(?:[\w.@-]+\/)*[\w.@-]*|[A-Za-z]:\\.*|-?\d{1,11}(?:\.\d+)?)$/;
/** Beginnings that only keys have, as their issuers publish them. */
const KEY_PREFIX =
  /^(?:sk-|sk_|pk_|rk_|whsec_|gh[opsur]_|github_pat_|glpat-|npm_|pypi-|xox[abposr]-|AKIA|ASIA|AIza|ya29\.|SG\.|hf_|gsk_|dop_v1_|shpat_|lin_api_|key-|eyJ)/;

/** Words by which a name says that its value is secret: the last one of the name, or (`some`) any. */
const SECRET_WORDS: ReadonlySet<string> = new Set(
  'key keys apikey token tokens authtoken secret secrets clientsecret password passwords passwd passphrase pass pwd pw psk pat credential credentials salt pepper auth dsn signature hash private webhook cookie bearer passwort kennwort contrasena senha mdp'.split(
    ' ',
  ),
);

/**
 * Whether a value that a secret file gives to a name is masked: from 8 characters on, under a name that says it is secret (`*_KEY`, `*_TOKEN`,
 * `PASSWORD`, …) or with the looks of a key. Excepted are placeholders, words that settings are made of, paths, hosts, dates, versions, addresses.
 */
export function isWorthMasking(name: string, value: string): boolean {
  if (value.length < SHORTEST || COMMON.has(value.toLowerCase()) || isPlaceholder(value)) return false;
  if (KEY_PREFIX.test(value) && value.length >= 16) return true;
  const words = wordsOf(name);
  const isNamed = SECRET_WORDS.has(words.at(-1) ?? '');
  // A key may begin as a path or a version does, and a password may have the form of an address: then its name says what it is.
  if (NO_SECRET_SHAPE.test(value) && !(isNamed && hasKeyIn(value))) return false;
  if (looksRandom(value)) return true;
  if (!isNamed && !words.some((word) => SECRET_WORDS.has(word))) return false;
  const isOnlyWords = /^(?:[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]+)*)(?:[-_ .:,/](?:[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]+)*))*$/.test(value);
  if (isOnlyWords && isNamed && /^(?:\w+ ){3,}\w+$/.test(value)) return true;
  if (isOnlyWords) return isNamed && value.length >= SHORTEST_WORDS && !/[ ,/]/.test(value);
  return isNamed || value.length >= SHORTEST_WORDS;
}

/** A value that begins like a placeholder is still a key if the rest of it looks random. */
function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) && !(/^[\w.+/=-]{16,}$/.test(value) && looksRandom(value));
}

/** Whether a value in the form of a path, a host, a version or an address holds what no such thing does. */
function hasKeyIn(value: string): boolean {
  return looksRandom(value) || (/^[^\s@]+@/.test(value) && /\d/.test(value) && /[A-Z]/.test(value));
}

/** Whether a text changes between digits, small and capital letters as no word does. */
export function looksRandom(text: string): boolean {
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return true;
  return text.split(/[^A-Za-z0-9]+/).some((run) => {
    const changes = classChanges(run);
    const hasBoth = /\d/.test(run) && /[A-Za-z]/.test(run);
    return (run.length >= 10 && hasBoth && changes >= 4) || (run.length >= 16 && changes >= 6 && /\d/.test(run));
  });
}

function classChanges(run: string): number {
  let changes = 0;
  for (let at = 1; at < run.length; at++) if (classOf(run[at] ?? '') !== classOf(run[at - 1] ?? '')) changes++;
  return changes;
}

function classOf(letter: string): number {
  if (letter <= '9') return 0;
  return letter <= 'Z' ? 1 : 2;
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
