import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

type Options = {
  /** Of the page that asks. */
  origin: string;
  challenge: string;
  rpId: string;
};
type Odd = Partial<{
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

/** An authenticator in software, as a browser speaks for one: makes one passkey and signs with it, oddly if told so. */
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
    make(options: Options & { userId: string }, odd: Odd = {}) {
      handle = options.userId;
      const asked = { ...options, ...odd };
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
        (odd.present === false ? 0 : FLAGS.present) +
        (odd.verified === false ? 0 : FLAGS.verified);
      const data = authData(
        asked.rpId,
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
          clientDataJSON: b64(clientData(odd.type ?? 'webauthn.create', asked)),
          attestationObject: b64(attestation),
          transports: ['internal'],
        },
      };
    },
    use(options: Options, odd: Odd = {}) {
      const asked = { ...options, ...odd };
      const flags =
        (odd.present === false ? 0 : FLAGS.present) + (odd.verified === false ? 0 : FLAGS.verified);
      counter = odd.counter ?? counter + 1;
      const data = authData(asked.rpId, flags, counter);
      const client = clientData(odd.type ?? 'webauthn.get', asked);
      const key = (odd.forged ? other : keys).privateKey;
      return {
        ...credential,
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: b64(sign('sha256', Buffer.concat([data, sha256(client)]), key)),
          userHandle: odd.userHandle ?? handle,
        },
      };
    },
  };
}
