import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { baseName } from '../../../text/resolve-path.ts';
import type { CommandContext } from '../../command.ts';

/** Builds the body of curl's `-F name=value`, `-F name=@file;type=…` and `-F name=<file`. */
export async function multipartForm(fields: readonly string[], boundary: string, { files }: CommandContext): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  for (const field of fields) {
    const equals = field.indexOf('=');
    const name = field.slice(0, equals);
    const [value = '', ...options] = field.slice(equals + 1).split(';');
    const option = (key: string) =>
      options
        .find((text) => text.trim().startsWith(`${key}=`))
        ?.trim()
        .slice(key.length + 1);
    const isFile = value.startsWith('@');
    const fileName = isFile ? `; filename="${option('filename') ?? baseName(value.slice(1))}"` : '';
    const type = option('type') ?? (isFile ? 'application/octet-stream' : null);
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n${type === null ? '' : `Content-Type: ${type}\r\n`}\r\n`;
    const isRead = isFile || value.startsWith('<');
    chunks.push(
      encoder.encode(head),
      isRead ? await files.readBytes(value.slice(1)) : encoder.encode(field.slice(equals + 1)),
      encoder.encode('\r\n'),
    );
  }
  chunks.push(encoder.encode(`--${boundary}--\r\n`));
  return joinBytes(chunks);
}
