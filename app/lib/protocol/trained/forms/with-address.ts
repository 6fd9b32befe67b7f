import { type Fields, withoutFields } from './fields.ts';

/** Hosts at which a preview may be addressed. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]?)$/;

/** The address of a page of the project's own server names its port and path; one of another host is left as it is. */
export function withAddress(fields: Fields, readings: string[]): Fields {
  const { url } = fields;
  if (typeof url !== 'string' || fields.path !== undefined) return fields;
  const others = withoutFields(fields, ['url']);
  if (url.startsWith('/') && !url.startsWith('//')) {
    readings.push('url → path');
    return { ...others, path: url };
  }
  const address = addressOf(url);
  if (address === null || !OWN_HOST.test(address.hostname) || address.port === '') return fields;
  const port = Number(address.port);
  if (fields.port !== undefined && fields.port !== port) return fields;
  readings.push('url → port, path');
  return { ...others, port, path: `${address.pathname}${address.search}${address.hash}` };
}

function addressOf(url: string): URL | null {
  const whole = /^https?:\/\//i.test(url) ? url : `http://${url}`;
  return URL.canParse(whole) ? new URL(whole) : null;
}
