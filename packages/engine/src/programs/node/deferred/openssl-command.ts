import { request } from './openssl/certificate.ts';
import { digest, isDigest, random } from './openssl/digest-commands.ts';
import { encipher } from './openssl/encipher.ts';
import { convertKey, generateAny, generateRsa } from './openssl/key-commands.ts';
import { OpensslError, OpensslIo } from './openssl/openssl-io.ts';
import type { RunTool } from './tool-host.ts';

const COMMANDS = 'base64, dgst, ecparam, enc, genpkey, genrsa, pkey, rand, req -x509, rsa, version';

/** The `openssl` commands that projects use: secrets, digests, keys, and certificates for development. */
export const run: RunTool = async (host) => {
  const io = new OpensslIo(host);
  const [command = 'help', ...args] = host.args;
  try {
    if (command === 'rand') return await random(io, args);
    if (command === 'dgst' || isDigest(command)) return await digest(io, command, args);
    if (command === 'enc' || command === 'base64' || command.startsWith('aes-')) return await encipher(io, command, args);
    if (command === 'genrsa') return await generateRsa(io, args);
    if (command === 'genpkey' || command === 'ecparam') return await generateAny(io, command, args);
    if (command === 'rsa' || command === 'pkey' || command === 'ec') return await convertKey(io, command, args);
    if (command === 'req') return await request(io, args);
    if (/^(?:--?)?version$|^-v$/.test(command)) await io.write(null, 'OpenSSL 3.0 (the in-browser engine’s own)\n');
    else if (/^(?:--?)?help$/.test(command)) await io.write(null, `Commands: ${COMMANDS}\n`);
    else throw new OpensslError(`Invalid command '${command}'; the in-browser engine has ${COMMANDS}.`);
    return 0;
  } catch (error) {
    if (!(error instanceof OpensslError)) throw error;
    await io.note(`${error.message}\n`);
    return 1;
  }
};
