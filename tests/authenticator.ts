import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

type Options = {
  /** Of the page that asks. */
  origin: string;
  challenge: string;
  rpId: string;
};
type Overrides = Partial<{
  origin: string;
  rpId: string;
  challenge: string;
  type: string;
  counter: number;
  userHandle: string;
  verified: boolean;
  present: boolean;
  /** Signs with a key of its own. */
  forged: boolean;
}>;

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/**
 * A software authenticator, as a browser uses one: creates one passkey and signs with it, with the given
 * overrides.
 */
export function createAuthenticator() {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let handle = '';
  const clientData = (type: string, { challenge, origin }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (rpId: string, flags: number, count: number, more = Buffer.alloc(0)) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), u32(count), more]);
  const credential = { id: b64(id), rawId: b64(id), type: 'public-key' as const, clientExtensionResults: {} };
  return {
    id: b64(id),
    make(options: Options & { userId: string }, overrides: Overrides = {}) {
      handle = options.userId;
      const request = { ...options, ...overrides };
      const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' });
      const point = (value: string) =>
        Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')]);
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        point(x),
        Buffer.from([0x22]),
        point(y),
      ]);
      const flags =
        FLAGS.attested +
        (overrides.present === false ? 0 : FLAGS.present) +
        (overrides.verified === false ? 0 : FLAGS.verified);
      const data = authData(
        request.rpId,
        flags,
        0,
        Buffer.concat([Buffer.alloc(16), u16(id.length), id, cose]),
      );
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: b64(clientData(overrides.type ?? 'webauthn.create', request)),
          attestationObject: b64(attestation),
          transports: ['internal'],
        },
      };
    },
    use(options: Options, overrides: Overrides = {}) {
      const request = { ...options, ...overrides };
      const flags =
        (overrides.present === false ? 0 : FLAGS.present) +
        (overrides.verified === false ? 0 : FLAGS.verified);
      counter = overrides.counter ?? counter + 1;
      const data = authData(request.rpId, flags, counter);
      const client = clientData(overrides.type ?? 'webauthn.get', request);
      const key = (overrides.forged ? other : keys).privateKey;
      return {
        ...credential,
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: b64(sign('sha256', Buffer.concat([data, sha256(client)]), key)),
          userHandle: overrides.userHandle ?? handle,
        },
      };
    },
  };
}
