/** Whether this browser can have passkeys for this service: not by a bare number as an address, nor without encryption. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);
