import { formatEscapes } from '../../../text/escapes.ts';
import type { ExchangeResponse } from '../http-exchange.ts';

/** The data of a finished transfer. Times are in seconds since its start. */
export interface TransferReport {
  url: URL;
  method: string;
  /** `null` if no response arrived. */
  response: ExchangeResponse | null;
  exitCode: number;
  errorMessage: string;
  redirects: number;
  /** Bytes. */
  downloaded: number;
  uploaded: number;
  firstByte: number;
  total: number;
}

/** Formats the text of `-w` (`%{name}`, `%header{name}`, `%%` and escapes), and returns the unknown names. */
export function writeOut(format: string, report: TransferReport): { bytes: Uint8Array; unknown: string[] } {
  const unknown: string[] = [];
  const values = valuesOf(report);
  const header = (name: string) =>
    report.response?.headers.find(([candidate]) => candidate.toLowerCase() === name.toLowerCase())?.[1] ?? '';
  const filled = format.replace(/%(?:%|header\{([^}]*)\}|\{(\w+)\})/g, (whole, headerName?: string, name?: string) => {
    if (whole === '%%') return '%';
    // A backslash in a value is not part of the format.
    const value = headerName !== undefined ? header(headerName) : values.get(name ?? '');
    if (value === undefined) unknown.push(name ?? '');
    return value?.replaceAll('\\', '\\\\') ?? '';
  });
  return { bytes: formatEscapes(filled), unknown };
}

function valuesOf({ url, method, response, ...report }: TransferReport): ReadonlyMap<string, string> {
  const header = (name: string) => response?.headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1] ?? '';
  const status = String(response?.status ?? 0).padStart(3, '0');
  const location = header('location');
  const seconds = (value: number) => value.toFixed(6);
  const headers: Record<string, string[]> = {};
  for (const [given, value] of response?.headers ?? []) {
    const name = given.toLowerCase();
    headers[name] = [...(headers[name] ?? []), value];
  }
  return new Map([
    ['http_code', status],
    ['response_code', status],
    ['http_version', response === null ? '0' : '1.1'],
    ['method', method],
    ['scheme', url.protocol.slice(0, -1).toUpperCase()],
    ['content_type', header('content-type')],
    ['header_json', JSON.stringify(headers)],
    ['num_headers', String(response?.headers.length ?? 0)],
    ['num_redirects', String(report.redirects)],
    ['num_connects', String(response === null ? 0 : report.redirects + 1)],
    ['redirect_url', location === '' || !URL.canParse(location, url) ? '' : new URL(location, url).href],
    ['size_download', String(report.downloaded)],
    ['size_upload', String(report.uploaded)],
    ['speed_download', String(report.total === 0 ? 0 : Math.round(report.downloaded / report.total))],
    ['time_namelookup', seconds(0)],
    ['time_connect', seconds(0)],
    ['time_appconnect', seconds(0)],
    ['time_pretransfer', seconds(0)],
    ['time_redirect', seconds(0)],
    ['time_starttransfer', seconds(report.firstByte)],
    ['time_total', seconds(report.total)],
    ['url', url.href],
    ['url_effective', url.href],
    ['exitcode', String(report.exitCode)],
    ['errormsg', report.errorMessage],
  ]);
}
