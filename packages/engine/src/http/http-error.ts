/** Thrown for bytes that are not HTTP, or text that cannot be sent as HTTP. `code` is that of Node's parser if it has one. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  /** The number of bytes of the last `push` that were read before the error. */
  bytesParsed = 0;
  constructor(
    readonly code: HttpErrorCode,
    message: string,
  ) {
    super(message);
  }
}

export type HttpErrorCode =
  | 'HPE_INVALID_METHOD'
  | 'HPE_INVALID_URL'
  | 'HPE_INVALID_VERSION'
  | 'HPE_INVALID_CONSTANT'
  | 'HPE_INVALID_STATUS'
  | 'HPE_INVALID_HEADER_TOKEN'
  | 'HPE_HEADER_OVERFLOW'
  | 'HPE_INVALID_CONTENT_LENGTH'
  | 'HPE_UNEXPECTED_CONTENT_LENGTH'
  | 'HPE_INVALID_TRANSFER_ENCODING'
  | 'HPE_INVALID_CHUNK_SIZE'
  | 'HPE_CHUNK_EXTENSIONS_OVERFLOW'
  | 'HPE_CR_EXPECTED'
  | 'HPE_LF_EXPECTED'
  | 'HPE_STRICT'
  | 'HPE_INVALID_EOF_STATE'
  | 'HPE_CLOSED_CONNECTION'
  | 'ERR_INVALID_CHAR'
  | 'ERR_INVALID_HTTP_TOKEN';
