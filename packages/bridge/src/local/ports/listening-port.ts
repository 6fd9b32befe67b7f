/** A port on which a program of this computer waits for connections. */
export interface ListeningPort {
  port: number;
  /** The inode of its socket; null if the system does not report it. */
  inode: string | null;
}

/** Parses `/proc/net/tcp` and `/proc/net/tcp6`. */
export function parseLinuxTable(text: string): ListeningPort[] {
  const LISTENING = '0A';
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTENING)
    .map((fields) => ({ port: Number.parseInt(fields[1]?.split(':')[1] ?? '', 16), inode: fields[9] ?? null }));
}

/** Parses `lsof -nP -iTCP -sTCP:LISTEN -Fn` (macOS). */
export function parseLsof(text: string): ListeningPort[] {
  return portsOf([...text.matchAll(/^n\S*:(\d+)$/gm)]);
}

/**
 * Parses `netstat -ano -p TCP` (Windows). It names the states in the system's language, so a listening socket is
 * recognized by its remote port 0.
 */
export function parseNetstat(text: string): ListeningPort[] {
  return portsOf([...text.matchAll(/^\s*TCP\s+\S+:(\d+)\s+\S+:0\s/gm)]);
}

function portsOf(matches: readonly RegExpMatchArray[]): ListeningPort[] {
  return [...new Set(matches.map(([, port]) => Number(port)))].map((port) => ({ port, inode: null }));
}
