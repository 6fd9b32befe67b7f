import { t } from '../../../lib/i18n/t.ts';

/** A host for display: parts that could deceive are cut, escaped or explained. */
export interface VisibleHost {
  /** At most `LONGEST` characters. A long host keeps its end, which identifies the owner. */
  text: string;
  /** Warnings to read before allowing it. */
  remarks: readonly string[];
}

const LONGEST = 56;
/** Characters kept from the beginning of a long name, which its owner may choose freely. */
const BEGINNING = 14;

/** `host` must be normalised by the URL parser: ASCII, lower case. */
export function visibleHost(host: string): VisibleHost {
  const isPlain = host.startsWith('http://');
  const name = isPlain ? host.slice('http://'.length) : host;
  const remarks: string[] = [];
  if (/^(?:\[|\d+\.\d+\.\d+\.\d+(?::|$))/.test(name)) remarks.push(t('This is an address and not a name: it does not say whose it is.'));
  if (/(?:^|\.)xn--/.test(name)) remarks.push(t('Letters of other scripts are written as xn--…, since they can look like another name.'));
  if (name.length > LONGEST) remarks.push(t('The name is long: its middle is cut. Its end says whose it is.'));
  if (isPlain) remarks.push(t('The connection is not encrypted: others on the way can read and change what is sent.'));
  return { text: `${isPlain ? 'http' : 'https'}://${shortened(name)}`, remarks };
}

function shortened(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, BEGINNING)}…${name.slice(BEGINNING + 1 - LONGEST)}`;
}
