import { Readable } from 'readable-stream';
import { Buffer } from '../../base/buffer-class.ts';
import { callableClass } from '../../base/callable-class.ts';
import { notSupported } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { defaultCipherList } from '../linux-numbers.ts';
import { connectArguments } from './addresses.ts';
import { Socket } from './socket.ts';
import type { SocketOptions } from './socket-options.ts';

const VERSION = 'TLSv1.3';

interface TlsOptions extends SocketOptions {
  ALPNProtocols?: unknown;
  servername?: string;
  socket?: unknown;
}

/** A connection to an outside server. The browser encrypts it and checks the certificate. */
class TLSSocket extends Socket {
  readonly encrypted = true;
  authorized = true;
  authorizationError: Error | null = null;
  alpnProtocol: string | false = false;
  servername: string | false = false;

  constructor(host: NodeHost, options: TlsOptions = {}) {
    super(host, { ...options, isEncrypted: true });
    if (Array.isArray(options.ALPNProtocols) && options.ALPNProtocols.includes('http/1.1')) this.alpnProtocol = 'http/1.1';
    if (typeof options.servername === 'string') this.servername = options.servername;
    this.once('connect', () => this.emit('secureConnect'));
  }
  getProtocol(): string {
    return VERSION;
  }
  getCipher(): object {
    return { name: 'TLS_AES_128_GCM_SHA256', standardName: 'TLS_AES_128_GCM_SHA256', version: VERSION };
  }
  /** The browser does not expose it. */
  getPeerCertificate(): object {
    return {};
  }
  getSession(): undefined {
    return undefined;
  }
  isSessionReused(): boolean {
    return false;
  }
  setServername(name: string): void {
    this.servername = name;
  }
  setSession(): void {}
  setMaxSendFragment(): boolean {
    return true;
  }
  disableRenegotiation(): void {}
  enableTrace(): void {}
}

function refuse(name: string, reason: string) {
  // Has a prototype, because programs check `instanceof tls.Server`.
  return function refused(): never {
    throw notSupported(`tls.${name}`, reason);
  };
}

/** Creates `tls`: clients reach outside HTTPS servers through the browser; servers and other protocols are not supported. */
export function createTlsModule(host: NodeHost): BuiltinExports {
  host.builtin('net');
  const connect = (...args: unknown[]): TLSSocket => {
    const { options, listener } = connectArguments(args);
    // Finds the options in `(options)`, `(port, options)` and `(port, host, options)`.
    const given = (args.find((argument) => typeof argument === 'object' && argument !== null) ?? {}) as TlsOptions;
    if (given.socket !== undefined && given.socket !== null)
      throw notSupported('tls.connect over a socket', 'the browser encrypts connections by itself; connect to the host directly');
    const socket = new TLSSocket(host, { servername: options.host, ...given });
    if (listener !== null) socket.once('secureConnect', listener);
    return socket.connect(options);
  };
  class JSStreamSocket extends Socket {
    constructor(readonly stream: Readable) {
      super(host);
    }
  }
  class SecureContext {
    context = {};
  }
  return {
    CLIENT_RENEG_LIMIT: 3,
    CLIENT_RENEG_WINDOW: 600,
    DEFAULT_CIPHERS: defaultCipherList,
    DEFAULT_ECDH_CURVE: 'auto',
    DEFAULT_MIN_VERSION: 'TLSv1.2',
    DEFAULT_MAX_VERSION: VERSION,
    getCiphers: () =>
      defaultCipherList
        .toLowerCase()
        .split(':')
        .filter((name) => !name.startsWith('!') && name !== 'high'),
    rootCertificates: Object.freeze([]),
    getCACertificates: () => [],
    setDefaultCACertificates: () => {},
    checkServerIdentity: () => undefined,
    convertALPNProtocols: (protocols: unknown, out: { ALPNProtocols?: Uint8Array }) => {
      if (!Array.isArray(protocols)) return;
      // Each protocol is preceded by its length.
      const parts = protocols.map((name) => Buffer.from(String(name)));
      out.ALPNProtocols = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), part]));
    },
    createSecureContext: () => new SecureContext(),
    SecureContext,
    TLSSocket: callableClass(
      'TLSSocket',
      class extends TLSSocket {
        // For a stream that is not a socket, Node inserts a wrapper, which programs access here (http2-wrapper, used by got).
        _handle: { _parentWrap: JSStreamSocket } | null = null;
        constructor(socket?: unknown, options?: TlsOptions) {
          super(host, options);
          if (socket instanceof Readable && !(socket instanceof Socket)) this._handle = { _parentWrap: new JSStreamSocket(socket) };
        }
      },
    ),
    Server: refuse('Server', 'a browser holds no certificates; listen with http, the preview is encrypted'),
    createServer: refuse('createServer', 'a browser holds no certificates; listen with http, the preview is encrypted'),
    connect,
    createSecurePair: refuse('createSecurePair', 'the browser encrypts connections by itself'),
  };
}
