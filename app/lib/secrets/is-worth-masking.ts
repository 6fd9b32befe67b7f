/** Minimum length in characters: shorter values are words and numbers that occur anywhere. */
const SHORTEST = 8;
/** Minimum length in characters for a value of words (`my-cool-app`), which is masked only if its name says that it is secret. */
const SHORTEST_WORDS = 12;

/** Values that are not secret, whatever their name. */
const COMMON: ReadonlySet<string> = new Set(
  'localhost development production postgres postgresql password passw0rd username administrator anonymous credentials undefined disabled required optional changeme12 lm-studio not-needed'.split(
    ' ',
  ),
);
const PLACEHOLDER =
  /^(?:change[-_ ]?(?:me|it|this).*|replace[-_ ].*|your[-_ ].*|my[-_ ](?:secret|api|token|key|password).*|insert[-_ ].*|enter[-_ ].*|placeholder.*|example.*|dummy.*|todo.*|x{6,}|\*+|\.+|<.*>|\$\{.*\}|\$\(.*\)|\{\{.*\}\}|%\w+%|process\.env\..*)$/i;
const NO_SECRET_SHAPE =
  /^(?:[\w.+-]+@[\w-]+\.[\w.-]+|v?\d+\.\d[\w.+-]*|\d{4}-\d\d-\d\d[\dTZ:.+-]*|(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|localhost:\d+|\/\/.*|(?:~|\.{1,2})?\/(?:[\w.@-]+\/)*[\w.@-]*|[A-Za-z]:\\.*|-?\d{1,11}(?:\.\d+)?)$/;
/** Prefixes that only keys have, as published by their issuers. */
const KEY_PREFIX =
  /^(?:sk-|sk_|pk_|rk_|whsec_|gh[opsur]_|github_pat_|glpat-|npm_|pypi-|xox[abposr]-|AKIA|ASIA|AIza|ya29\.|SG\.|hf_|gsk_|dop_v1_|shpat_|lin_api_|key-|eyJ)/;

/** Words that mark a name's value as secret: as the last word of the name or, with stricter rules, anywhere in it. */
const SECRET_WORDS: ReadonlySet<string> = new Set(
  'key keys apikey token tokens authtoken secret secrets clientsecret password passwords passwd passphrase pass pwd pw psk pat credential credentials salt pepper auth dsn signature hash private webhook cookie bearer passwort kennwort contrasena senha mdp'.split(
    ' ',
  ),
);

/**
 * Returns whether a value of a secret file is masked: from 8 characters on, if its name says that it is secret (`*_KEY`, `*_TOKEN`,
 * `PASSWORD`, …) or it looks like a key. Exceptions are placeholders, common words of settings, paths, hosts, dates, versions and
 * addresses.
 */
export function isWorthMasking(name: string, value: string): boolean {
  if (value.length < SHORTEST || COMMON.has(value.toLowerCase()) || isPlaceholder(value)) return false;
  if (KEY_PREFIX.test(value) && value.length >= 16) return true;
  const words = wordsOf(name);
  const isNamed = SECRET_WORDS.has(words.at(-1) ?? '');
  // A key may begin like a path or a version, and a password may look like an address: then the name decides.
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

/** Returns whether a value in the form of a path, a host, a version or an address contains something unusual for these. */
function hasKeyIn(value: string): boolean {
  return looksRandom(value) || (/^[^\s@]+@/.test(value) && /\d/.test(value) && /[A-Z]/.test(value));
}

/** Returns whether a text alternates between digits, lower-case and upper-case letters more than words do. */
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
