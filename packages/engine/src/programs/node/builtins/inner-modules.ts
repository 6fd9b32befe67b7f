import nativeParserFile from 'deferred:network/native-parser';
import { deferredPart } from '../deferred/deferred-part.ts';
import type { BuiltinExports, BuiltinFactory, NodeHost } from '../node-host.ts';
import { CONNECTIONS_CHECKING } from './http/http-server.ts';

const loadParser = deferredPart<typeof import('../deferred/network/native-parser.ts')>('network/native-parser', nativeParserFile);

/** Creates a module that exports some members of another one. */
function pick(module: string, names: readonly string[], extra: BuiltinExports = {}): BuiltinFactory {
  return (host: NodeHost) => {
    const from = host.builtin(module);
    return { ...Object.fromEntries(names.map((name) => [name, from[name]])), ...extra };
  };
}

const TOKEN = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const BAD_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

/** Node's internal modules, which packages import because nothing else exposes their contents. */
export const innerModules: Record<string, BuiltinFactory> = {
  _http_agent: pick('http', ['Agent', 'globalAgent']),
  _http_client: pick('http', ['ClientRequest']),
  _http_common: (host) => ({
    _checkInvalidHeaderChar: (value: unknown) => BAD_HEADER.test(String(value)),
    _checkIsHttpToken: (value: unknown) => TOKEN.test(String(value)),
    chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
    continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
    CRLF: '\r\n',
    HTTPParser: loadParser(host).createNativeParser(host),
    methods: host.builtin('http').METHODS,
  }),
  _http_incoming: pick('http', ['IncomingMessage'], {
    readStart: (socket: { resume(): void }) => socket.resume(),
    readStop: (socket: { pause(): void }) => socket.pause(),
  }),
  _http_outgoing: pick('http', ['OutgoingMessage', 'validateHeaderName', 'validateHeaderValue']),
  _http_server: pick('http', ['STATUS_CODES', 'Server', 'ServerResponse', '_connectionListener'], {
    kConnectionsCheckingInterval: CONNECTIONS_CHECKING,
  }),
  _stream_duplex: (host) => host.builtin('stream').Duplex as BuiltinExports,
  _stream_passthrough: (host) => host.builtin('stream').PassThrough as BuiltinExports,
  _stream_readable: (host) => host.builtin('stream').Readable as BuiltinExports,
  _stream_transform: (host) => host.builtin('stream').Transform as BuiltinExports,
  _stream_wrap: pick('stream', ['Duplex']),
  _stream_writable: (host) => host.builtin('stream').Writable as BuiltinExports,
  _tls_common: pick('tls', ['SecureContext', 'createSecureContext']),
  _tls_wrap: pick('tls', ['TLSSocket', 'Server', 'createServer', 'connect']),
};
