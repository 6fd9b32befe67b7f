import { errorCodes } from '../../../abi/error-codes.ts';

export interface SystemErrorDetails {
  syscall: string;
  path?: string | undefined;
  dest?: string | undefined;
  address?: string | undefined;
  port?: number | undefined;
}

/** The fields that Node sets on an operating system error. */
export interface NodeSystemError extends Error {
  errno: number;
  code: string;
  syscall: string;
}

/** Creates an error such as `ENOENT: no such file or directory, open '/x'`, with errno, code, syscall, path and dest in Node's order. */
export function createSystemError(code: string, details: SystemErrorDetails): NodeSystemError {
  const known = errorCodes.get(code);
  let message: string;
  if (details.address !== undefined) {
    message = `${details.syscall} ${code} ${details.address}${details.port === undefined ? '' : `:${details.port}`}`;
    if (code === 'EADDRINUSE') message = message.replace(code, `${code}: address already in use`);
  } else {
    message = `${code}: ${known?.description ?? 'unknown error'}, ${details.syscall}`;
    if (details.path !== undefined) message += ` '${details.path}'`;
    if (details.dest !== undefined) message += ` -> '${details.dest}'`;
  }
  const error = new Error(message);
  const fields: Record<string, unknown> = { errno: -(known?.errno ?? 4094), code };
  for (const [name, value] of Object.entries(details)) if (value !== undefined) fields[name] = value;
  // `fields` contains exactly the fields of NodeSystemError.
  return Object.assign(error, fields) as unknown as NodeSystemError;
}

/**
 * Returns the code of a `SystemError`. The class is not checked, because the error may come from another bundle or through structured
 * clone.
 */
export function systemErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return error.code;
}

/** Converts a kernel error to Node's form; returns anything else unchanged. */
export function shapeSystemError(error: unknown, details: SystemErrorDetails): unknown {
  const code = systemErrorCode(error);
  // Already converted by an inner call.
  if (error instanceof Error && 'syscall' in error) return error;
  return code === null || !errorCodes.has(code) ? error : createSystemError(code, details);
}
