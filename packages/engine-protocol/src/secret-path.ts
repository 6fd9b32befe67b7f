import { nameSource } from './name-pattern.ts';

/** Names of files and folders that hold keys or passwords. Case is ignored: some file systems ignore it too. */
export const SECRET_NAMES: readonly string[] = [
  ...'.env .env[!a-z]* *.env .envrc .dev.vars*'.split(' '),
  ...'.npmrc .yarnrc .yarnrc.yml .netrc .pypirc .git-credentials .htpasswd .pgpass'.split(' '),
  ...'.ssh .aws .gnupg .kube .docker'.split(' '),
  ...'id_rsa* id_dsa* id_ecdsa* id_ed25519*'.split(' '),
  ...'pem key p12 pfx jks keystore kdbx asc'.split(' ').map((ending) => `*.${ending}`),
  ...['credentials', 'secret', 'secrets'].flatMap((name) => ['', '.json', '.yml', '.yaml', '.toml', '.txt'].map((end) => `${name}${end}`)),
  ...'service-account*.json service_account*.json serviceaccount*.json'.split(' '),
];

/** A name that ends so is only an example of such a file. */
export const EXAMPLE_ENDINGS: readonly string[] = ['.example', '.sample', '.template', '.dist'];

const EXAMPLE = `[^/]*(?:${EXAMPLE_ENDINGS.map(nameSource).join('|')})(?:/|$)`;
const SECRET = new RegExp(`(?:^|/)(?!${EXAMPLE})(?:${SECRET_NAMES.map(nameSource).join('|')})(?:/|$)`, 'iu');

/** Whether a path, relative or absolute, names something that holds keys, or something in a folder that does. */
export function isSecretPath(path: string): boolean {
  return SECRET.test(path);
}
