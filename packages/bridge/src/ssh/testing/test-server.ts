import { spawn } from 'node:child_process';
import { type AddressInfo, connect, createServer } from 'node:net';
import ssh2, { type AuthContext, type Connection, type PseudoTtyInfo, type ServerChannel, type Session } from 'ssh2';
import { makeKey, type TestKey } from './make-key.ts';
import { type SftpLies, serveSftp } from './serve-sftp.ts';

export interface TestServerOptions {
  /** The login shell: its path and the name by which it is called. */
  shell?: string;
  home: string;
  hostKey?: TestKey;
  /** Lets everybody in if it is left out. */
  authenticate?(context: AuthContext): void;
  banner?: string;
  greeting?: string;
  lies?: SftpLies;
  refusesTerminals?: boolean;
  refusesForwarding?: boolean;
  /** As `MaxSessions` of sshd. */
  mostSessions?: number;
  /** Does not start commands in sessions of their own, as some small servers. */
  hasNoGroups?: boolean;
  environment?: Record<string, string>;
}

export interface TestServer {
  readonly port: number;
  readonly hostKey: TestKey;
  /** Connections so far. */
  readonly connections: number;
  /** The command lines that were run. */
  readonly commands: string[];
  close(): Promise<void>;
}

/** A server of the ssh2 library on the loopback with a real shell and real files. */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const hostKey = options.hostKey ?? makeKey();
  const commands: string[] = [];
  const open = new Set<Connection>();
  const children = new Set<() => void>();
  let connections = 0;
  const texts = {
    ...(options.banner === undefined ? {} : { banner: options.banner }),
    ...(options.greeting === undefined ? {} : { greeting: options.greeting }),
  };
  const protocol = new ssh2.Server({ hostKeys: [hostKey.privateText], ...texts }, (connection) => {
    connections += 1;
    open.add(connection);
    connection.on('error', () => undefined);
    connection.once('close', () => open.delete(connection));
    connection.on('authentication', (context) => (options.authenticate === undefined ? context.accept() : options.authenticate(context)));
    connection.on('ready', () => serveConnection(connection, { options, commands, children }));
  });
  // The library's own listener would hold small answers back for 40 ms, as no real server does.
  const server = createServer({ noDelay: true }, (socket) => protocol.injectSocket(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    hostKey,
    commands,
    get connections() {
      return connections;
    },
    async close() {
      for (const kill of children) kill();
      for (const connection of open) connection.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Serving {
  options: TestServerOptions;
  commands: string[];
  children: Set<() => void>;
}

function serveConnection(connection: Connection, serving: Serving): void {
  const { options } = serving;
  let sessions = 0;
  connection.on('session', (accept, reject) => {
    if (sessions >= (options.mostSessions ?? Number.POSITIVE_INFINITY)) return reject();
    sessions += 1;
    const session = accept();
    session.on('close', () => {
      sessions -= 1;
    });
    serveSession(session, serving);
  });
  connection.on('tcpip', (accept, reject, { destIP, destPort }) => {
    if (options.refusesForwarding === true) return reject();
    const socket = connect(destPort, destIP);
    socket.once('error', () => reject());
    socket.once('connect', () => {
      const channel = accept();
      socket.on('error', () => channel.close());
      channel.on('error', () => socket.destroy());
      channel.pipe(socket).pipe(channel);
    });
  });
}

function serveSession(session: Session, serving: Serving): void {
  let terminal: PseudoTtyInfo | null = null;
  let resize = (_columns: number, _rows: number) => undefined as void;
  session.on('pty', (accept, reject, info) => {
    if (serving.options.refusesTerminals === true) return reject();
    terminal = info;
    accept?.();
  });
  session.on('window-change', (accept, _reject, { cols, rows }) => {
    accept?.();
    resize(cols, rows);
  });
  session.on('sftp', (accept) => serveSftp(accept(), serving.options.lies));
  session.on('exec', (accept, reject, { command }) => {
    serving.commands.push(command);
    if (terminal === null) return runWithPipes(accept(), command, serving);
    const { cols, rows } = terminal;
    void startOnTerminal(accept, reject, command, { cols, rows }, serving).then((started) => {
      resize = started;
    });
  });
}

function environmentOf({ shell = '/bin/sh', home, environment = {} }: TestServerOptions): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: home, USER: 'tester', SHELL: shell, ...environment };
}

function runWithPipes(channel: ServerChannel, command: string, { options, children }: Serving): void {
  const child = spawn(options.shell ?? '/bin/sh', ['-c', command], {
    cwd: options.home,
    env: environmentOf(options),
    detached: options.hasNoGroups !== true,
  });
  const kill = () => killAll(child.pid);
  children.add(kill);
  child.stdout.pipe(channel, { end: false });
  child.stderr.pipe(channel.stderr, { end: false });
  channel.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  child.once('error', () => channel.exit(127));
  // As sshd does: reports the end of the program at once, and the channel stays as long as something holds its streams.
  child.once('exit', (code, signal) => {
    if (signal === null) channel.exit(code ?? 0);
    else channel.exit(signal.slice('SIG'.length), false, '');
  });
  child.once('close', () => {
    children.delete(kill);
    channel.end();
  });
}

type Resize = (columns: number, rows: number) => void;

async function startOnTerminal(
  accept: () => ServerChannel,
  reject: () => void,
  command: string,
  size: { cols: number; rows: number },
  { options, children }: Serving,
): Promise<Resize> {
  const pty = await import('@lydell/node-pty').catch(() => null);
  if (pty === null) {
    reject();
    return () => undefined;
  }
  const channel = accept();
  const env = { ...environmentOf(options), TERM: 'xterm-256color' };
  const child = pty.spawn(options.shell ?? '/bin/sh', ['-c', command], { ...size, cwd: options.home, env, encoding: null });
  const kill = () => killAll(child.pid);
  children.add(kill);
  let isOver = false;
  // Without an encoding the module gives bytes, which its types do not say.
  child.onData((data: string | Buffer) => void channel.write(data));
  channel.on('data', (bytes: Buffer) => child.write(bytes.toString()));
  channel.once('close', () => {
    if (!isOver) process.kill(child.pid, 'SIGHUP');
  });
  child.onExit(({ exitCode, signal }) => {
    isOver = true;
    children.delete(kill);
    if (signal === undefined || signal === 0) channel.exit(exitCode);
    else channel.exit(signalNames[signal] ?? 'KILL', false, '');
    channel.end();
  });
  return (columns, rows) => {
    if (!isOver) child.resize(columns, rows);
  };
}

const signalNames: Record<number, string> = { 1: 'HUP', 2: 'INT', 9: 'KILL', 15: 'TERM' };

/** The test's own process, and what it left in its group. */
function killAll(pid: number | undefined): void {
  if (pid === undefined) return;
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
