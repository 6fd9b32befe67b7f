import { notSupported } from '../../errors/node-error.ts';

export class X509Certificate {
  constructor() {
    throw notSupported('crypto.X509Certificate', 'certificates are not read here; use the package node-forge or @peculiar/x509');
  }
}
